internal import JSONLines

/// A request over Hyprland's request socket, which takes one for each connection.
enum HyprlandRequest: Hashable {
  case version, window, outputs, keyboards, lock, drag
  case command(CommandQueue.Command)

  /// The request on the wire: flags, a slash, then the arguments of hyprctl(1).
  var text: String {
    switch self {
    case .version: "j/version"
    case .window: "j/activewindow"
    case .outputs: "j/monitors"
    case .keyboards: "j/devices"
    case .lock: "j/locked"
    case .drag: "j/getoption input:touchpad:drag_3fg"
    case .command(let command): Self.text(of: command.text)
    }
  }

  /// Encodes a command. hyprctl's option `--batch` is not part of a request, but a prefix.
  static func text(of command: String) -> String {
    let batch = "--batch "
    guard command.hasPrefix(batch) else { return "/" + command }
    var requests = command.dropFirst(batch.count)
    while requests.first == " " { requests.removeFirst() }
    // The quotes are for a shell.
    if let quote = requests.first, quote == "\"" || quote == "'", requests.count > 1, requests.last == quote {
      requests = requests.dropFirst().dropLast()
    }
    return "[[BATCH]]" + requests
  }

  /// The reason for which a command failed, from its answer; nil for success. The answers of a batch are separated by
  /// empty lines.
  static func problem(_ answer: String) -> String? {
    let lines = answer.split(whereSeparator: \.isNewline)
    if lines.isEmpty { return "it does not answer" }
    return lines.first { $0 != "ok" }.map(String.init)
  }
}
