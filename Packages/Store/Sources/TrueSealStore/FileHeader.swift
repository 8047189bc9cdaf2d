/// What the first hundred bytes of a store say, read before SQLite sees the file.
///
/// Source: https://www.sqlite.org/fileformat2.html section 1.3
struct FileHeader {
  static let byteCount = 100

  private static let magic = Array("SQLite format 3".utf8) + [0]

  private let bytes: [UInt8]
  private let fileByteCount: Int
  private let pageByteCount: Int

  /// Reads the header of a file of `fileByteCount` bytes.
  ///
  /// - Throws: `StoreError`, code `damaged`, when these are not the first bytes of a database.
  init(decoding bytes: [UInt8], fileByteCount: Int) throws(StoreError) {
    guard bytes.count == Self.byteCount, bytes.starts(with: Self.magic) else {
      throw StoreError(.damaged, "the file does not start like a database")
    }
    self.bytes = bytes
    self.fileByteCount = fileByteCount
    let size = Int(bytes[16]) << 8 | Int(bytes[17])
    pageByteCount = size == 1 ? 65_536 : size
    guard (512...65_536).contains(pageByteCount), pageByteCount.nonzeroBitCount == 1 else {
      throw StoreError(.damaged, "the page size is none")
    }
    guard fileByteCount >= pageByteCount else {
      throw StoreError(.damaged, "the file ends within its first page")
    }
  }

  /// The Store Version, bytes 60 to 63.
  var version: Int { Int(number(at: 60, byteCount: 4)) }

  /// The mark of the key that cells are sealed with, bytes 68 to 71; 0 where none are.
  var mark: UInt32 { number(at: 68, byteCount: 4) }

  /// Whether the file is one that goes with a write-ahead log.
  var keepsLog: Bool { bytes[18] == 2 }

  /// Checks the fields that every released store holds alike.
  ///
  /// A bit that flips in one of them would change how rows are read, and SQLite has no checksum.
  ///
  /// - Throws: `StoreError`, code `damaged`, when one differs.
  func checkLayout() throws(StoreError) {
    guard (1...2).contains(bytes[18]), bytes[18] == bytes[19] else {
      throw StoreError(.damaged, "the format versions are unknown")
    }
    guard bytes[20] == 0, bytes[21...23].elementsEqual([64, 32, 32]) else {
      throw StoreError(.damaged, "the page layout is unknown")
    }
    guard number(at: 44, byteCount: 4) == 4, number(at: 56, byteCount: 4) == 1 else {
      throw StoreError(.damaged, "the schema format or the text encoding is unknown")
    }
    guard number(at: 52, byteCount: 4) == 0, number(at: 64, byteCount: 4) == 0 else {
      throw StoreError(.damaged, "the vacuum fields are set")
    }
    guard bytes[72...91].allSatisfy({ $0 == 0 }) else {
      throw StoreError(.damaged, "the reserved bytes are set")
    }
  }

  /// Checks that no page is missing or cut, in a file that waits for nothing from a log.
  ///
  /// SQLite would read a cut page as if it ended in zeros.
  ///
  /// - Throws: `StoreError`, code `damaged`, when the file is shorter than it says.
  func checkLength() throws(StoreError) {
    let hasCount = number(at: 24, byteCount: 4) == number(at: 92, byteCount: 4)
    let pageCount = hasCount ? Int(number(at: 28, byteCount: 4)) : 1
    guard fileByteCount.isMultiple(of: pageByteCount),
      fileByteCount / pageByteCount >= pageCount
    else { throw StoreError(.damaged, "the file ends within a page or before its last one") }
  }

  private func number(at offset: Int, byteCount: Int) -> UInt32 {
    bytes[offset..<offset + byteCount].reduce(0) { $0 << 8 | UInt32($1) }
  }
}
