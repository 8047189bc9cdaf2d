/// The picture for Graphviz.
extension Ancestry {
  /// A directed graph: from each manifest to what it was built on, dotted to what it makes again.
  var dot: String {
    let manifests = rows.compactMap { row -> LoggedManifest? in
      guard case .manifest(let manifest, _) = row else { return nil }
      return manifest
    }
    let known = Set(manifests.map(\.id))
    var lines = [
      "digraph manifests {", "  rankdir=BT;",
      #"  node [shape=box, fontname="sans-serif", fontsize=11];"#,
    ]
    for manifest in manifests {
      lines.append("  \(Self.quoted(manifest.id)) [\(Self.attributes(of: manifest))];")
    }
    for manifest in manifests {
      let id = Self.quoted(manifest.id)
      if let parent = manifest.parent, known.contains(parent) {
        lines.append("  \(id) -> \(Self.quoted(parent));")
      }
      for carrier in manifest.onBehalf where known.contains(carrier) {
        lines.append("  \(id) -> \(Self.quoted(carrier)) [style=dotted, constraint=false];")
      }
    }
    return (lines + ["}"]).joined(separator: "\n")
  }

  private static func attributes(of manifest: LoggedManifest) -> String {
    let head = "v\(manifest.version) \(LoggedManifest.short(manifest.id))"
    let label = ([head, manifest.deed] + [manifest.verdict].compactMap { $0 })
      .map(escaped).joined(separator: #"\n"#)
    let style =
      switch manifest.fate {
      case .current: #", style="rounded,bold", peripheries=2"#
      case .ancestor: #", style="rounded""#
      case .lost: #", style="rounded,dashed", color=gray40, fontcolor=gray40"#
      case .void: #", style="rounded,dashed", color=red3, fontcolor=red3"#
      case .waiting: #", style="rounded,dotted", color=gray40, fontcolor=gray40"#
      }
    return "label=\"\(label)\"\(style)"
  }

  private static func quoted(_ text: String) -> String { "\"\(escaped(text))\"" }

  /// Graphviz reads escapes and entities in a label, so neither may come from a name.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += #"\\"#
      case "\"": escaped += #"\""#
      case "&": escaped += "&amp;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
