internal import Linux

/// Why a compositor cannot be spoken with any more.
struct CompositorError: Error, Hashable, CustomStringConvertible {
  /// For people: `it closed the connection`
  var description: String

  init(_ description: String) { self.description = description }

  /// A call on one of its sockets that failed.
  init(_ error: SystemError) { description = error.isBrokenPipe ? Self.closed.description : "\(error)" }

  /// It hung up.
  static let closed = CompositorError("it closed the connection")

  /// It says what nobody can read.
  static func malformed(_ what: String) -> CompositorError {
    CompositorError("it does not speak its protocol: \(what)")
  }
}
