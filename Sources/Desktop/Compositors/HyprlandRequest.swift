internal import JSONLines

/// What Hyprland is asked over its socket of requests, which takes one of them a connection.
enum HyprlandRequest: Hashable {
  case version, window, outputs, keyboards, lock, drag
  case command(CommandQueue.Command)

  /// As it is sent: flags, a slash, then what stands behind hyprctl(1).
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

  /// hyprctl's own option for several requests at once is no request but a mark in front of them.
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

  /// What is wrong with a command, by its answer; nil where nothing is. Each of a batch has its own answer, behind
  /// empty lines.
  static func problem(_ answer: String) -> String? {
    let lines = answer.split(whereSeparator: \.isNewline)
    if lines.isEmpty { return "it does not answer" }
    return lines.first { $0 != "ok" }.map(String.init)
  }
}
