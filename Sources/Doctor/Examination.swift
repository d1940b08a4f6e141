internal import Actions
internal import Desktop
internal import Libinput
internal import Linux
internal import Rules
internal import RulesFile
internal import Surroundings

/// All that was looked at. It is a value: what follows from it is decided by `findings` and by nothing else.
struct Examination {
  /// A touch device.
  struct SeenDevice: Hashable {
    var name: String
    /// `touchpad`, `touchscreen`
    var kind: String
    /// `/dev/input/event3`
    var path: String
    /// By what it may be read; nil where it cannot.
    var access: DeviceAccess?
    /// Why it cannot be read, for people.
    var explanation = ""
    /// What mends that.
    var commands: [String] = []
  }

  /// What is known of the session.
  enum SeenSession: Hashable {
    case known(SessionState)
    case unknown(Session.Unknown)
    /// The bus has not answered in time.
    case silent
  }

  /// The daemon of this session.
  enum SeenDaemon: Hashable {
    case running(RunningDaemon)
    case notRunning
    /// Its socket is there and nobody listens at it.
    case dead(socket: String)
    /// Something else is where its socket belongs.
    case blocked(path: String)
    /// It listens and does not answer.
    case silent(pid: Int?, reason: String)
    /// It cannot be asked; for people.
    case unknown(String)
  }

  /// A daemon that answers.
  struct RunningDaemon: Hashable {
    var pid: Int
    /// Its rules file.
    var config: String
    /// How many rules are in force.
    var rules: Int
    /// What is wrong with that file as it read it last.
    var configError: String?
    /// What its rules ask about and it does not know.
    var unknown: [String] = []
  }

  /// The directory of the user's sockets.
  enum SeenRuntime: Hashable {
    case set
    /// XDG_RUNTIME_DIR is not set, or no absolute path; the user's usual one, where that is there.
    case unset(usual: String?)
    /// Others could take the place of the sockets in it.
    case unsafe(String, DirectoryRisk)
  }

  /// The rules file as it was looked for, and whether it was named on the command line.
  var path: String
  var isNamed = false
  var file: RulesFile
  var runtime = SeenRuntime.set
  var devices: [SeenDevice] = []
  /// Why devices cannot be looked for at all.
  var devicesProblem: String?
  /// libinput's; nil where it is not installed.
  var release: LibinputRelease?
  var session = SeenSession.silent
  /// Whether the machine was started by systemd.
  var isSystemd = false
  var desktop = DesktopState()
  /// What the desktop calls itself.
  var desktopName: String?
  /// A command after which programs find a compositor that is there; nil where none is known.
  var displayRemedy: String?
  /// Why the commands of some compositors cannot be done, for people.
  var absences: [Action.Compositor: String] = [:]
  var input = InjectionSurvey()
  /// What the desktop's own gestures are called by; nil where they are not known.
  var gesturesOf: String?
  var daemon = SeenDaemon.notRunning
  /// Processes of this user that run a daemon.
  var processes: [Int] = []
  var unit = UserUnit()

  /// The rules; none where the file has mistakes.
  var rules: RuleSet { file.rules ?? RuleSet() }

  /// What there is to say of it all, in the order in which things are to be mended.
  var findings: [Finding] {
    runtimeFindings + rulesFindings + devicesFindings + libinputFindings + sessionFindings + compositorFindings
      + inputFindings + conditionFindings + clashFindings + daemonFindings + unitFindings
  }
}
