/// The attribute by which a file is left out of backups on the systems that have one (S-12).
///
/// Source: the attribute that Foundation's `isExcludedFromBackup` sets; the value is a binary property list.
enum BackupMark {
  static let name = "com.apple.metadata:com_apple_backup_excludeItem"

  /// A property list of one text: who is to leave the file out.
  static let value: [UInt8] = {
    let text = Array("com.apple.backupd".utf8)
    var list = Array("bplist00".utf8)
    let place = UInt8(list.count)
    list += [0x5F, 0x10, UInt8(text.count)]
    list += text
    // One object, whose place and name take one byte each.
    let end = UInt8(list.count)
    list += [place, 0, 0, 0, 0, 0, 0, 1, 1]
    for number in [1, 0, end] { list += [0, 0, 0, 0, 0, 0, 0, number] }
    return list
  }()
}
