/// The command line of a lisgd, alone or in a shell script.
enum LisgdCommandLine {
  static func read(
    _ source: ImportSource, _ settings: inout LisgdSettings, _ comments: inout [SourceComment]
  ) -> [LisgdGesture] {
    var gestures: [LisgdGesture] = []
    var option: String?
    // A file of gestures alone, without the program's name, is one, too.
    let first = source.lines.first { !$0.bare.isEmpty }?.bare ?? ""
    var isInside = first.hasPrefix("-")
    for token in ShellText.tokens(of: source.text) {
      switch token {
      case .comment(let text, let line): comments.append(SourceComment(line: line, text: text))
      case .operation:
        isInside = false
        option = nil
      case .word(let word):
        guard isInside else {
          isInside = !word.isQuoted && (word.text == "lisgd" || word.text.hasSuffix("/lisgd"))
          continue
        }
        if let name = option {
          if name == "-g", let gesture = gesture(word) { gestures.append(gesture) }
          set(name, word.text, &settings)
          option = nil
        } else if ["-d", "-g", "-m", "-o", "-r", "-t", "-T", "-w", "-h", "-s"].contains(word.text) {
          option = word.text
        }
      }
    }
    return gestures
  }

  private static func set(_ option: String, _ value: String, _ settings: inout LisgdSettings) {
    switch option {
    case "-o": settings.setOrientation(value)
    case "-t": settings.threshold = ImportedQuantity.number(value)
    case "-T": settings.pressedThreshold = ImportedQuantity.number(value)
    case "-m": settings.timeout = ImportedQuantity.number(value)
    default: break
    }
  }

  /// `fingers,swipe[,edge[,distance[,mode]]],command`: older versions have fewer fields.
  private static func gesture(_ word: ShellText.Word) -> LisgdGesture? {
    var fields = word.text.split(separator: ",", omittingEmptySubsequences: false)[...]
    guard fields.count > 2, let fingers = fields.popFirst().flatMap({ Int(String($0).bare) }),
      let swipe = fields.popFirst()
    else { return nil }
    var gesture = LisgdGesture(line: word.line, fingers: fingers, swipe: String(swipe).bare, command: "")
    func next(_ allowed: Set<String>) -> String? {
      guard fields.count > 1, let field = fields.first.map({ String($0).bare }), allowed.contains(field) else {
        return nil
      }
      fields.removeFirst()
      return field
    }
    if let edge = next(["*", "N", "L", "R", "T", "B", "TL", "TR", "BL", "BR"]) {
      gesture.edge = edge
      if let distance = next(["*", "S", "M", "L"]) { gesture.distance = distance }
      if let mode = next(["R", "P"]) { gesture.isPressed = mode == "P" }
    }
    gesture.command = fields.joined(separator: ",").bare
    return gesture
  }
}
