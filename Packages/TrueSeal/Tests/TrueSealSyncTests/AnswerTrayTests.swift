import Testing
import TrueSealOutbox

@testable import TrueSealSync

@Suite struct `A tray of answers` {
  @Test func `W-20 hands out all answers that came, in order, and calls once for them`() {
    let tray = AnswerTray()
    let answers: [MailRoom.Answer] = [.accepted, .refused(.tooLarge), .accepted]
    #expect(answers.map { tray.add($0) } == [true, false, false])
    #expect(tray.empty() == answers)
    #expect(tray.empty() == [])
    #expect(tray.add(.accepted))
  }
}
