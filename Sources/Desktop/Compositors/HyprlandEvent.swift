/// A line of Hyprland's socket of events: `EVENT>>DATA`. The data are cut after 1024 bytes and have no line feeds
/// (Hyprland 0.56.2, src/ipc/s2/S2.cpp).
enum HyprlandEvent: Hashable {
  /// Another window has the focus, by its class and title; both are empty where none has.
  case activeWindow(app: String, title: String)
  /// The address of that window; empty where there is none. It comes behind `activeWindow`.
  case activeAddress(String)
  /// The window at an address has another title.
  case title(address: String, String)
  /// Some window covers its output now, or does not any more.
  case fullscreen
  /// Another output has the focus.
  case focusedOutput(String)
  /// Outputs came or went.
  case outputs
  /// A keyboard has another layout.
  case layout
  /// Anything else.
  case other

  init(_ line: [UInt8]) {
    let text = String(decoding: line, as: UTF8.self)
    guard let separator = text.firstRange(of: ">>") else {
      self = .other
      return
    }
    let data = text[separator.upperBound...]
    // A title may have commas; nothing in front of one has.
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
      default: .other
      }
  }
}
