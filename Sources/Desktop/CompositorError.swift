internal import Linux

/// The reason for which a connection to a compositor is given up.
struct CompositorError: Error, Hashable, CustomStringConvertible {
  /// For people: `it closed the connection`
  var description: String

  init(_ description: String) { self.description = description }

  /// The failure of a system call on one of its sockets.
  init(_ error: SystemError) { description = error.isBrokenPipe ? Self.closed.description : "\(error)" }

  /// The compositor closed the connection.
  static let closed = CompositorError("it closed the connection")

  /// The compositor sent something invalid.
  static func malformed(_ what: String) -> CompositorError {
    CompositorError("it does not speak its protocol: \(what)")
  }
}
