internal import TrueSealCrypto

/// Keys of messages that are still missing, the oldest first; bounded, and shared until written.
///
/// They lie in pieces of up to 64 neighbours, in the order of chains and numbers, so that a key is
/// found by halving and taken by touching one piece.
struct SkippedKeys: Sendable {
  /// Neighbours of one chain; `kept` has a bit for each key that is still there.
  struct Piece: Sendable {
    var chain: Int
    let first: UInt32
    var kept: UInt64
    var keys: SecretShelf

    func has(_ index: Int) -> Bool { kept >> UInt64(index) & 1 == 1 }
  }

  /// Where a key lies.
  struct Place {
    fileprivate let piece: Int
    fileprivate let index: Int
  }

  private(set) var count = 0
  private var pieces: [Piece] = []
  private var chains: [RatchetKey: Int] = [:]
  private var nextChain = 0
  private var emptyCount = 0

  /// The place of a key, if it is kept.
  func place(of chain: RatchetKey, _ number: UInt32) -> Place? {
    guard count > 0, let chain = chains[chain] else { return nil }
    var (low, high) = (0, pieces.count)
    while low < high {
      let middle = (low + high) / 2
      if (pieces[middle].chain, pieces[middle].first) <= (chain, number) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    guard low > 0 else { return nil }
    let piece = pieces[low - 1]
    guard piece.chain == chain, number - piece.first < UInt32(piece.keys.slotCount) else {
      return nil
    }
    let index = Int(number - piece.first)
    return piece.has(index) ? Place(piece: low - 1, index: index) : nil
  }

  /// Copies a key into `slot` of `shelf`.
  func copy(_ place: Place, to slot: Int, of shelf: SecretShelf) {
    shelf.set(slot, from: pieces[place.piece].keys, place.index)
  }

  /// Erases a key that has served.
  mutating func remove(_ place: Place) {
    remove(place.index, ofPiece: place.piece)
    tidy()
  }

  /// Takes in what was skipped in a chain after all that is kept of it; the oldest give way.
  mutating func add(_ skipped: [Piece], of chain: RatchetKey) {
    guard !skipped.isEmpty else { return }
    let name: Int
    if let known = chains[chain] {
      name = known
    } else {
      name = nextChain
      chains[chain] = name
      nextChain += 1
    }
    for var piece in skipped {
      piece.chain = name
      pieces.append(piece)
      count += piece.kept.nonzeroBitCount
    }
    evict()
    tidy()
  }
}

// MARK: Giving up

extension SkippedKeys {
  private mutating func evict() {
    var piece = 0
    while count > RatchetLimits.Chosen.skippedInAllMax {
      if pieces[piece].kept == 0 {
        piece += 1
      } else {
        remove(pieces[piece].kept.trailingZeroBitCount, ofPiece: piece)
      }
    }
  }

  private mutating func remove(_ index: Int, ofPiece piece: Int) {
    if !isKnownUniquelyReferenced(&pieces[piece].keys) {
      pieces[piece].keys = pieces[piece].keys.copy()
    }
    pieces[piece].keys.erase(index..<(index + 1))
    pieces[piece].kept &= ~(1 << UInt64(index))
    count -= 1
    if pieces[piece].kept == 0 {
      pieces[piece].keys = Self.nothing
      emptyCount += 1
    }
  }

  /// Stands in for the keys of a piece that has none left.
  private static let nothing = SecretShelf(slotCount: 1)

  /// Drops empty pieces once they are the most, and with them the chains that have none left.
  private mutating func tidy() {
    guard emptyCount > 16 + pieces.count / 2 || count == 0 else { return }
    pieces.removeAll { $0.kept == 0 }
    emptyCount = 0
    let used = Set(pieces.map(\.chain))
    chains = chains.filter { used.contains($0.value) }
  }
}

// MARK: Walking

extension SkippedKeys {
  /// An empty piece for the keys from `first` on, of which at most 64 are asked for.
  static func piece(from first: UInt32, count: Int) -> Piece {
    let count = min(count, RatchetLimits.pieceKeyCount)
    let kept = count == 64 ? UInt64.max : 1 << UInt64(count) - 1
    return Piece(chain: 0, first: first, kept: kept, keys: SecretShelf(slotCount: count))
  }

  /// A piece with the keys of `numbers`, which rise and lie within 64, as `fill` puts them in.
  static func piece(
    of numbers: [UInt32], fill: (_ index: Int, _ slot: Int, SecretShelf) -> Void
  ) -> Piece {
    let first = numbers[0]
    var piece = piece(from: first, count: Int(numbers[numbers.count - 1] - first) + 1)
    piece.kept = 0
    for (index, number) in numbers.enumerated() {
      let slot = Int(number - first)
      piece.kept |= 1 << UInt64(slot)
      fill(index, slot, piece.keys)
    }
    return piece
  }

  /// The keys of each chain that has any, the oldest chain first, the lowest number first.
  func forEach(
    chain: (RatchetKey, _ count: Int) -> Void, key: (UInt32, SecretShelf, _ slot: Int) -> Void
  ) {
    let names = Dictionary(uniqueKeysWithValues: chains.map { ($0.value, $0.key) })
    var counts: [Int: Int] = [:]
    for piece in pieces { counts[piece.chain, default: 0] += piece.kept.nonzeroBitCount }
    var current = -1
    for piece in pieces where piece.kept != 0 {
      if piece.chain != current, let name = names[piece.chain] {
        current = piece.chain
        chain(name, counts[current, default: 0])
      }
      for index in 0..<piece.keys.slotCount where piece.has(index) {
        key(piece.first + UInt32(index), piece.keys, index)
      }
    }
  }

  /// How many chains have keys here.
  var chainCount: Int { Set(pieces.lazy.filter { $0.kept != 0 }.map(\.chain)).count }
}
