/// The place of one value: its table and column, and the key of its row.
///
/// What is sealed for one place opens in no other, so that rows cannot be swapped behind our back.
public struct Cell: Sendable {
  private let table: StaticString
  private let column: StaticString
  private let key: Value
  private let secondKey: Value

  /// The cell of the row whose key is `key`, together with `secondKey` where it has two parts.
  public init(
    _ table: StaticString, _ column: StaticString, _ key: Value, _ secondKey: Value = .null
  ) {
    self.table = table
    self.column = column
    self.key = key
    self.secondKey = secondKey
  }

  /// The place as bytes, which begin with what names the store; no two places have the same.
  func place(in store: [UInt8]) -> [UInt8] {
    var bytes = store
    bytes.reserveCapacity(store.count + 96)
    Self.append(Array("\(table)".utf8), to: &bytes)
    Self.append(Array("\(column)".utf8), to: &bytes)
    for value in [key, secondKey] {
      switch value {
      case .null: bytes.append(0)
      case .integer(let number):
        bytes.append(1)
        Self.append(UInt64(bitPattern: number), to: &bytes)
      case .text(let text):
        bytes.append(2)
        Self.append(Array(text.utf8), to: &bytes)
      case .blob(let blob):
        bytes.append(3)
        Self.append(blob, to: &bytes)
      }
    }
    return bytes
  }

  private static func append(_ part: [UInt8], to bytes: inout [UInt8]) {
    append(UInt64(part.count), to: &bytes)
    bytes += part
  }

  private static func append(_ number: UInt64, to bytes: inout [UInt8]) {
    for shift in stride(from: 56, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
    }
  }
}
