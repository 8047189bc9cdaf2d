/// The texts that part what is signed, sealed and hashed here from everything else.
enum ConversationLabels {
  static let box = "trueseal conversation box v1"
  static let end = Array("trueseal conversation end v1\0".utf8)
  static let proof = Array("trueseal conversation proof v1\0".utf8)
  static let rejection = Array("trueseal conversation rejection v1\0".utf8)
  static let evidence = Array("trueseal conversation evidence v1\0".utf8)
  static let verification = Array("trueseal conversation verification v1\0".utf8)
}
