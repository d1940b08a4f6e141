import ArgumentParser
import Libinput
import Linux
internal import RulesFile
import Surroundings
internal import Time
import Touch

struct RecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Record touch events to a file for 'replay', or a drawn shape for rules.",
    usage: "sleight record [--force] <file>\nsleight record --stroke <name> [--from <recording>] [--config <file>]",
    discussion: """
      Records all touch devices until SIGINT (Ctrl+C), with or without a running daemon. The file contains the position \
      and time of each touch: before sharing it, consider what you typed on a touchscreen.

      With --stroke, adds the next shape that is drawn to 'strokes' in the rules file.
      """)

  @OptionGroup var config: ConfigOption

  @Option(
    help: ArgumentHelp("Record one drawing of the shape <name> into the rules file.", valueName: "name"),
    completion: .custom(Completion.shapes))
  var stroke: String?

  @Option(
    help: ArgumentHelp(
      "Read the drawing from a recording; '-' is standard input.", valueName: "recording"),
    completion: .file(), transform: fileName)
  var from: String?

  @Flag(name: .shortAndLong, help: "Replace an existing file.")
  var force = false

  @Argument(
    help: "The file to write; '-' is standard output.", completion: .file(extensions: ["jsonl"]), transform: fileName)
  var file: String?

  func validate() throws {
    guard let stroke else {
      if from != nil || config.config != nil { throw ValidationError("--from and --config require --stroke") }
      if file == nil { throw ValidationError("missing argument: <file> or --stroke <name>") }
      return
    }
    if file != nil {
      throw ValidationError("--stroke writes to the rules file; to read a recording, use --from <recording>")
    }
    if force { throw ValidationError("--stroke adds to the rules file and does not accept --force") }
    guard StrokesEditor.isName(stroke) else {
      throw ValidationError(
        "'\(stroke)' is not a valid name for a shape: use letters, digits, '-' and '_', and no word such as 'yes'")
    }
  }

  func run() throws {
    try Failure.report {
      if let stroke {
        try StrokeRecorder(name: stroke, path: try config.path, recording: from).run()
      } else if let file {
        try Self.record(to: OutputFile(file, isForced: force))
      }
    }
  }

  private static func record(to file: OutputFile) throws {
    // Before signals are blocked: opening a pipe may wait until somebody reads it, and Ctrl+C must end that.
    let sink = Sink(try file.writer())
    let watch = try LiveTouches()
    watch.loop.devices.wantsContacts = { _ in true }
    var writer = RecordingWriter()
    // The first line has the devices that exist at the beginning.
    var first: [Device]? = []
    func write(_ line: String) {
      sink.write(line)
      if sink.failure != nil { watch.loop.stop() }
    }
    func begin() {
      if let devices = first { write(writer.header(devices)) }
      first = nil
    }
    try watch.run(started: begin) { event in
      if case .deviceAdded(let device) = event.kind, first != nil {
        first?.append(device)
        return
      }
      begin()
      write(writer.line(for: event))
      // From the first event on, a recording that ends early is of use.
      if sink.failure == nil { sink.keep() }
    }
    // The end of the recording, which shows that nothing happened after the last event.
    let end = Timestamp.now
    for device in watch.loop.devices.readable {
      sink.write(writer.line(for: TouchEvent(time: end, device: device.id, kind: .deviceRemoved)))
    }
    try sink.finish()
  }

  /// The output, which ignores lines after the first error.
  private final class Sink {
    private let writer: OutputFile.Writer
    private(set) var failure: (any Error)?

    init(_ writer: OutputFile.Writer) { self.writer = writer }

    func write(_ line: String) {
      guard failure == nil else { return }
      do { try writer.write("\(line)\n") } catch { failure = error }
    }

    /// Keeps what was written, even if later lines cannot be.
    func keep() { writer.keep() }

    func finish() throws {
      if let failure { throw failure }
      try writer.finish()
    }
  }
}
