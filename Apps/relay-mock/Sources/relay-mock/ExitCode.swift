import RelayMock

/// What the program's end says to scripts.
enum ExitCode: Int32, CaseIterable {
  case done = 0
  case usage = 2
  case port = 3
  case storeInUse = 4
  case storeTooNew = 5
  case store = 6
  case key = 7
  case faultUnfired = 8

  init(_ error: RelayError) {
    self =
      switch error.code {
      case .invalidSetting, .invalidFault: .usage
      case .portUnavailable: .port
      case .storeInUse: .storeInUse
      case .storeTooNew: .storeTooNew
      case .keyMissing, .keyUnusable: .key
      default: .store
      }
  }

  var meaning: String {
    switch self {
    case .done: "stopped as asked"
    case .usage: "the command line, or a value in it, is wrong"
    case .port: "a port cannot be opened"
    case .storeInUse: "another relay has the data directory open"
    case .storeTooNew: "a newer relay wrote the store; it was left as it is"
    case .store: "the store cannot be used"
    case .key: "the key is missing or cannot be used"
    case .faultUnfired: "a fault asked for with --fault never struck"
    }
  }
}
