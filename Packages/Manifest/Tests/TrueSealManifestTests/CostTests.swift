import Foundation
import Testing
import TrueSealManifest

@Suite struct `A ledger's cost` {
  /// What this thread has computed so far; other tests and other programs do not count.
  private func seconds() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// 4,096 manifests of many branches, each over ten members.
  func tree() throws -> [VerifiedManifest] {
    let crowd = Array(Device.all.prefix(10))
    var tree = [try Making.founding(crowd[0], crowd[1])]
    tree.append(
      try Making.child(of: tree[0], by: crowd[0], in: Array(crowd.dropFirst(2)), checks: .hashing))
    while tree.count < 4_096 {
      let parent = tree.count % 4 == 0 ? tree[1 + tree.count / 2] : tree[tree.count - 1]
      let joiner = Member(
        signingKey: [0, UInt8(tree.count >> 8), UInt8(tree.count & 0xff)]
          + [UInt8](repeating: 1, count: 29),
        agreementKey: [1, UInt8(tree.count >> 8), UInt8(tree.count & 0xff)]
          + [UInt8](repeating: 1, count: 29),
        admissionVersion: parent.manifest.version + 1, label: try Label("x"))
      let child = try Making.child(
        of: parent, by: crowd[tree.count % 10], checks: .hashing
      ) { members in
        members.removeAll { $0.signingKey[0] == 0 }
        members.append(joiner)
      }
      tree.append(child)
    }
    return tree
  }

  @Test func `of one insertion does not grow with what is held`() throws {
    let tree = try tree()
    var ledger = Making.ledger(tree[0])
    var quarters: [Double] = []
    for start in stride(from: 0, to: 4_096, by: 1_024) {
      let before = seconds()
      for manifest in tree[start..<start + 1_024] {
        _ = ledger.insert(manifest, from: Device.all[0].signingKey)
      }
      quarters.append(seconds() - before)
    }
    #expect(ledger.heldCount == 4_096)
    // A scan of everything held would make the last quarter seven times the first.
    #expect(quarters[3] < 3 * quarters[0], "\(quarters)")
  }

  @Test func `of a long way back does not grow with its length`() throws {
    var line = [try Making.founding(.ann, .ben)]
    while line.count < 2_000 {
      line.append(try Making.child(of: line[line.count - 1], by: .ann, checks: .hashing))
    }
    let ledger = try Ledger(groupID: Making.group, restoring: line)
    let before = seconds()
    for old in line { #expect(ledger.descends(line[1_999].hash, from: old.hash)) }
    let all = seconds() - before
    let near = seconds()
    for _ in line { #expect(ledger.descends(line[1_999].hash, from: line[1_990].hash)) }
    // Step by step, the average way would be a hundred times the short one.
    #expect(all < 20 * (seconds() - near))
  }
}
