internal import Linux
public import Rules
public import Touch

/// What a `Performer` reaches the world through: programs, keys and pointer, and a place to report to. Tests put recorders here.
public struct Effects {
  /// A command to start.
  public struct Start: Hashable, Sendable {
    /// The program and its arguments.
    public var arguments: [String]
    /// The command as the rule has it.
    public var command: String
    /// Whether a shell is to run it.
    public var isShell: Bool
    /// What for. Under `every` and `back`, its gesture's steps are those that this start stands for.
    public var occasion: Occasion
  }

  /// Starts a command and does not wait for it.
  public var start: (Start) throws(Commands.Failure) -> Commands.ID
  /// Whether a command that was started has not ended.
  public var isRunning: (Commands.ID) -> Bool
  /// Hands on a command in a compositor's language, of the rule at a place, and does not wait for its end.
  public var tell: (Action.Compositor, _ command: String, _ place: String) -> Void
  /// The keys of a chord.
  public var resolve: (Chord) throws(KeymapError) -> KeyPresses
  /// How a text is typed.
  public var spell: (String) throws(KeymapError) -> Spelling
  /// When to ask again whether keys can be pressed and the pointer used; nil where they can.
  public var inputWait: (Timestamp) -> Timestamp?
  /// Presses or releases a key, or uses the pointer; false where there is no room now.
  public var send: (InputEvent) throws(InjectionError) -> Bool
  /// Takes note of what was not done.
  public var report: (ActionFailure) -> Void

  /// Effects by what does them.
  public init(
    start: @escaping (Start) throws(Commands.Failure) -> Commands.ID,
    isRunning: @escaping (Commands.ID) -> Bool,
    tell: @escaping (Action.Compositor, _ command: String, _ place: String) -> Void,
    resolve: @escaping (Chord) throws(KeymapError) -> KeyPresses,
    spell: @escaping (String) throws(KeymapError) -> Spelling,
    inputWait: @escaping (Timestamp) -> Timestamp?,
    send: @escaping (InputEvent) throws(InjectionError) -> Bool,
    report: @escaping (ActionFailure) -> Void
  ) {
    self.start = start
    self.isRunning = isRunning
    self.tell = tell
    self.resolve = resolve
    self.spell = spell
    self.inputWait = inputWait
    self.send = send
    self.report = report
  }

  /// The real ones.
  /// - Parameters:
  ///   - commands: starts commands and remembers them.
  ///   - input: where keys and the pointer's events go.
  ///   - tell: hands on what is for a compositor.
  ///   - report: takes note of what was not done.
  public static func live(
    commands: Commands, input: VirtualInput,
    tell: @escaping (Action.Compositor, _ command: String, _ place: String) -> Void,
    report: @escaping (ActionFailure) -> Void
  ) -> Effects {
    Effects(
      start: { start throws(Commands.Failure) in try commands.start(start) },
      isRunning: { commands.isRunning($0) },
      tell: tell,
      resolve: { chord throws(KeymapError) in try input.resolve(chord) },
      spell: { text throws(KeymapError) in try input.spell(text) },
      inputWait: { input.wait(at: $0) },
      send: { event throws(InjectionError) in try input.send(event) },
      report: report)
  }
}
