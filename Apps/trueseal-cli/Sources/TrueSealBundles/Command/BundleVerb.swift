/// What `trueseal bundle` can be asked for.
enum BundleVerb: String, CaseIterable, Sendable {
  case initialize = "init"
  case build, sign, release, point, pull, verify, inspect

  /// One line for the list of commands.
  var summary: String {
    switch self {
    case .initialize: "make a release folder and keys, or add a key to a folder"
    case .build: "make an unsigned draft of a folder of files"
    case .sign: "sign a draft"
    case .release: "put up a release, and point a channel at it"
    case .point: "point a channel at a release that is up"
    case .pull: "withdraw what a channel points at"
    case .verify: "run the app's own checks over a release folder"
    case .inspect: "show what a phone remembers, and what it keeps each file for"
    }
  }

  /// What stands behind the command; nil when nothing may.
  var operand: String? {
    switch self {
    case .build: "INPUT"
    case .release: "[INPUT]"
    case .point: "SEQ"
    case .inspect: "FOLDER"
    case .initialize, .sign, .pull, .verify: nil
    }
  }

  /// How many words may stand behind the command.
  var operandCounts: ClosedRange<Int> {
    switch self {
    case .build, .point, .inspect: 1...1
    case .release: 0...1
    case .initialize, .sign, .pull, .verify: 0...0
    }
  }

  /// Paragraphs for the command's own help.
  var explanation: String {
    switch self {
    case .initialize:
      """
      Writes app.json, the facts that the app has compiled in: edit it as the app grows. A key that is
      not there is made, mode 0600, and never written over. Given a folder that is there, init only
      adds the keys' public halves to it.
      """
    case .build:
      """
      The draft is a folder of its own; an app can ship with it as its built-in bundle. INPUT may hold
      regular files and folders only: links are refused.
      """
    case .sign:
      """
      Needs the draft and a key, and no release folder, so the key can live elsewhere. Signing again
      with another key adds its signature.
      """
    case .release:
      """
      Takes INPUT, or a signed --draft, or the files of an earlier release --again. The number is the
      next one unless --seq says a higher one. Files go up first, then signature and manifest; all of
      it is checked as the app would, as it stands on the disk; then the channel moves. Going back is
      a release --again of the last good commit.
      """
    case .point:
      "Moves a channel up to a release, or changes its --rollout. Never down; see pull."
    case .pull:
      """
      The channel points at the highest release below, or at --to SEQ. Phones drop what they have
      downloaded and not tried yet; those that show it already keep it until a higher release comes.
      """
    case .verify:
      """
      Every release, every file and every pointer. What no channel points at may be signed by keys that
      are no longer trusted. Ends with 5 if a phone could be kept from what it is sent to.
      """
    case .inspect: "FOLDER is the app's folder, the one that has valence in it."
    }
  }
}
