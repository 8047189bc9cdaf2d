internal import TrueSealStore

extension TrueSealError {
  /// What a store error is to an app (S-11).
  init(_ error: StoreError) {
    switch error.code {
    case .closed: self = .closed
    case .tooNew: self = .storeTooNew
    case .full: self = .storage(.full)
    case .unreadable: self = .storage(.unreadable)
    case .inUse: self = .storage(.inUse)
    case .wrongKey: self = .storage(.wrongKey)
    case .damaged, .tooOld, .constraint, .misuse: self = .storage(.damaged)
    default: self = .storage(.io)
    }
  }
}
