/// The keyboard layouts of Plasma.
enum PlasmaLayouts {
  static let name = "org.kde.keyboard"
  private static let path = "/Layouts"
  private static let interface = "org.kde.KeyboardLayouts"

  /// () -> the index of the active layout
  static func get(at owner: String) -> BusMethod {
    BusMethod(destination: owner, path: path, interface: interface, member: "getLayout")
  }

  /// (index): another layout is active.
  static func changed(from owner: String) -> BusSignal {
    BusSignal(sender: owner, path: path, interface: interface, member: "layoutChanged")
  }
}
