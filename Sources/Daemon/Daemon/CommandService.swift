internal import Actions
internal import Launching
internal import Linux
internal import RulesFile
internal import Surroundings

/// The service that starts programs for a daemon in a sandbox, so that they run outside of it. The daemon's unit names
/// its socket; a daemon without one starts programs itself.
enum CommandService {
  /// The path of its socket; nil if there is no service.
  private static var path: String? { Environment.value(of: "SLEIGHT_COMMANDS") }

  /// True if the service starts programs, so that failures are reported later.
  static var isUsed: Bool { path != nil }

  /// Returns the starter of programs, after adding its descriptor to `loop`.
  /// - Parameters:
  ///   - isSilent: true to discard the output of programs.
  ///   - ready: called when the starter has news.
  ///   - report: called when the service has ended.
  static func starter(
    on loop: EventLoop, isSilent: Bool = false, ready: @escaping () -> Void, report: @escaping (String) -> Void
  ) throws(SystemError) -> any Starter {
    let environment = CommandEnvironment.shared()
    let starter: any Starter =
      if let path {
        try RemoteStarter(at: path, environment: environment, isSilent: isSilent, report: report)
      } else { try DirectStarter(environment: environment, isSilent: isSilent) }
    try loop.add(starter.descriptor) { _ in ready() }
    return starter
  }

  /// Looks up the owners of files if the sandbox hides them; nil if it does not.
  static var owners: IncludedFiles.Owners? {
    guard let path else { return nil }
    return { file, device, inode in
      guard let owner = (try? FileOwner.ask(about: file, at: path)) ?? nil else { return nil }
      return owner.device == device && owner.inode == inode ? owner.user : nil
    }
  }
}
