import ArgumentParser
import Glibc
import Libinput
import Linux
internal import RulesFile
import Surroundings
import Touch

struct RecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Keeps what the hands do in a file, to be replayed, or a shape that they draw.",
    usage: "sleight record <file>\nsleight record --stroke <name> [--from <recording>] [--config <file>]",
    discussion: """
      Records all touch devices until it is stopped by SIGINT (Ctrl+C), beside a daemon that runs or without one.
      The file says where fingers were and when: think of what you typed on a screen before you give it away.

      With --stroke, the next shape that is drawn is added to the rules file, under 'strokes'.
      """)

  @OptionGroup var config: ConfigOption

  @Option(
    help: ArgumentHelp(
      "Record one drawing of a shape of this name into the rules file.", valueName: "name"))
  var stroke: String?

  @Option(
    help: ArgumentHelp(
      "Take the drawing from a recording; '-' is standard input.", valueName: "recording"),
    completion: .file())
  var from: String?

  @Argument(
    help: "The file to write; an old one is replaced. '-' is standard output.", completion: .file(extensions: ["jsonl"])
  )
  var file: String?

  func validate() throws {
    guard let stroke else {
      if from != nil || config.config != nil { throw ValidationError("--from and --config go with --stroke") }
      if file == nil { throw ValidationError("say the file to write, or --stroke NAME") }
      return
    }
    if file != nil { throw ValidationError("--stroke writes to the rules file; a recording to read is --from FILE") }
    guard StrokesEditor.isName(stroke) else {
      throw ValidationError(
        "'\(stroke)' is no name for a shape: a name is letters, digits, '-' and '_', and no word such as 'yes'")
    }
  }

  func run() throws {
    try Failure.report {
      if let stroke {
        try StrokeRecorder(name: stroke, path: try config.path, recording: from).run()
      } else if let file {
        try Self.record(to: file)
      }
    }
  }

  private static func record(to file: String) throws {
    // Before signals are blocked: opening a pipe may wait until somebody reads it, and Ctrl+C must end that.
    let output = Descriptor(
      owning: file == "-"
        ? try system("dup", path: "standard output") { dup(1) }
        : try Descriptor.open(file, O_WRONLY | O_CREAT | O_TRUNC).release())
    let watch = try LiveTouches()
    let sink = Sink(output, path: file)
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
    }
    // The end of the recording, which shows that nothing happened after the last event.
    let end = Timestamp.now
    for device in watch.loop.devices.readable {
      sink.write(writer.line(for: TouchEvent(time: end, device: device.id, kind: .deviceRemoved)))
    }
    if let failure = sink.failure { throw failure }
  }

  /// The output, which ignores lines after the first error.
  private final class Sink {
    private let descriptor: Descriptor
    private let path: String
    private(set) var failure: SystemError?

    init(_ descriptor: consuming Descriptor, path: String) {
      self.descriptor = descriptor
      self.path = path
    }

    func write(_ line: String) {
      guard failure == nil else { return }
      do throws(SystemError) {
        try descriptor.write(Array("\(line)\n".utf8))
      } catch {
        failure = SystemError(error.call, path: path, code: error.code)
      }
    }
  }
}
