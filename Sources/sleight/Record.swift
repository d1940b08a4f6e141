import ArgumentParser
import Daemon
import Glibc
import Libinput
import Linux
import Touch

struct Record: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Keeps what the hands do in a file, to be replayed.",
    discussion: """
      Records all touch devices until it is stopped by SIGINT (Ctrl+C), beside a daemon that runs or without one.
      The file says where fingers were and when: think of what you typed on a screen before you give it away.
      """)

  @Argument(
    help: "The file to write; an old one is replaced. '-' is standard output.", completion: .file(extensions: ["jsonl"])
  )
  var file: String

  func run() throws {
    try Failure.report {
      // Before signals are only noticed between events: a pipe may have to be waited for until somebody reads it.
      let output = Descriptor(
        owning: file == "-"
          ? try system("dup", path: "standard output") { dup(1) }
          : try Descriptor.open(file, O_WRONLY | O_CREAT | O_TRUNC).release())
      let watch = try LiveTouches()
      let sink = Sink(output, path: file)
      var writer = RecordingWriter()
      // The devices that are there at the beginning stand in the first line.
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
      // Says when it ended, and that nothing was done after.
      let end = Timestamp(microseconds: monotonicNow())
      for device in watch.loop.devices.readable {
        sink.write(writer.line(for: TouchEvent(time: end, device: device.id, kind: .deviceRemoved)))
      }
      if let failure = sink.failure { throw failure }
    }
  }

  /// Where the lines go, until it fails.
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
