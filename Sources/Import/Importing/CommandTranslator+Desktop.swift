internal import Desktop
internal import Foreign
internal import Rules
internal import RulesFile

/// Commands that control a desktop.
extension CommandTranslator {
  /// The action that sends the same command over the compositor's socket; nil for other commands.
  func compositorAction(_ words: [ShellText.Word]) -> ImportedAction? {
    guard let (name, arguments) = Self.program(words), arguments.allSatisfy({ !$0.isExpanded }) else { return nil }
    for desktop in DesktopKind.withSocket where desktop.socket?.client.first == name {
      return desktop.socket?.sent(arguments.map(\.text)).map { .compositor(desktop.rawValue, $0) }
    }
    return nil
  }

  /// The desktop action of a command for X11, for Plasma's shortcuts, or for a desktop other than `desktop`; nil for
  /// other commands.
  func desktopAction(_ words: [ShellText.Word]) -> DesktopAction? {
    guard let (name, arguments) = Self.program(words), arguments.allSatisfy({ !$0.isExpanded }) else { return nil }
    if let operation = DesktopCommands.operation(name, arguments.map(\.text)) { return .operation(operation) }
    let texts = arguments.flatMap { $0.text.words }
    if let desktop, let operation = Self.operation(of: name, texts, on: desktop) { return .operation(operation) }
    guard let desktop, desktop != .plasma else { return nil }
    return PlasmaShortcut(name, arguments.map(\.text)).flatMap { Self.kwinNeighbours[$0.name] }
  }

  /// The action for a shortcut of Plasma that no other desktop has; nil for other commands, and on other desktops.
  func plasmaAction(_ words: [ShellText.Word]) -> ImportedAction? {
    guard desktop == nil || desktop == .plasma, let (name, arguments) = Self.program(words),
      arguments.allSatisfy({ !$0.isExpanded }), let shortcut = PlasmaShortcut(name, arguments.map(\.text))
    else { return nil }
    return .performing(.plasmaShortcut, shortcut.text)
  }

  /// The operation of a program that sends a command to a compositor, for another desktop than that of the program; nil
  /// if it is none.
  private static func operation(of program: String, _ arguments: [String], on desktop: DesktopKind) -> DesktopOperation?
  {
    for other in DesktopKind.withSocket {
      guard let socket = other.socket,
        socket.client.first == program ? other != desktop : socket.otherClients.contains(program)
      else { continue }
      return socket.operation.map { $0(arguments) } ?? DesktopCommands.ownOperation(program, arguments)
    }
    return nil
  }

  /// The actions by the names of KWin's shortcuts that depend on the rows of its desktops, or tile
  /// (KDE/kwin, src/kwinbindings.cpp).
  static let kwinNeighbours: [String: DesktopAction] = [
    "Switch One Desktop to the Left": .neighbour(.left, movesWindow: false),
    "Switch One Desktop to the Right": .neighbour(.right, movesWindow: false),
    "Switch One Desktop Up": .neighbour(.up, movesWindow: false),
    "Switch One Desktop Down": .neighbour(.down, movesWindow: false),
    "Window One Desktop to the Left": .neighbour(.left, movesWindow: true),
    "Window One Desktop to the Right": .neighbour(.right, movesWindow: true),
    "Window Quick Tile Left": .tile(.left), "Window Quick Tile Right": .tile(.right),
  ]
}
