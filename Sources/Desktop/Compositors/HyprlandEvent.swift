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

  init(_ line: [UInt8]) {
    let text = String(decoding: line, as: UTF8.self)
    guard let separator = text.firstRange(of: ">>") else {
      self = .other
      return
    }
    let data = text[separator.upperBound...]
    // A title may contain commas; the fields before one do not.
    let comma = data.firstIndex(of: ",")
    let head = String(data[..<(comma ?? data.endIndex)])
    let rest = comma.map { String(data[data.index(after: $0)...]) } ?? ""
    self =
      switch text[..<separator.lowerBound] {
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
