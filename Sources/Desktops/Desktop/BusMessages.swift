/// A value in a D-Bus message, of the types that the services here use. A variant is represented by its content.
indirect enum BusValue: Hashable, Sendable {
  case boolean(Bool)
  case unsigned(UInt32)
  /// A floating-point number
  case number(Double)
  /// A string, an object path or a signature.
  case text(String)
  case array([BusValue])
  /// A structure, or a dictionary's entry: its key and its value.
  case structure([BusValue])
  /// A value of an unused type.
  case other

  /// The boolean; nil for other types.
  var boolean: Bool? { if case .boolean(let flag) = self { flag } else { nil } }

  /// The floating-point number; nil for other types.
  var number: Double? { if case .number(let number) = self { number } else { nil } }

  /// The number; nil for other types.
  var unsigned: UInt32? { if case .unsigned(let number) = self { number } else { nil } }

  /// The text; nil for other types.
  var text: String? { if case .text(let text) = self { text } else { nil } }

  /// The elements of an array or a structure; empty for other types.
  var elements: [BusValue] {
    switch self {
    case .array(let elements), .structure(let elements): elements
    case .boolean, .unsigned, .number, .text, .other: []
    }
  }

  /// The dictionary's value for `key`; nil if there is none, or it is not a dictionary.
  subscript(key: String) -> BusValue? {
    elements.first { $0.elements.count == 2 && $0.elements[0] == .text(key) }?.elements[1]
  }
}

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

extension Result<[BusValue], BusError> {
  /// The first result of a call; nil if it has none, or was refused.
  var first: BusValue? { (try? get())?.first }
}

/// A method of an object on the bus.
struct BusMethod: Hashable, Sendable {
  /// The well-known name of the service, or the unique name of its connection.
  var destination: String
  var path: String
  var interface: String
  var member: String
}

/// A signal of an object on the bus.
struct BusSignal: Hashable, Sendable {
  /// The unique name of the connection that sends it, or the bus itself. Any client can send a signal that imitates
  /// another's, so the sender is compared.
  var sender: String
  var path: String
  var interface: String
  var member: String
  /// The required value of its first argument; nil for any.
  var firstArgument: String?

  /// The match rule (D-Bus specification, "Match Rules"). Names and paths contain no apostrophes.
  var rule: String {
    var rule = "type='signal',sender='\(sender)',path='\(path)',interface='\(interface)',member='\(member)'"
    if let firstArgument { rule += ",arg0='\(firstArgument)'" }
    return rule
  }
}

/// The message bus as a service.
enum BusDriver {
  static let name = "org.freedesktop.DBus"
  private static let path = "/org/freedesktop/DBus"

  /// () -> the unique name of the caller, which is registered. sd-bus calls it.
  static let hello = BusMethod(destination: name, path: path, interface: name, member: "Hello")
  /// (match rule): begins or ends listening to signals. sd-bus calls them.
  static let matchMethods = ["AddMatch", "RemoveMatch"]

  /// (service) -> the unique name of its owner
  static let getNameOwner = BusMethod(destination: name, path: path, interface: name, member: "GetNameOwner")

  /// (service, old owner, new owner): a service starts, ends or changes its owner; an owner is empty if there is none.
  static func nameOwnerChanged(of service: String) -> BusSignal {
    BusSignal(sender: name, path: path, interface: name, member: "NameOwnerChanged", firstArgument: service)
  }
}

/// The standard interface for properties of objects.
enum BusProperties {
  static let interface = "org.freedesktop.DBus.Properties"

  /// (interface) -> all its properties, by name
  static func getAll(of path: String, at destination: String) -> BusMethod {
    BusMethod(destination: destination, path: path, interface: interface, member: "GetAll")
  }

  /// (interface, property, value): sets a property
  static func set(of path: String, at destination: String) -> BusMethod {
    BusMethod(destination: destination, path: path, interface: interface, member: "Set")
  }

  /// (interface, changed properties by name, names of invalidated properties)
  static func changed(of path: String, from sender: String, on changed: String) -> BusSignal {
    BusSignal(
      sender: sender, path: path, interface: interface, member: "PropertiesChanged", firstArgument: changed)
  }
}
