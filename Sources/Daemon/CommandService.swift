internal import Actions
internal import Launching
internal import Linux
internal import RulesFile
internal import Surroundings

/// The service that starts programs for a daemon that is in a sandbox, so that they are not. Its socket is named by the
/// unit of that daemon; any other starts them itself.
enum CommandService {
  /// The socket's path; nil where there is no such service.
  private static var path: String? { Environment.value(of: "SLEIGHT_COMMANDS") }

  /// What programs are started by, and what is waited for along with it.
  /// - Parameters:
  ///   - isSilent: whether what they write goes nowhere.
  ///   - ready: called when the starter has news.
  ///   - report: reports a service that has ended.
  static func starter(
    on loop: TouchLoop, isSilent: Bool = false, ready: @escaping () -> Void, report: @escaping (String) -> Void
  ) throws(SystemError) -> any Starter {
    let environment = CommandEnvironment.shared()
    guard let path else { return DirectStarter(environment: environment, isSilent: isSilent) }
    let starter = try RemoteStarter(at: path, environment: environment, isSilent: isSilent, report: report)
    try loop.add(starter.descriptor) { _ in ready() }
    return starter
  }

  /// Tells whose files are, where the sandbox hides that.
  static var owners: IncludedFiles.Owners? {
    guard let path else { return nil }
    return { file, device, inode in
      guard let owner = (try? FileOwner.ask(about: file, at: path)) ?? nil else { return nil }
      return owner.device == device && owner.inode == inode ? owner.user : nil
    }
  }
}
