internal import Glibc
internal import Linux
internal import Testing

/// A daemon, a hand on two devices, and a process that saves the rules file at the same time, one step after every
/// frame of the hand.
///
/// Each saved file has a number, which its rules append together with the name of the gesture. Its number of rules
/// differs from that of the files saved shortly before and after, so that the log identifies the loaded file.
final class ReloadScene {
  /// The movement of a hand, and the text that the rules append for it.
  enum Move: CaseIterable {
    case swipe, pan, swipeOnScreen, doubleTap, longPress

    var names: [String] {
      switch self {
      case .swipe: ["swipe"]
      case .pan: ["pan begin", "pan end"]
      case .swipeOnScreen: ["swipe on screen"]
      case .doubleTap: ["double tap"]
      case .longPress: ["long press"]
      }
    }
  }

  let dotfiles: Dotfiles
  let daemon: Daemon
  private let touchpad: Surface
  private let touchscreen: Surface
  private let acts: Tail
  private let log: Tail
  private var steps: [Dotfiles.Step] = []
  /// The number of the last file without errors that is completely saved, or is being saved.
  private(set) var saved = 0
  private var saving = 0
  /// The numbers of the files that the daemon loaded.
  private(set) var adopted: [Int] = []
  /// Lines appended by rules that no gesture accounts for yet.
  private var unclaimed: [String] = []

  init() throws {
    dotfiles = try Dotfiles()
    touchpad = try Surface(.touchpad)
    touchscreen = try Surface(.touchscreen)
    acts = Tail("\(dotfiles.folder)/acts")
    daemon = try Daemon(
      rulesText: Self.rules("0", count: Self.count(of: 0), in: dotfiles.folder), folder: dotfiles.folder,
      reading: [touchpad, touchscreen])
    log = Tail(daemon.program.path(of: .errors))
    for surface in [touchpad, touchscreen] { surface.afterFrame = { [unowned self] in try advance() } }
    try wait(untilAdopted: 0)
  }

  // MARK: - Saving

  /// True if root saves the files, in place of the user.
  var savesAsRoot = false

  /// True if no save is in progress.
  var isQuiet: Bool { steps.isEmpty }

  /// Saves the next file without errors, a step at a time.
  func save(_ method: Dotfiles.SaveMethod) {
    saving += 1
    let number = saving
    let text = Self.rules("\(number)", count: Self.count(of: number), in: dotfiles.folder)
    steps += dotfiles.steps(method, text, half: half) + [{ [unowned self] in saved = number }]
  }

  /// Saves a file with the error of this number.
  func saveMistake(_ number: Int, _ method: Dotfiles.SaveMethod) {
    let good = Self.rules("bad", count: Self.ownRules, in: dotfiles.folder)
    // An empty file is an error only for the rules file itself: an included one may be empty.
    let nothing = method == .included ? "rules:\n" : ""
    let mistakes = [
      String(good.dropLast(2)), good + "ruels: []\n", good.replacing("swipe: left", with: "swype: left"), nothing,
      good.replacing("fingers: 1", with: "fingers: 12"), good + "\u{1}", good + "---\n", "rules:\n\t- {}\n",
      good.replacing("do: ", with: "do: {keys: super+nosuchkey}, end: "), good + "strokes: []\n",
    ]
    steps += dotfiles.steps(method, mistakes[number % mistakes.count], half: half)
  }

  /// Lets time pass before the next step.
  func pause(frames: Int) { steps += Array(repeating: nil, count: frames) }

  private var half: String { Self.rules("half", count: Self.ownRules, in: dotfiles.folder) }

  /// Runs one step, and collects what has happened.
  private func advance() throws {
    if !steps.isEmpty, let step = steps.removeFirst() {
      // The owner of the files matters: a lease is for the owner, and so is the permission to read.
      if !savesAsRoot { seteuid(uid_t(Guest.user.id) ?? 0) }
      defer { seteuid(0) }
      try step()
    }
    collectResults()
  }

  private func rest(frames: Int) throws {
    for _ in 0..<frames {
      // The hand's pace: files are saved between its frames.
      SystemTests.rest(for: Surface.frame)
      try advance()
    }
  }

  // MARK: - Rules

  /// The number of rules that act.
  private static let ownRules = 5
  /// The number of files after which their numbers of rules repeat.
  private static let cycle = 40

  private static func count(of number: Int) -> Int { ownRules + 1 + number % cycle }

  /// In brackets, so that no part of a file is a valid file.
  private static func rules(_ label: String, count: Int, in folder: String) -> String {
    func act(_ name: String) -> String { "\"echo '\(label) \(name)' >>\(folder)/acts\"" }
    let own = [
      "swipe: left, fingers: 3, device: touchpad, do: \(act("swipe"))",
      "pan: right, fingers: 4, device: touchpad, begin: \(act("pan begin")), end: \(act("pan end"))",
      "swipe: right, fingers: 2, device: touchscreen, do: \(act("swipe on screen"))",
      "tap: double, fingers: 1, device: touchscreen, do: \(act("double tap"))",
      "long-press: 300ms, fingers: 3, device: touchscreen, do: \(act("long press"))",
    ]
    let others = (own.count..<count).map { "swipe: left, fingers: 3, device: Nobody's \($0), do: 'true'" }
    return "rules: [\n" + (own + others).map { "  {\($0)}" }.joined(separator: ",\n") + "\n]\n"
  }

  // MARK: - Results

  private func collectResults() {
    unclaimed += acts.lines()
    for line in log.lines() {
      let words = line.split(separator: " ")
      guard words.count > 3, words[2] == "rules", words[3] == "from", let count = Int(words[1]) else { continue }
      // The latest possible file with so many rules.
      let last = adopted.last ?? 0
      let number = (last...max(last, saving)).last { Self.count(of: $0) == count }
      adopted.append(number ?? -1)
    }
  }

  /// Runs all remaining steps of the save.
  func finishSaving() throws { while !isQuiet { try rest(frames: 1) } }

  /// Waits until no save is in progress, and the file of this number is loaded.
  func wait(untilAdopted number: Int) throws {
    try SystemTests.wait(otherwise: { "not \(number) but \(self.adopted.suffix(3)) in force: \(self.daemon.program)" })
    {
      try advance()
      return isQuiet && adopted.last == number ? () : nil
    }
  }

  /// Waits until the daemon is idle.
  func waitUntilIdle() throws { try daemon.program.waitUntilReading(touchpad.node ?? "") }

  /// Makes a gesture while files are saved, and expects that one file that was in force has acted on it, once.
  /// - Returns: the file's number.
  @discardableResult
  func make(_ move: Move) throws -> Int? {
    collectResults()
    let before = adopted.last ?? 0
    switch move {
    case .swipe:
      try touchpad.land(3)
      try touchpad.move(by: .init(x: -30, y: 0), in: .milliseconds(150))
      try touchpad.lift()
    case .pan:
      try touchpad.land(4)
      try touchpad.move(by: .init(x: 25, y: 0), in: .milliseconds(300))
      try touchpad.lift()
    case .swipeOnScreen:
      try touchscreen.land(2)
      try touchscreen.move(by: .init(x: 30, y: 0), in: .milliseconds(150))
      try touchscreen.lift()
    case .doubleTap:
      for _ in 0..<2 {
        try touchscreen.tap(1, lasting: .milliseconds(60))
        try rest(frames: 8)
      }
    case .longPress:
      try touchscreen.land(3)
      try rest(frames: 60)
      try touchscreen.lift()
    }
    try SystemTests.wait(otherwise: { "\(move) is lost: \(self.unclaimed); \(self.daemon.program)" }) {
      try rest(frames: 1)
      return unclaimed.count >= move.names.count ? () : nil
    }
    let lines = unclaimed
    unclaimed = []
    try rest(frames: 10)
    let number = lines.first.flatMap { Int($0.prefix { $0 != " " }) }
    #expect(lines == move.names.map { "\(number ?? -1) \($0)" })
    let after = adopted.last ?? 0
    let isInForce = number.map { before <= $0 && $0 <= after } ?? false
    #expect(isInForce, "\(move) by \(lines), in force were \(before) to \(after)")
    return number
  }

  /// The lines that no gesture accounts for.
  var leftOver: [String] {
    collectResults()
    return unclaimed
  }
}
