import Actions
import ArgumentParser
import Diagnostics
import Engine
import Gestures
import Glibc
import Libinput
import Linux
import Rules
internal import RulesFile
import Surroundings
import Time
import Touch

/// `record --stroke`: adds a drawing to the rules file as a shape.
struct StrokeRecorder {
  /// The name of the shape.
  let name: String
  /// The path of the rules file.
  let path: String
  /// The recording with the drawing; nil if it is drawn live.
  let recording: String?

  func run() throws {
    // Fails before the user draws for a file that cannot be changed.
    let rules = try readRules()
    if BuiltInStroke.templates(named: name) != nil {
      Failure.warn("'\(name)' is a built-in shape; the drawing replaces it in this file")
    }
    guard let recording else { return try draw(rules) }
    _ = try write(recorded(in: recording, rules))
  }

  /// The current rules file. Prints its errors and exits, unless they are only shapes that are not defined yet.
  private func readRules() throws -> RulesFile {
    let file = RulesFile.load(path: path, keyNames: .xkb, mayWait: false)
    let mistakes = file.diagnostics.filter { $0.severity == .error }
    guard mistakes.allSatisfy({ $0.id == MessageID.unknownStroke.rawValue }) else {
      try StandardStream.error.write(rendered(file.mistakes, of: file, on: .error))
      if !file.isMissing {
        Failure.warn("a shape can only be added to a file without errors; the file is unchanged")
      }
      throw ExitCode(1)
    }
    return file
  }

  // MARK: The drawing

  /// Adds what is drawn on the live devices, until the shape has enough drawings or a signal ends it.
  private func draw(_ rules: RulesFile) throws {
    let touches = try LiveTouches()
    let canvas = Canvas(rules)
    var failure: (any Error)?
    func invite() {
      Failure.warn(
        "draw '\(name)' now on a touchscreen, or on a touchpad with "
          + (rules.mayReadContacts ? "three or more fingers, or one from a corner" : "three or four fingers")
          + " (Ctrl+C cancels)")
    }
    canvas.drawn = { shape in
      guard let shape else { return Failure.warn("too small or too straight for a shape; draw it again") }
      do {
        let drawings = try write(shape, isFirst: canvas.shapes.count == 1)
        let missing = StrokePattern.enoughDrawings - drawings
        if missing > 0 { return Self.ask(for: missing, more: shape, isFirst: canvas.shapes.count == 1) }
      } catch {
        failure = error
      }
      touches.loop.stop()
    }
    try touches.run(canvas, started: invite)
    if let failure { throw failure }
    guard canvas.shapes.isEmpty else { return }
    Failure.warn("nothing was drawn; \(path) is unchanged")
    throw ExitCode(1)
  }

  /// Asks for more drawings of a shape that was drawn.
  private static func ask(for missing: Int, more shape: StrokeTemplate, isFirst: Bool) {
    Failure.warn(
      "draw it \(missing == 1 ? "once more" : "\(missing) more times")"
        + (isFirst ? ": three drawings are recognised more often than one" : "") + " (Ctrl+C ends)")
    if isFirst, shape.isRing {
      Failure.warn("its ends meet: draw it once the other way round if it may be drawn in either direction")
    }
  }

  /// The first shape drawn in a recording.
  private func recorded(in file: String, _ rules: RulesFile) throws -> StrokeTemplate {
    let source = try RecordingFile(file)
    try source.printProblems()
    guard source.recording.isWhole else { throw ExitCode(1) }
    let canvas = Canvas(rules)
    try canvas.play(source.recording.events, panels: source.panels)
    guard let first = canvas.shapes.first else {
      throw Failure(
        canvas.isBlank
          ? "\(source.name): contains no drawing"
          : "\(source.name): its drawing is too small or too straight for a shape")
    }
    if canvas.shapes.count > 1 {
      Failure.warn("\(source.name): contains \(canvas.shapes.count) drawings; using the first")
    }
    return first
  }

  // MARK: The file

  /// Adds a drawing to the file.
  /// - Parameter isFirst: true if the user is told that no rule uses the shape.
  /// - Returns: the number of drawings that the shape has now.
  private func write(_ drawing: StrokeTemplate, isFirst: Bool = true) throws -> Int {
    // The file may have changed during the drawing.
    let file = try readRules()
    // A drawing is added to the file that defines the shape, if an included one does.
    let source = file.source(ofStroke: name)
    guard let edit = StrokesEditor.add(drawing, as: name, to: source.bytes) else {
      try surrender(drawing, "\(source.name) cannot be edited automatically")
    }
    let main = file.sources.main
    let edited = RulesFile.check(
      bytes: source == main ? edit.bytes : main.bytes, name: path, keyNames: .xkb,
      files: .live().replacing(source.name, with: edit.bytes))
    guard let rules = edited.rules else {
      try StandardStream.error.write(rendered(edited.mistakes, of: edited, on: .error))
      try surrender(drawing, "\(source.name) has other errors than the missing shape")
    }
    do throws(SystemError) {
      try replaceFile(at: source.name, with: edit.bytes)
    } catch {
      try surrender(drawing, "\(error)")
    }
    try StandardStream.output.show(
      "\(source.name):\(edit.line): '\(name)' has \(counted(edit.drawings, "drawing"))\n".legibleLines)
    let isAskedFor = rules.rules.contains { $0.trigger.pattern.shape?.name == name }
    if !isAskedFor, isFirst { Failure.warn("no rule uses it yet; add one that starts with '- stroke: \(name)'") }
    return edit.drawings
  }

  /// Leaves the file unchanged, and prints the line for the user to insert.
  private func surrender(_ drawing: StrokeTemplate, _ reason: String) throws -> Never {
    Failure.warn("error: \(reason)")
    Failure.warn("the file is unchanged; add this line under 'strokes':")
    try StandardStream.output.write(StrokesEditor.line(drawing, as: name) + "\n")
    throw ExitCode(1)
  }
}

/// Takes in drawings. Devices are adjusted as for the rules.
private final class Canvas: TouchReader {
  private var reader: DrawingReader
  let readsContacts: Bool
  /// The shapes that were drawn.
  private(set) var shapes: [StrokeTemplate] = []
  /// True if nothing was drawn, not even something that is no shape.
  private(set) var isBlank = true
  /// Called with each drawing: its shape; nil if it is no shape, or too small to be recognised when drawn again.
  var drawn: (StrokeTemplate?) -> Void = { _ in }

  init(_ rules: RulesFile) {
    reader = DrawingReader(settling: rules.rules?.settling ?? Recognition.settling, devices: rules.devices)
    readsContacts = rules.mayReadContacts
  }

  var adjustments: DeviceAdjustments { reader.adjustments }

  func replacePanels(with panels: [Panel], at now: Timestamp) -> [Device] {
    reader.replacePanels(with: panels)
    return []
  }

  func handle(_ event: TouchEvent) {
    guard let drawing = reader.handle(event) else { return }
    isBlank = false
    let shape = drawing.path.shape == nil ? nil : StrokeTemplate(drawing.path.points)
    if let shape { shapes.append(shape) }
    drawn(shape)
  }
}
