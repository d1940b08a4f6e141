/// A method of an object on the bus.
struct BusMethod: Hashable, Sendable {
  /// The service, by its well-known name or the unique name of its connection.
  var destination: String
  var path: String
  var interface: String
  var member: String
}

/// A signal of an object on the bus.
struct BusSignal: Hashable, Sendable {
  /// The unique name of the connection it comes from, or the bus itself: anyone may send anyone a signal that looks
  /// like another's, so it is who sends it that counts.
  var sender: String
  var path: String
  var interface: String
  var member: String
  /// What its first argument is; nil for any.
  var firstArgument: String?

  /// As the bus takes it (D-Bus specification, "Match Rules"). No name or path has an apostrophe in it.
  var rule: String {
    var rule = "type='signal',sender='\(sender)',path='\(path)',interface='\(interface)',member='\(member)'"
    if let firstArgument { rule += ",arg0='\(firstArgument)'" }
    return rule
  }
}

/// The bus itself, as a service on it.
enum BusDriver {
  static let name = "org.freedesktop.DBus"
  private static let path = "/org/freedesktop/DBus"

  /// (service) -> the unique name of the connection that has it
  static let getNameOwner = BusMethod(destination: name, path: path, interface: name, member: "GetNameOwner")

  /// (service, old owner, new owner): a service starts, ends or changes hands; an owner is empty where there is none.
  static func nameOwnerChanged(of service: String) -> BusSignal {
    BusSignal(sender: name, path: path, interface: name, member: "NameOwnerChanged", firstArgument: service)
  }
}

/// The properties of any object.
enum BusProperties {
  private static let interface = "org.freedesktop.DBus.Properties"

  /// (interface) -> all of them, by name
  static func getAll(of path: String, at destination: String) -> BusMethod {
    BusMethod(destination: destination, path: path, interface: interface, member: "GetAll")
  }

  /// (interface, those that changed by name, the names of those that changed to what must be asked for)
  static func changed(of path: String, from sender: String, on changed: String) -> BusSignal {
    BusSignal(
      sender: sender, path: path, interface: interface, member: "PropertiesChanged", firstArgument: changed)
  }
}
