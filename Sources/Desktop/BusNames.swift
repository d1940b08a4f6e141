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

  /// (service) -> the unique name of its owner
  static let getNameOwner = BusMethod(destination: name, path: path, interface: name, member: "GetNameOwner")

  /// (service, old owner, new owner): a service starts, ends or changes its owner; an owner is empty if there is none.
  static func nameOwnerChanged(of service: String) -> BusSignal {
    BusSignal(sender: name, path: path, interface: name, member: "NameOwnerChanged", firstArgument: service)
  }
}

/// The standard interface for properties of objects.
enum BusProperties {
  private static let interface = "org.freedesktop.DBus.Properties"

  /// (interface) -> all its properties, by name
  static func getAll(of path: String, at destination: String) -> BusMethod {
    BusMethod(destination: destination, path: path, interface: interface, member: "GetAll")
  }

  /// (interface, changed properties by name, names of invalidated properties)
  static func changed(of path: String, from sender: String, on changed: String) -> BusSignal {
    BusSignal(
      sender: sender, path: path, interface: interface, member: "PropertiesChanged", firstArgument: changed)
  }
}
