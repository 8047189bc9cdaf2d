extension ManifestChecks {
  /// The same checks, but keys that a held manifest lists are not judged a second time.
  ///
  /// Judging a key costs as much as a signature, and most manifests repeat a list of 32. Make a
  /// new one after the ledger has changed.
  public func knowing(_ ledger: Ledger) -> ManifestChecks {
    let keys = ledger.devices
    return ManifestChecks(
      hash: hash, verify: verify,
      acceptsSigningKey: { [acceptsSigningKey] key in
        keys.entry(of: key) != nil || acceptsSigningKey(key)
      },
      acceptsAgreementKey: { [acceptsAgreementKey] key in
        keys.agreementKeys.contains(key) || acceptsAgreementKey(key)
      })
  }
}
