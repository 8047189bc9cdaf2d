import Testing
import TrueSealCrypto

@Suite struct `A source of entropy` {
  @Test func `of a script is what the script gives, in bytes and in secrets`() {
    let script = Entropy { count in (0..<count).map { UInt8(truncatingIfNeeded: $0 + 1) } }
    #expect(script.bytes(count: 4) == [1, 2, 3, 4])
    #expect(script.bytes(count: 0) == [])
    let secret = SecretBytes.random(count: 3, from: script)
    #expect(secret.exposed() == [1, 2, 3])
  }

  @Test func `of the system fills all it is asked for and does not repeat`() {
    #expect(Entropy.system.bytes(count: 0) == [])
    var draws: Set<[UInt8]> = []
    var everSet = [UInt8](repeating: 0, count: 33)
    for _ in 0..<64 {
      let bytes = Entropy.system.bytes(count: 33)
      draws.insert(bytes)
      for index in bytes.indices { everSet[index] |= bytes[index] }
    }
    #expect(draws.count == 64)
    // A byte that stayed zero through 64 draws was never written.
    #expect(everSet.allSatisfy { $0 != 0 })
  }

  @Test(arguments: [0, 31, 33]) func `is no source if it gives another number of bytes`(
    count: Int
  ) async {
    await #expect(processExitsWith: .failure) { [count] in
      let script = Entropy { _ in [UInt8](repeating: 1, count: count) }
      _ = script.bytes(count: 32)
    }
  }

  @Test func `is not drawn in a negative number`() async {
    await #expect(processExitsWith: .failure) { _ = Entropy.system.bytes(count: -1) }
  }
}

@Suite struct `A refusal` {
  @Test func `is equal by its code, and says why without the bytes`() throws {
    var errors: [CryptoError] = []
    for text in ["*", "==", "Zg"] {
      do throws(CryptoError) { _ = try Base64URL.decode(text) } catch { errors.append(error) }
    }
    do throws(CryptoError) {
      _ = try SigningKey(seed: SecretBytes([1, 2, 3]))
    } catch { errors.append(error) }
    #expect(errors.count == 3)
    #expect(errors[0] == errors[1])
    #expect(errors[0] != errors[2])
    #expect("\(errors[2])" == "CryptoError.wrongLength: a signing seed has 32 bytes, not 3")
  }
}
