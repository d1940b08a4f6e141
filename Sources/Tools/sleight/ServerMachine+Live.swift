internal import Actions
internal import Control
import Engine
import Diagnostics
internal import Foreign
internal import LanguageServer
import Linux
internal import Rules
internal import RulesFile
internal import Surroundings

extension ServerMachine {
  /// This machine, with the devices that are there now.
  static var live: ServerMachine {
    let machine = CheckedMachine()
    return ServerMachine(
      files: .live(), usersFile: try? ConfigOption.defaultPath,
      check: { bytes, path, files, objection, memory in
        let file = machine.check(bytes, path, files: files, objection: objection, memory: &memory)
        return Checked(file, machine.diagnostics(of: file))
      },
      names: { names($0, on: machine) },
      recipes: {
        let book = RecipeBook()
        return book.recipes.filter { !$0.isFile }.map { recipe in
          let wishes = book.wishes.filter { $0.titles.contains(recipe.title) }.flatMap(\.phrases)
          return Recipe(title: recipe.title, remark: recipe.remark, lines: recipe.lines, wishes: wishes)
        }
      },
      memories: { memories(of: $0) })
  }

  private static func names(_ kind: MachineNames, on machine: CheckedMachine) -> [NamedThing] {
    switch kind {
    case .applications:
      let focused = status?.app.map { [NamedThing($0, "the focused window")] } ?? []
      return focused + InstalledApplication.all.map { NamedThing($0.id, $0.name) }
    case .titles: return status?.title.map { [NamedThing($0, "the focused window")] } ?? []
    case .outputs:
      let screens = status?.touchscreens.compactMap(\.output) ?? []
      return Set(screens + [status?.output].compactMap { $0 }).sorted().map { NamedThing($0) }
    case .devices: return machine.deviceNames.map { NamedThing($0) }
    case .keys: return keys
    }
  }

  /// The keysyms, each with the character that it types. They are gathered once.
  private static let keys = Keysyms.allNames().map { NamedThing($0, Keysyms.character(named: $0) ?? "") }

  /// The desktop as a running daemon knows it. Nobody who types waits longer for it.
  private static var status: DesktopStatus? {
    guard case .done(let status)? = try? ControlClient.ask(.status, within: .milliseconds(200)) else { return nil }
    return status.desktop
  }

  /// The memories of the daemon that uses the file at a path: of the touches that it keeps, which rules acted and which
  /// were the nearest.
  private static func memories(of path: String) -> [RuleMemory] {
    guard let reply = try? ControlClient.touches(), reply.config == path,
      let rules = RulesFile.load(path: path, keyNames: .xkb, mayWait: false).rules
    else { return [] }
    var memories: [String: RuleMemory] = [:]
    func note(_ location: String, _ change: (inout RuleMemory) -> Void) {
      // The location of a rule ends with its line.
      guard let line = location.split(separator: ":").last.flatMap({ Int($0) }) else { return }
      change(&memories[location, default: RuleMemory(line: line, acted: 0, last: nil, missed: 0)])
    }
    // The latest touch is the first.
    for (index, touch) in reply.touches.enumerated() where !touch.isOutdated {
      for deed in touch.deeds {
        note(deed.rule) {
          $0.acted += 1
          $0.last = $0.last ?? String(wallClock(inMilliseconds: -touch.ago).prefix(5))
        }
      }
      guard touch.deeds.isEmpty, let story = try? TouchStory(touch, number: index + 1, rules: rules) else { continue }
      if let nearest = story.nearest.first { note(nearest.location) { $0.missed += 1 } }
    }
    // Rules of included files are at lines of others.
    return memories.filter { $0.key.hasPrefix("\(path.lastComponent):") }.map(\.value).sorted { $0.line < $1.line }
  }
}
