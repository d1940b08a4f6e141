/// A line of Hyprland's event socket: `EVENT>>DATA`. The data is truncated to 1024 bytes and contains no line feeds
/// (Hyprland 0.56.2, src/ipc/s2/S2.cpp).
enum HyprlandEvent: Hashable {
  /// Another window has the focus, by its class and title; both are empty if none has.
  case activeWindow(app: String, title: String)
  /// The address of that window; empty if there is none. Sent after `activeWindow`.
  case activeAddress(String)
  /// The title of the window at this address has changed.
  case title(address: String, String)
  /// A window has become fullscreen, or is not any more.
  case fullscreen
  /// Another output has the focus.
  case focusedOutput(String)
  /// An output was added or removed.
  case outputs
  /// The layout of a keyboard has changed.
  case layout
  /// The configuration was read again.
  case configuration
  /// Any other event.
  case other

  /// Reads bytes: in a string, an endless sequence of combining characters would be searched for its end at each step.
  init(_ line: [UInt8]) {
    let mark = UInt8(ascii: ">")
    guard let separator = line.indices.dropLast().first(where: { line[$0] == mark && line[$0 + 1] == mark }) else {
      self = .other
      return
    }
    let data = line[(separator + 2)...]
    // A title may contain commas; the fields before one do not.
    let comma = data.firstIndex(of: UInt8(ascii: ","))
    let head = String(decoding: data[..<(comma ?? data.endIndex)], as: UTF8.self)
    let rest = comma.map { String(decoding: data[($0 + 1)...], as: UTF8.self) } ?? ""
    self =
      switch String(decoding: line[..<separator], as: UTF8.self) {
      case "activewindow": .activeWindow(app: head, title: rest)
      case "activewindowv2": .activeAddress(head)
      case "windowtitlev2": .title(address: head, rest)
      case "fullscreen": .fullscreen
      case "focusedmon": .focusedOutput(head)
      case "monitoradded", "monitorremoved": .outputs
      case "activelayout": .layout
      case "configreloaded": .configuration
      default: .other
      }
  }
}
