import CryptoFixtures
import Testing
import TrueSealCrypto

@Suite struct `Secret bytes` {
  @Test func `hold, expose and lend what they were given`() {
    for count in [0, 1, 31, 32, 33, 1_000] {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
      let secret = SecretBytes(bytes)
      #expect(secret.count == count)
      #expect(secret.exposed() == bytes)
      let lent = secret.withBytes { span in span.indices.map { span[$0] } }
      #expect(lent == bytes)
      let twin = secret.duplicate()
      #expect(twin.exposed() == bytes)
    }
  }

  @Test func `match the same bytes only`() {
    let bytes = (0..<32).map { UInt8($0) }
    let secret = SecretBytes(bytes)
    func matches(_ other: [UInt8]) -> Bool { secret.matches(SecretBytes(other)) }
    #expect(matches(bytes))
    for bit in 0..<256 { #expect(!matches(flipped(bytes, bit))) }
    for length in 0..<32 { #expect(!matches(Array(bytes[..<length]))) }
    #expect(!matches(bytes + [0]))
    let nothing = SecretBytes([]).matches(SecretBytes([]))
    #expect(nothing)
  }

  @Test func `give away any part of themselves`() {
    let bytes = (0..<8).map { UInt8($0) }
    let secret = SecretBytes(bytes)
    for start in 0...8 {
      for end in start...8 {
        #expect(secret.part(start..<end).exposed() == Array(bytes[start..<end]))
      }
    }
  }

  @Test func `have no part beyond their end`() async {
    await #expect(processExitsWith: .failure) { _ = SecretBytes([1, 2]).part(1..<3).count }
  }

  @Test func `are not drawn in a negative number`() async {
    await #expect(processExitsWith: .failure) {
      _ = SecretBytes.random(count: -1, from: .system).count
    }
  }
}

// MARK: Moved and mute

private func isCopyable<Kind: ~Copyable>(_: Kind.Type) -> Bool { false }
private func isCopyable<Kind>(_: Kind.Type) -> Bool { true }

@Suite struct `Values that hold secrets` {
  /// What cannot be copied cannot be printed, compared, hashed or encoded either: those protocols
  /// ask for copies.
  @Test func `cannot be copied, so nothing can print, compare or encode them`() {
    #expect(isCopyable([UInt8].self))
    #expect(!isCopyable(SecretBytes.self))
    #expect(!isCopyable(SigningKey.self))
    #expect(!isCopyable(AgreementKey.self))
  }
}

// MARK: Erased

#if os(Linux)
  /// Searches all writable memory of the process, so that a copy anywhere is found.
  ///
  /// Each search is for the end of a secret: the allocator overwrites the start of what it gets
  /// back. One search at a time, because what one is reading another would find.
  @Suite(.serialized) struct `Memory` {
    private func search(for secret: borrowing SecretBytes) -> MemorySearch {
      secret.withBytes { MemorySearch($0.extracting(last: 16)) }
    }

    @Test func `holds a living secret once, and a dropped one not at all`() {
      let search: MemorySearch
      do {
        // A size few others ask for, so that what was given back stays as it is for a while.
        let secret = SecretBytes.random(count: 1_000, from: .system)
        search = self.search(for: secret)
        #expect(search.count() == 1)
        let twin = secret.duplicate()
        #expect(search.count() == 2)
        _ = consume twin
        #expect(search.count() == 1)
        _ = consume secret
      }
      #expect(search.count() == 0)
    }

    @Test func `forgets a signing key with its last use`() {
      let search: MemorySearch
      do {
        let key = SigningKey.generate(from: .system)
        _ = key.sign([1, 2, 3])
        search = self.search(for: key.seed())
        #expect(search.count() == 1)
        _ = consume key
      }
      #expect(search.count() == 0)
    }

    @Test func `forgets an agreement key and what it agreed on`() throws {
      let secret: MemorySearch
      let shared: MemorySearch
      do {
        let key = AgreementKey.generate(from: .system)
        secret = search(for: key.secret())
        let agreed = try key.sharedSecret(with: AgreementKey.generate(from: .system).publicKey)
        shared = search(for: agreed)
        #expect(secret.count() == 1)
        #expect(shared.count() == 1)
        _ = consume key
        _ = consume agreed
      }
      #expect(secret.count() == 0)
      #expect(shared.count() == 0)
    }

    @Test func `forgets derived keys, block by block`() throws {
      var searches: [MemorySearch] = []
      do {
        let input = SecretBytes.random(count: 32, from: .system)
        let key = try KeyDerivation.derive(input: input, salt: [1], info: [2], count: 80)
        searches = [search(for: key.part(0..<32)), search(for: key.part(32..<64))]
        #expect(searches.map { $0.count() } == [1, 1])
        _ = consume key
      }
      #expect(searches.map { $0.count() } == [0, 0])
    }
  }
#endif
