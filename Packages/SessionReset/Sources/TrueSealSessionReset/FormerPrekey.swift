/// The keys of an attempt of this device that no longer runs; what was made with them is read,
/// and brings nothing about (SK-12, SK-25).
struct FormerPrekey: Hashable, Sendable {
  let prekey: PrekeyID
  let attempt: AttemptID
}
