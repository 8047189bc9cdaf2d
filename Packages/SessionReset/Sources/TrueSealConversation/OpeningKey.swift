internal import TrueSealCrypto

/// The key one session is built with.
final class OpeningKey: Sendable {
  let key: AgreementKey

  init(from entropy: Entropy) { key = .generate(from: entropy) }
}
