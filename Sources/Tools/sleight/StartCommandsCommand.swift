import ArgumentParser
import Daemon
import Desktop
import Glibc
import Launching
import Linux
import Logging

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
    static let relays: UInt64 = 2
  }

  func run() throws {
    try Failure.report {
      guard let listener = try supervisorSocket() else {
        throw Failure("start-commands requires the socket of sleight-commands.socket; it is run by systemd")
      }
      let log = Logger(label: "sleight") { _ in ErrorLog(level: .notice) }
      var relays: [BusRelay] = []
      // The order is that of ListenStream= in the socket's unit.
      for (index, bus) in [BusRelay.Bus.session, .system].enumerated() {
        guard let listener = try supervisorSocket(index + 1) else { break }
        relays.append(
          try BusRelay(bus, listener: listener, admits: LaunchService.isOfTheDaemon) { log.warning("\($0)") })
      }
      try Self.run(LaunchService(listener: listener), relays)
    }
  }

  private static func run(_ service: LaunchService, _ relays: [BusRelay]) throws(SystemError) {
    ignoreMeaninglessSignals()
    let signals = try SignalDescriptor([SIGCHLD, SIGTERM, SIGINT])
    var epoll = try Epoll()
    try epoll.add(signals.number, token: Token.signals)
    try epoll.add(service.descriptor, token: Token.service)
    for (index, relay) in relays.enumerated() {
      try epoll.add(relay.descriptor, token: Token.relays + UInt64(index))
    }
    releaseUnusedMemory()
    var ready: [Epoll.Ready] = []
    while true {
      let isIdle = service.isIdle && relays.allSatisfy(\.isIdle)
      try epoll.wait(into: &ready, timeout: isIdle ? idleTime : nil)
      if ready.isEmpty, isIdle { return }
      for event in ready {
        guard event.token == Token.signals else {
          if event.token == Token.service {
            try service.dispatch()
          } else {
            try relays[Int(event.token - Token.relays)].dispatch()
          }
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
