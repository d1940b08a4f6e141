public import Desktop
public import Diagnostics
internal import Gestures
public import Rules
public import RulesFile
internal import Touch

/// A rule for a gesture that was shown, and its location in a rules file.
// A class: it contains a whole file, and the stages of a lesson contain it.
public final class LearnedRule: Sendable {
  /// A rules file and what reading it depends on.
  public final class Context: Sendable {
    /// The file; empty for a new one.
    public let file: RulesFile
    /// The keysym names; nil accepts every well-formed name.
    public let keyNames: KeyNames?
    /// The files that it may include.
    public let files: IncludedFiles
    /// The gestures that the running desktop handles itself.
    public let desktop: DesktopGestures?

    public init(_ file: RulesFile, keyNames: KeyNames?, files: IncludedFiles, desktop: DesktopGestures? = nil) {
      self.file = file
      self.keyNames = keyNames
      self.files = files
      self.desktop = desktop
    }
  }

  /// The rule as it was added.
  public let text: RuleText
  /// The rules file with the rule.
  public let edit: RuleEditor.Edit
  /// The same, read and checked.
  public let file: RulesFile
  /// The rule; nil if the file has an error with it.
  public let rule: Rule?
  /// The rule before which it is added, because it would act first; nil if the rule is added at the end of the list.
  public let next: Rule?
  /// The reason why the rule does not act on what was shown; nil if it does.
  public let obstacle: String?
  /// The rule that acts in its place.
  public let winner: Rule?
  /// The rules that acted on what was shown and no longer do.
  public let displaced: [Rule]
  /// The messages of the checker about the rule, or about others because of it.
  public let diagnostics: [Diagnostic]

  /// Adds a rule to a file without errors: before the first rule that would act in its place, if that helps and
  /// `mayPrecede` permits it, or else at the end of the list.
  /// - Returns: nil if the file is written in an unusual way.
  public static func add(
    _ text: RuleText, to context: Context, showing showings: [Showing], mayPrecede: Bool = true
  ) -> LearnedRule? {
    guard let last = LearnedRule(text, before: nil, context, showings) else { return nil }
    guard mayPrecede else { return last }
    var learned = last
    var position = Int.max
    while let span = learned.winner?.span, span.file == 0, let rule = learned.rule?.span, span.start < rule.start,
      let before = RuleEditor.position(ofLine: span.start.line, in: context.file.sources.main.bytes),
      before < position,
      let earlier = LearnedRule(text, before: before, next: learned.winner, context, showings)
    {
      position = before
      learned = earlier
    }
    return learned.obstacle == nil ? learned : last
  }

  /// The rule of the file for the same gesture, which no longer acts: it can be replaced. Nil if there is none.
  public var replaceable: Rule? {
    guard let rule else { return nil }
    return displaced.first { other in
      var trigger = other.trigger
      // The learned rule names the device that it was shown on.
      trigger.devices = rule.trigger.devices
      for step in trigger.before.indices where trigger.before.count == rule.trigger.before.count {
        trigger.before[step].gestures[0].devices = rule.trigger.devices
      }
      return trigger == rule.trigger && other.span?.file == 0
    }
  }

  /// Adds the rule in place of `old`, a rule of the file.
  /// - Returns: nil if the file is written in an unusual way.
  public static func replace(
    _ old: Rule, by text: RuleText, in context: Context, showing showings: [Showing]
  ) -> LearnedRule? {
    guard let span = old.span, span.file == 0,
      let position = RuleEditor.position(ofLine: span.start.line, in: context.file.sources.main.bytes)
    else { return nil }
    return LearnedRule(text, before: position, replaces: true, context, showings)
  }

  private init?(
    _ text: RuleText, before position: Int?, next: Rule? = nil, replaces: Bool = false, _ context: Context,
    _ showings: [Showing]
  ) {
    let main = context.file.sources.main
    guard let bytes = text.gesture.map({ GesturesEditor.add($0, to: main.bytes) }) ?? main.bytes else { return nil }
    let edited =
      replaces
      ? position.flatMap { RuleEditor.replace($0, by: text, in: bytes) }
      : RuleEditor.add([text], before: position, to: bytes)
    guard let edit = edited else { return nil }
    let file = RulesFile.check(
      bytes: edit.bytes, name: main.name, keyNames: context.keyNames, files: context.files, desktop: context.desktop)
    self.text = text
    self.edit = edit
    self.file = file
    self.next = next
    let lines = edit.position.line..<edit.position.line + max(edit.lineCount, 1)
    let known = context.file.diagnostics
    diagnostics = file.diagnostics.filter { $0.concerns(lines) && !known.contains($0) }

    guard let rules = file.rules,
      let index = rules.rules.firstIndex(where: { $0.span?.file == 0 && $0.span?.start == edit.position })
    else {
      (rule, obstacle, winner, displaced) = (nil, nil, nil, [])
      return
    }
    let mine = RuleIndex(index)
    rule = rules[mine]
    let acting = showings.map { Explanation.acting(rules, in: Situation(), on: $0.events) }
    displaced = Self.displaced(context.file.rules ?? RuleSet(), by: mine, replaces: replaces, acting, showings)
    (obstacle, winner) = Self.obstacle(to: mine, of: rules, acting, showings)
  }

  /// The rules that acted on what was shown before `mine` was added, and no longer do.
  /// - Parameter acting: the rules that act now on each showing.
  private static func displaced(
    _ before: RuleSet, by mine: RuleIndex, replaces: Bool, _ acting: [[RuleIndex]], _ showings: [Showing]
  ) -> [Rule] {
    let idle = zip(showings, acting).flatMap { showing, acting in
      Explanation.acting(before, in: Situation(), on: showing.events).filter { old in
        !acting.contains(RuleIndex(old < mine || replaces ? old.position : old.position + 1))
      }
    }
    return Set(idle).sorted().map { before[$0] }
  }

  /// The reason why `mine` does not act on one of the showings, and the rule that does; nil if it acts on all.
  private static func obstacle(
    to mine: RuleIndex, of rules: RuleSet, _ acting: [[RuleIndex]], _ showings: [Showing]
  ) -> (obstacle: String?, winner: Rule?) {
    guard let (showing, others) = zip(showings, acting).first(where: { !$1.contains(mine) }) else { return (nil, nil) }
    let first = others.first { !rules[$0].trigger.isSimultaneous }
    let reason =
      first.map { .hidden(mine, by: $0, of: rules) }
      ?? Prevention(of: showing.events, by: rules, in: Situation()).reason(of: mine, on: showing.device)
    return (reason.message, first.map { rules[$0] })
  }
}

extension Diagnostic {
  /// True if it, or one of its notes, is about one of these lines of the main file.
  fileprivate func concerns(_ lines: Range<Int>) -> Bool {
    ([span] + notes.map(\.span)).contains { span in
      span.map { $0.file == 0 && lines.contains($0.start.line) } ?? false
    }
  }
}
