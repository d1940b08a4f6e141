import ArgumentParser
import Glibc
import Launching
import Linux

/// The service of sleight-commands.service. It is hidden from help, since only systemd runs it.
struct StartCommandsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "start-commands",
    abstract: "Start commands for a sandboxed daemon; run by systemd.",
    shouldDisplay: false)

  /// The idle time after which it exits: systemd starts it again on demand.
  private static let idleTime = Duration.seconds(10)

  private enum Token {
    static let signals: UInt64 = 0
    static let service: UInt64 = 1
  }

  func run() throws {
    try Failure.report {
      guard let listener = try supervisorSocket() else {
        throw Failure("start-commands requires the socket of sleight-commands.socket; it is run by systemd")
      }
      try Self.run(LaunchService(listener: listener))
    }
  }

  private static func run(_ service: LaunchService) throws(SystemError) {
    ignoreBrokenPipes()
    ignoreMeaninglessSignals()
    let signals = try SignalDescriptor([SIGCHLD, SIGTERM, SIGINT])
    var epoll = try Epoll()
    try epoll.add(signals.number, token: Token.signals)
    try epoll.add(service.descriptor, token: Token.service)
    releaseUnusedMemory()
    var ready: [Epoll.Ready] = []
    while true {
      try epoll.wait(into: &ready, timeout: service.isIdle ? idleTime : nil)
      if ready.isEmpty, service.isIdle { return }
      for event in ready {
        guard event.token == Token.signals else {
          try service.dispatch()
          continue
        }
        while let signal = try signals.next() {
          // Commands keep running.
          guard signal == SIGCHLD else { return }
          service.reap()
        }
      }
    }
  }
}
