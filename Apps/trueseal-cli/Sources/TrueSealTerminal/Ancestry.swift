/// How manifests hang together, laid out from the newest to the oldest: a lane for each branch.
///
/// What current was built on keeps to the first lane. A branch has the lane right of what it parted
/// from, and joins it just below its oldest manifest; so all lanes left of a manifest are in use.
struct Ancestry: Equatable, Sendable {
  /// One line of the picture.
  enum Row: Equatable, Sendable {
    /// A manifest, in a lane counted from 0.
    case manifest(LoggedManifest, lane: Int)
    /// This lane joins the one left of it.
    case join(lane: Int)
    /// Another tree begins, whose connection is not known.
    case gap
  }

  /// From top to bottom.
  let rows: [Row]

  /// Lays manifests out that come parents before children.
  init(_ log: [LoggedManifest]) {
    let tree = Tree(log)
    // From the oldest upwards: what a manifest carries is drawn above it.
    var upwards: [Row] = []
    for (place, root) in tree.roots.reversed().enumerated() {
      if place > 0 { upwards.append(.gap) }
      var open = [Step.manifest(root, lane: 0)]
      while let step = open.popLast() {
        switch step {
        case .join(let lane): upwards.append(.join(lane: lane))
        case .manifest(let index, let lane):
          upwards.append(.manifest(log[index], lane: lane))
          guard let main = tree.children[index].first else { continue }
          open.append(.manifest(main, lane: lane))
          for side in tree.children[index].dropFirst() {
            open.append(.manifest(side, lane: lane + 1))
            open.append(.join(lane: lane + 1))
          }
        }
      }
    }
    rows = upwards.reversed()
  }

  private enum Step {
    case manifest(Int, lane: Int)
    case join(lane: Int)
  }

  /// Who was built on whom, by place in the log; the children to be drawn first come first.
  private struct Tree {
    var roots: [Int] = []
    var children: [[Int]]

    init(_ log: [LoggedManifest]) {
      children = Array(repeating: [], count: log.count)
      var places: [String: Int] = [:]
      var parents: [Int?] = []
      var claims = log.map(Claim.init)
      for (place, manifest) in log.enumerated() {
        parents.append(manifest.parent.flatMap { places[$0] })
        places[manifest.id] = places[manifest.id] ?? place
      }
      for place in log.indices.reversed() {
        guard let parent = parents[place] else { continue }
        claims[parent].rise(to: claims[place])
      }
      for place in log.indices {
        if let parent = parents[place] {
          children[parent].append(place)
        } else {
          roots.append(place)
        }
      }
      for place in log.indices { children[place].sort { claims[$0] > claims[$1] } }
      roots.sort { claims[$0] > claims[$1] }
    }
  }

  /// What gives a branch its place: that it leads to current, that it counts, how far it goes.
  private struct Claim: Comparable {
    var isOfCurrent: Bool
    var counts: Bool
    var version: UInt64
    let id: String

    init(_ manifest: LoggedManifest) {
      isOfCurrent = manifest.fate == .current
      counts = manifest.fate != .void && manifest.fate != .waiting
      version = manifest.version
      id = manifest.id
    }

    mutating func rise(to child: Claim) {
      isOfCurrent = isOfCurrent || child.isOfCurrent
      version = max(version, child.version)
    }

    static func < (left: Self, right: Self) -> Bool {
      if left.isOfCurrent != right.isOfCurrent { return right.isOfCurrent }
      if left.counts != right.counts { return right.counts }
      if left.version != right.version { return left.version < right.version }
      return right.id < left.id
    }
  }
}
