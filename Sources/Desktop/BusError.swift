/// An error that a method was answered with.
struct BusError: Error, Hashable, Sendable, CustomStringConvertible {
  /// `org.freedesktop.DBus.Error.NameHasNoOwner`
  var name: String
  /// What the one who answered has to say of it.
  var message: String

  /// An answer that is no message.
  static let malformed = BusError(
    name: "org.freedesktop.DBus.Error.InconsistentMessage", message: "the answer cannot be read")

  var description: String { message.isEmpty ? name : "\(message) (\(name))" }
}
