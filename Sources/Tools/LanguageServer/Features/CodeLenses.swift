internal import JSONLines
internal import RulesFile

extension Server {
  /// The daemon's memories of the rules of a saved document, and a way to show a gesture, if the client has one.
  mutating func lenses(_ parameters: JSONValue) throws(Refusal) -> JSONValue {
    let path = try path(parameters)
    guard let document = documents[path] else { return .null }
    var lenses: [JSONValue] = []
    func add(_ line: Int, _ title: String, _ command: String, _ arguments: [JSONValue] = []) {
      guard line < document.text.lineCount else { return }
      lenses.append([
        "range": document.text.json(document.text.line(line), client.encoding),
        "command": ["title": .string(title), "command": .string(command), "arguments": .array(arguments)],
      ])
    }
    // Lines of another text would be other rules.
    for memory in document.isModified ? [] : machine.memories(path) {
      if memory.acted > 0 {
        add(memory.line - 1, "acted \(Self.times(memory.acted))" + (memory.last.map { ", last \($0)" } ?? ""), "")
      }
      if memory.missed > 0 { add(memory.line - 1, "nearly acted \(Self.times(memory.missed))", "") }
    }
    if client.showsGestures {
      for entry in document.entries.all {
        add(
          entry.lowerBound, "show a gesture", "sleight.showGesture",
          [.string(document.address), .number(Double(entry.lowerBound))])
      }
    }
    return .array(lenses)
  }

  private static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }
}
