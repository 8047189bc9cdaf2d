/// An open file, socket or end of a pipe; closed when nobody holds it any more.
final class Descriptor: Sendable {
  let number: Int32

  init(_ number: Int32) { self.number = number }

  deinit { System.closeDescriptor(number) }
}
