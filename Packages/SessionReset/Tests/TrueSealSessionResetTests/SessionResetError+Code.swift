import TrueSealSessionReset

extension SessionResetError {
  /// An error to compare with; only codes are compared.
  init(code: Code) { self.init(code, "") }
}
