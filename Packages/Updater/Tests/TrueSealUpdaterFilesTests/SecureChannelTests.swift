import Foundation
import Testing
import TrueSealUpdater
import UpdaterFixtures

@testable import TrueSealUpdaterFiles

/// A channel over TLS, served by OpenSSL's own test server.
@Suite struct `A channel over TLS` {
  /// A server with a certificate it signed itself.
  private final class SecureServer {
    private let process = Process()
    private let output = Pipe()
    let port: Int

    init(_ folder: Folder) throws {
      let make = Process()
      make.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
      make.currentDirectoryURL = URL(fileURLWithPath: folder.path)
      make.arguments = [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
        "-keyout", "key.pem", "-out", "certificate.pem", "-days", "2", "-subj", "/CN=localhost",
        "-addext", "subjectAltName=DNS:localhost",
      ]
      make.standardError = FileHandle.nullDevice
      try make.run()
      make.waitUntilExit()
      process.executableURL = make.executableURL
      process.currentDirectoryURL = make.currentDirectoryURL
      process.arguments = [
        "s_server", "-accept", "127.0.0.1:0", "-cert", "certificate.pem", "-key", "key.pem", "-WWW",
      ]
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.run()
      var said = ""
      while !said.contains("ACCEPT 127.0.0.1:") || !said.hasSuffix("\n") {
        let more = output.fileHandleForReading.availableData
        guard !more.isEmpty else { throw Release.Missing() }
        said += String(decoding: more, as: UTF8.self)
      }
      guard let line = said.split(separator: "\n").first(where: { $0.hasPrefix("ACCEPT 127") }),
        let port = Int(line.split(separator: ":").last ?? "")
      else { throw Release.Missing() }
      self.port = port
    }

    deinit { if process.isRunning { process.terminate() } }
  }

  @Test func `UR-14 is taken from a server whose certificate is trusted, and from no other`()
    async throws
  {
    let folder = try Folder()
    let release = try Release(43)
    for (name, bytes) in release.site { try folder.write(name, bytes) }
    try folder.write("channels/stable.json", try Pointer(seq: 43).encoded)
    let server = try SecureServer(folder)
    for (host, trusts, expected) in [
      ("localhost", true, RunOutcome.pending(43)), ("localhost", false, .stopped(.offline)),
      ("127.0.0.1", true, .stopped(.offline)),
    ] {
      let scene = try Scene()
      let url = try ChannelURL("https://\(host):\(server.port)")
      let updater = try await scene.started { settings in
        settings.url = url
        settings.downloadCountMax = 1
        if trusts { settings.certificates = "\(folder.path)/certificate.pem" }
      }
      #expect(await scene.check(updater) == expected, "\(host) \(trusts)")
    }
  }
}
