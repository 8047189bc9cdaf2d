import Foundation

/// Makes stores of this release with something open in every join state, to be kept for all later releases.
@main enum StoresTool {
  static let usage = """
    usage: stores FOLDER

    Makes FOLDER, which must not exist, with a store for each join state, stores.json, which says
    what is in them, and schema.sql, the statements that made their tables. Run it once for each
    Store Version, with the release that writes it; what it made is never made again.
    """

  static func main() async {
    let arguments = CommandLine.arguments.dropFirst()
    guard let folder = arguments.first, arguments.count == 1, !folder.hasPrefix("-") else {
      print(usage)
      exit(arguments.first == "--help" ? 0 : 2)
    }
    do {
      for description in try await make(in: folder) {
        print("\(description.store): \(description.status), \(description.outbox.count) to be sent")
      }
    } catch {
      print("stores: \(error)")
      exit(1)
    }
  }

  /// Makes every store and the sheet that describes them.
  static func make(in folder: String) async throws -> [StoreDescription] {
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: false)
    let descriptions = try await Scenes(into: folder).play()
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try encoder.encode(descriptions).write(to: URL(fileURLWithPath: folder + "/stores.json"))
    return descriptions
  }
}
