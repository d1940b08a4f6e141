import FlyingFox
import Foundation

/// `sleight-ui`: serves the pages that set gestures up to the browser of its user, and to nobody else.
@main
enum SleightUI {
  private static let usage = """
    USAGE: sleight-ui [--config <file>] [--no-browser] [--exit-after <seconds>]

    Serves pages to set up gestures in a browser, as 'sleight ui' starts it; see
    sleight-ui(1).

      --config <file>          The rules file.
      --no-browser             Print the address only.
      --exit-after <seconds>   End this long after the last page was closed.
                               (default: 600)

    """

  /// What the command line states.
  private struct Options {
    var config: String?
    var opensBrowser = true
    var exitAfter = 600

    /// - Returns: nil if there are unknown arguments.
    init?(_ arguments: ArraySlice<String>) {
      var rest = arguments
      while let word = rest.popFirst() {
        switch word {
        case "--no-browser": opensBrowser = false
        case "--config":
          guard let path = rest.popFirst(), !path.isEmpty else { return nil }
          config = path
        case "--exit-after":
          guard let seconds = rest.popFirst().flatMap({ Int($0) }), (1...86_400).contains(seconds) else { return nil }
          exitAfter = seconds
        default: return nil
        }
      }
    }
  }

  static func main() async {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments == ["--help"] || arguments == ["-h"] {
      print(usage, terminator: "")
      return
    }
    guard let options = Options(arguments) else {
      fail("unknown arguments; see 'sleight-ui --help'", status: 64)
    }
    do {
      let gate = Gate()
      let presence = Presence()
      let router = Router(gate, Tool(config: options.config), presence)
      try await Listener(gate) { await router.respond(to: $0) }.listen()
      let invitation = Invitation(gate.address)
      try? FileHandle.standardOutput.write(contentsOf: Data("sleight-ui: \(gate.address)\n".utf8))
      if options.opensBrowser, !invitation.openBrowser() {
        warn("no browser was opened; open the address above")
      }
      // After the browser was started, which would inherit both. A page that was closed is an error of writing.
      signal(SIGPIPE, SIG_IGN)
      limitResources()
      await gate.whenEntered { invitation.remove() }
      let signals = endOnSignals(removing: invitation)
      Connections.watch()
      await presence.waitUntilAbsent(for: .seconds(options.exitAfter))
      withExtendedLifetime(signals) {}
      invitation.remove()
      exit(0)
    } catch {
      fail("cannot listen on the loopback address: \(error)", status: 1)
    }
  }

  /// Anybody on this machine can open many connections: there are descriptors for all until `Connections` ends them,
  /// and this process ends before the machine runs out of memory.
  private static func limitResources() {
    var limit = rlimit(rlim_cur: 512 << 20, rlim_max: 512 << 20)
    setrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &limit)
    let descriptors = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    getrlimit(descriptors, &limit)
    limit.rlim_cur = limit.rlim_max
    setrlimit(descriptors, &limit)
  }

  /// Ends on SIGINT and SIGTERM, without the file of the invitation.
  /// - Returns: the sources of these signals, which end when nothing refers to them.
  private static func endOnSignals(removing invitation: Invitation) -> [any DispatchSourceSignal] {
    [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number)
      source.setEventHandler {
        invitation.remove()
        exit(0)
      }
      source.activate()
      return source
    }
  }

  /// Writes a message, if there is still somebody to read it.
  static func warn(_ message: String) {
    try? FileHandle.standardError.write(contentsOf: Data("sleight-ui: \(message)\n".utf8))
  }

  private static func fail(_ message: String, status: CInt) -> Never {
    warn("error: \(message)")
    exit(status)
  }
}
