/// An error reply to a method call.
struct BusError: Error, Hashable, Sendable, CustomStringConvertible {
  /// `org.freedesktop.DBus.Error.NameHasNoOwner`
  var name: String
  /// A description by the callee; may be empty.
  var message: String

  /// A reply that cannot be decoded.
  static let malformed = BusError(
    name: "org.freedesktop.DBus.Error.InconsistentMessage", message: "the answer cannot be read")

  var description: String { message.isEmpty ? name : "\(message) (\(name))" }
}
