/// An action that the desktop performs, in words that are the same on every desktop: `workspace: next`,
/// `desktop: overview`, `window: close`. `DesktopWays` states how each desktop performs it.
public enum DesktopOperation: Hashable, Sendable {
  /// Another workspace
  case workspace(Workspace)
  /// Another workspace by its number, from 1 to `mostWorkspaces`
  case workspaceNumber(Int)
  /// Another workspace of the output under the fingers: `workspace: next, at: fingers`
  case touchedWorkspace(Workspace)
  /// A function of the desktop itself
  case desktop(Function)
  /// A change of the focused window, or of the focus
  case window(Change)
  /// A change of the window under the fingers: `window: close, at: fingers`
  case touchedWindow(Change)

  /// A workspace, seen from the one that is shown. The meanings are in the vocabulary of the rules file.
  public enum Workspace: String, Hashable, Sendable, CaseIterable {
    case next, previous, first, last, back
    case nextOrNew = "next-or-new"

    /// True if it is one of an output: not of the whole desktop.
    public var isOfOneOutput: Bool { self == .next || self == .previous }
  }

  /// A function of the desktop as a whole.
  public enum Function: String, Hashable, Sendable, CaseIterable {
    case overview, launcher
    case showDesktop = "show-desktop"
    case lock, notifications, screenshot
  }

  /// A change of the focused window, or of the focus.
  public enum Change: Hashable, Sendable, CaseIterable, RawRepresentable {
    case close, minimize, maximize, fullscreen, floating, next, previous, toNextWorkspace, toPreviousWorkspace
    /// To the workspace with a number, from 1 to `mostWorkspaces`
    case toWorkspace(Int)
    case toNextOutput, toLeftOutput, toRightOutput, alwaysOnTop, tileLeft, tileRight, activate

    /// All changes, in the order of the manual; the numbers are represented by the first.
    public static let allCases: [Change] = [
      .close, .minimize, .maximize, .fullscreen, .floating, .next, .previous, .toNextWorkspace, .toPreviousWorkspace,
      .toWorkspace(1), .toNextOutput, .toLeftOutput, .toRightOutput, .alwaysOnTop, .tileLeft, .tileRight, .activate,
    ]

    /// The word before the number of a workspace.
    public static let toWorkspace = "to-workspace-"

    /// The change that the rules file writes so; nil if there is none.
    public init?(rawValue: String) {
      let number =
        rawValue.hasPrefix(Self.toWorkspace)
        ? DesktopOperation.number(String(rawValue.dropFirst(Self.toWorkspace.count))) : nil
      guard
        let change = number.map({ Change.toWorkspace($0) }) ?? Self.allCases.first(where: { $0.rawValue == rawValue })
      else { return nil }
      self = change
    }

    /// Its word in the rules file.
    public var rawValue: String {
      switch self {
      case .close: "close"
      case .minimize: "minimize"
      case .maximize: "maximize"
      case .fullscreen: "fullscreen"
      case .floating: "floating"
      case .next: "next"
      case .previous: "previous"
      case .toNextWorkspace: "to-next-workspace"
      case .toPreviousWorkspace: "to-previous-workspace"
      case .toWorkspace(let number): "\(Self.toWorkspace)\(number)"
      case .toNextOutput: "to-next-output"
      case .toLeftOutput: "to-left-output"
      case .toRightOutput: "to-right-output"
      case .alwaysOnTop: "always-on-top"
      case .tileLeft: "tile-left"
      case .tileRight: "tile-right"
      case .activate: "activate"
      }
    }

    /// True if it changes a window, or focuses that: not another one.
    public var isOfOneWindow: Bool { self != .next && self != .previous }
    /// True if the focused window needs no such change.
    public var isOfTouchedWindow: Bool { self == .activate }
  }

  /// The key of an action.
  public enum Subject: String, Hashable, Sendable, CaseIterable {
    case workspace, desktop, window
  }

  /// The largest number of a workspace.
  public static let mostWorkspaces = 99

  /// All operations, in the order of the manual; the numbers are represented by the first.
  public static let all: [DesktopOperation] =
    Workspace.allCases.map { .workspace($0) } + [.workspaceNumber(1)] + Function.allCases.map { .desktop($0) }
    + Change.allCases.filter { !$0.isOfTouchedWindow }.map { .window($0) }

  /// The operations on the output or the window under the fingers, in the order of the manual.
  public static let touched: [DesktopOperation] =
    Workspace.allCases.filter(\.isOfOneOutput).map { .touchedWorkspace($0) }
    + Change.allCases.filter(\.isOfOneWindow).map { .touchedWindow($0) }

  /// The operation that the rules file writes as `subject: value`; nil if there is none.
  public init?(_ subject: Subject, _ value: String) {
    let operation: DesktopOperation? =
      switch subject {
      case .workspace:
        Workspace(rawValue: value).map { .workspace($0) } ?? Self.number(value).map { .workspaceNumber($0) }
      case .desktop: Function(rawValue: value).map { .desktop($0) }
      case .window: Change(rawValue: value).map { .window($0) }
      }
    guard let operation else { return nil }
    self = operation
  }

  /// The workspace with a number; nil if that is out of range.
  public static func numberedWorkspace(_ number: Int) -> DesktopOperation? {
    (1...mostWorkspaces).contains(number) ? .workspaceNumber(number) : nil
  }

  /// The number of a workspace; nil if it is none, or out of range.
  fileprivate static func number(_ text: String) -> Int? {
    guard text.utf8.count <= 2, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text).flatMap { (1...mostWorkspaces).contains($0) ? $0 : nil }
  }

  /// The window in `situation` that it changes; nil if that is unknown, and for operations on anything else.
  public func touchedWindow(in situation: Situation) -> TouchedWindow? {
    if case .touchedWindow = self { situation.touched } else { nil }
  }

  /// The reason why it changes nothing where the desktop performs it and shows the same workspace afterwards, for
  /// people; nil for operations on anything else.
  public var unchangedReason: String? {
    switch self {
    case .workspace(.next), .workspace(.previous), .workspace(.nextOrNew), .touchedWorkspace, .window(.toNextWorkspace),
      .window(.toPreviousWorkspace), .touchedWindow(.toNextWorkspace), .touchedWindow(.toPreviousWorkspace):
      "there is no other workspace"
    case .workspace(.first), .workspace(.last), .workspaceNumber: "this workspace is shown already"
    case .window(.toWorkspace), .touchedWindow(.toWorkspace): "the window is on this workspace already"
    case .workspace(.back): "no other workspace was shown before"
    case .desktop, .window, .touchedWindow: nil
    }
  }

  /// The number of the workspace that it names; nil if it names none by its number.
  public var number: Int? {
    switch self {
    case .workspaceNumber(let number), .window(.toWorkspace(let number)), .touchedWindow(.toWorkspace(let number)):
      number
    case .workspace, .touchedWorkspace, .desktop, .window, .touchedWindow: nil
    }
  }

  /// Its key in the rules file.
  public var subject: Subject {
    switch self {
    case .workspace, .workspaceNumber, .touchedWorkspace: .workspace
    case .desktop: .desktop
    case .window, .touchedWindow: .window
    }
  }

  /// Its value in the rules file.
  public var value: String {
    switch self {
    case .workspace(let workspace), .touchedWorkspace(let workspace): workspace.rawValue
    case .workspaceNumber(let number): String(number)
    case .desktop(let function): function.rawValue
    case .window(let change), .touchedWindow(let change): change.rawValue
    }
  }

  /// The operation as the rules file writes it: `workspace: next`.
  public var text: String { text(value) }

  /// The same with a word in place of the number.
  public func text(number word: String) -> String {
    text(number.map { value.dropLast(String($0).count) + word } ?? value)
  }

  private func text(_ value: String) -> String { "\(subject.rawValue): \(value)\(isAtFingers ? ", at: fingers" : "")" }

  /// True if it is one of what is under the fingers.
  public var isAtFingers: Bool {
    switch self {
    case .touchedWorkspace, .touchedWindow: true
    case .workspace, .workspaceNumber, .desktop, .window: false
    }
  }
}
