import Testing
import TrueSealUpdater
import TrueSealUpdaterFiles

@testable import TrueSealHost

@Suite struct `A launch of the host` {
  @Test func `serves what the manifest names, to the page on screen`() async throws {
    let scene = try await Scene()
    let entry = await scene.get("\(scene.token)/index.html")
    #expect(entry.status == 200 && entry.type == "text/html; charset=utf-8")
    #expect(Scene.text(entry) == "<p>one</p>")
    let picture = await scene.get("\(scene.token)/img/é.svg")
    #expect(picture.type == "image/svg+xml" && Scene.text(picture) == "<svg/>")
    for path in [
      "", "img", "img/", "../app.json", "manifests/1.json", "INDEX.HTML",
    ] {
      #expect(await scene.get("\(scene.token)/\(path)").status == 404, "\(path)")
    }
    #expect(await scene.get("token9/index.html").status == 410)
    #expect(entry.headers.contains { $0 == ("Cache-Control", "no-store") })
    #expect(entry.headers.contains { $0 == ("Referrer-Policy", "no-referrer") })
  }

  @Test func `commits a trial by its own page only, and not by the one before (U-39, U-40, UR-31)`()
    async throws
  {
    let scene = try await Scene()
    let old = scene.token
    _ = await scene.get("\(old)/index.html")
    #expect(Scene.text(await scene.post(.ready, from: old)) == #"{"outcome":"ignored"}"# + "\n")
    try scene.publish(2, "<p>two</p>")
    let found = Scene.text(await scene.post(.check, from: ""))
    #expect(found.contains("release 2 is downloaded"), "\(found)")
    #expect(await scene.updater.state?.pending == 2)
    #expect(
      Scene.text(await scene.post(.applyUpdate, from: old)) == #"{"outcome":"restarted"}"# + "\n")
    let new = scene.token
    #expect(new != old)
    #expect(await scene.post(.ready, from: old).status == 409)
    #expect(await scene.get("\(old)/index.html").status == 410)
    #expect(await scene.updater.state?.trial == 2, "nothing of the old page counts")
    #expect(Scene.text(await scene.get("\(new)/index.html")) == "<p>two</p>")
    #expect(Scene.text(await scene.post(.ready, from: new)) == #"{"outcome":"committed"}"# + "\n")
    #expect(await scene.updater.state?.current == 2)
    #expect(Scene.text(await scene.post(.ready, from: new)) == #"{"outcome":"ignored"}"# + "\n")
    #expect(
      Scene.text(await scene.post(.applyUpdate, from: new)) == #"{"outcome":"noPending"}"# + "\n")
  }

  @Test func `gives a page that loads its entry again a token of its own (UR-31)`() async throws {
    let scene = try await Scene()
    try scene.publish(2, "<p>two</p>")
    _ = await scene.post(.check, from: "")
    _ = await scene.post(.applyUpdate, from: scene.token)
    let first = scene.token
    #expect(await scene.get("\(first)/index.html").status == 200)
    let again = await scene.get("\(first)/index.html")
    #expect(again.status == 302 && again.location == "/nonce/\(scene.token)/index.html")
    #expect(scene.token != first)
    #expect(await scene.post(.ready, from: first).status == 409)
    #expect(await scene.get("\(scene.token)/index.html").status == 200)
    #expect(
      Scene.text(await scene.post(.ready, from: scene.token)) == #"{"outcome":"committed"}"# + "\n")
  }

  @Test func `tells the page of an urgent release, and of the state (U-22, UR-24)`() async throws {
    let scene = try await Scene()
    try scene.publish(5, "<p>five</p>", isUrgent: true)
    _ = await scene.post(.check, from: "")
    let state = Scene.text(await scene.get("bridge/state"))
    #expect(state.contains(#""updateReady":5"#) && state.contains(#""pending":5"#), "\(state)")
    #expect(
      state.contains(#""showing":{"isTrial":false,"seq":1,"url":"/nonce/token1/index.html"}"#))
    _ = await scene.post(.applyUpdate, from: scene.token)
    let later = Scene.text(await scene.get("bridge/state"))
    #expect(!later.contains("updateReady") && later.contains(#""trial":5"#))
    #expect(later.contains(#""isTrial":true,"seq":5"#))
  }

  @Test
  func `asked for the head of the entry only, starts no time and no other load (U-38, UR-31)`()
    async throws
  {
    let scene = try await Scene()
    let token = scene.token
    let head = HostRequest(
      method: "HEAD", path: "/nonce/\(token)/index.html", host: "127.0.0.1:8000")
    for _ in 0..<3 { #expect(await scene.session.reply(to: head).status == 200) }
    #expect(await scene.get("\(token)/index.html").status == 200)
    #expect(scene.token == token)
  }

  @Test func `takes signed pointers only where the app demands them, and no outdated one (UX-04)`()
    async throws
  {
    let scene = try await Scene(demandsSignedPointer: true)
    // The dates lie so far from today that the clock does not matter.
    try scene.publish(2, "<p>two</p>", now: 1_000_000_000)
    let outdated = Scene.text(await scene.post(.check, from: ""))
    #expect(outdated.contains("pointerUntrusted"), "\(outdated)")
    #expect(await scene.updater.state?.pending == nil)
    try scene.publish(3, "<p>three</p>", now: 8_000_000_000)
    let found = Scene.text(await scene.post(.check, from: ""))
    #expect(found.contains("release 3 is downloaded"), "\(found)")
    #expect(await scene.updater.state?.pending == 3)
  }

  @Test func `draws a frame that follows what is on screen`() async throws {
    let scene = try await Scene()
    let frame = await scene.get("")
    #expect(frame.status == 200 && Scene.text(frame).contains("'/nonce/bridge/state'"))
  }

  @Test(arguments: [
    ("a.html", "text/html; charset=utf-8"), ("a/b.JS", "text/javascript; charset=utf-8"),
    ("html", "application/octet-stream"), ("a.html/b", "application/octet-stream"),
    ("", "application/octet-stream"), (".css", "application/octet-stream"),
  ])
  func `names the type of a file by its end`(path: String, type: String) {
    #expect(HostReply.type(of: path) == type)
  }
}
