import ArgumentParser
import Daemon
import Diagnostics
import Gestures
import Glibc
import Libinput
import Linux
import Rules
internal import RulesFile
import Touch

/// `record --stroke`: what a hand draws becomes a shape of the rules file.
struct StrokeRecord {
  /// What the shape is called.
  let name: String
  /// The rules file.
  let path: String
  /// A recording to take the drawing from, in place of a hand.
  let recording: String?

  func run() throws {
    // The hand need not draw for a file that nothing can be added to.
    let rules = try readRules()
    if BuiltInStroke.templates(named: name) != nil {
      Failure.warn("'\(name)' is a built-in shape; what is drawn now takes its place in this file")
    }
    let settling = rules.rules?.settling ?? Recognition.settling
    // A shape is drawn on the devices as rules will see it.
    guard
      let drawing = try recording.map({ try recorded(in: $0, rules.devices, settling) })
        ?? drawn(rules.devices, settling)
    else {
      Failure.warn("nothing was drawn, and \(path) stays as it is")
      throw ExitCode(1)
    }
    try write(drawing)
  }

  /// The rules file as it is now. What is wrong with it is told, unless all that is wrong is that shapes are asked for
  /// that have still to be drawn.
  private func readRules() throws -> RulesFile {
    let file = RulesFile.load(path: path, keyNames: .xkb, mayWait: false)
    let mistakes = file.diagnostics.filter { $0.severity == .error }
    guard mistakes.allSatisfy({ $0.id == MessageID.unknownStroke.rawValue }) else {
      try StandardStream.error.write(rendered(file.mistakes, of: file, on: .error))
      if !mistakes.contains(where: { $0.id == MessageID.missingFile.rawValue && $0.file == 0 }) {
        Failure.warn("a shape is added to a file without mistakes only; this one stays as it is")
      }
      throw ExitCode(1)
    }
    return file
  }

  // MARK: The drawing

  /// What is drawn on the live devices; nil where a signal ended it before.
  private func drawn(_ devices: [DeviceStatement], _ settling: Duration) throws -> StrokeTemplate? {
    let watch = try LiveTouches()
    var adjustments = DeviceAdjustments(devices)
    watch.adjustments = { adjustments }
    try watch.followPanels { panels in adjustments.replacePanels(with: panels) }
    var reader = DrawingReader(settling: settling)
    var result: StrokeTemplate?
    func invite() {
      Failure.warn(
        "draw '\(name)' now, on a touchscreen, or on a touchpad with three or four fingers; Ctrl+C changes nothing")
    }
    try watch.run(started: invite) { event in
      guard result == nil, let event = adjustments.adjust(event), let drawing = reader.handle(event) else { return }
      result = Self.template(of: drawing)
      if result == nil { Failure.warn("that is too small or too straight to be a shape; draw it once more") }
      if result != nil { watch.loop.stop() }
    }
    return result
  }

  /// The first shape that is drawn in a recording.
  private func recorded(
    in file: String, _ devices: [DeviceStatement], _ settling: Duration
  ) throws -> StrokeTemplate? {
    let source = try RecordingFile(file)
    try source.tellProblems()
    guard source.recording.problems.isEmpty else { throw ExitCode(1) }
    var reader = DrawingReader(settling: settling)
    var adjustments = DeviceAdjustments(devices)
    let drawings = source.recording.events.compactMap { adjustments.adjust($0).flatMap { reader.handle($0) } }
    let shapes = drawings.compactMap { Self.template(of: $0) }
    guard let first = shapes.first else {
      throw Failure(
        drawings.isEmpty
          ? "\(source.name): nothing is drawn in it"
          : "\(source.name): what is drawn in it is too small or too straight to be a shape")
    }
    if shapes.count > 1 { Failure.warn("\(source.name): \(shapes.count) shapes are drawn in it; the first is taken") }
    return first
  }

  /// Nil for what is no shape, or too small to be taken for one when it is drawn again.
  private static func template(of drawing: Drawing) -> StrokeTemplate? {
    drawing.path.shape == nil ? nil : StrokeTemplate(drawing.path.places)
  }

  // MARK: The file

  private func write(_ drawing: StrokeTemplate) throws {
    // Somebody may have written it while the hand drew.
    let file = try readRules()
    // A shape that an included file has is one there with one more drawing.
    let source = file.source(ofStroke: name)
    guard let edit = StrokesEditor.add(drawing, as: name, to: source.bytes) else {
      try surrender(drawing, "\(source.name) is not written in a way that is known well enough to be changed")
    }
    let main = file.sources.main
    let edited = RulesFile.check(
      bytes: source == main ? edit.bytes : main.bytes, name: path, keyNames: .xkb,
      files: .live().replacing(source.name, with: edit.bytes))
    guard let rules = edited.rules else {
      try StandardStream.error.write(rendered(edited.mistakes, of: edited, on: .error))
      try surrender(drawing, "\(source.name) has more mistakes than the shape that was missing")
    }
    do throws(SystemError) {
      try replaceFile(at: source.name, with: edit.bytes)
    } catch {
      try surrender(drawing, "\(error)")
    }
    try StandardStream.output.write(
      "\(source.name):\(edit.line): '\(name)' has \(counted(edit.drawings, "drawing"))\n".legibleLines)
    let isAskedFor = rules.rules.contains { rule in
      if case .stroke(let pattern) = rule.trigger.pattern { pattern.name == name } else { false }
    }
    if !isAskedFor { Failure.warn("no rule asks for it yet: one begins with '- stroke: \(name)'") }
  }

  /// Leaves the file as it is, and gives the drawing to who can write it there.
  private func surrender(_ drawing: StrokeTemplate, _ reason: String) throws -> Never {
    Failure.warn("error: \(reason)")
    Failure.warn("it stays as it is; this line belongs under 'strokes' in it:")
    try StandardStream.output.write(StrokesEditor.line(drawing, as: name) + "\n")
    throw ExitCode(1)
  }
}
