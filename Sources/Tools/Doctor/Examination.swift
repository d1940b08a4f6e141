internal import Actions
internal import Control
internal import Desktop
internal import Libinput
internal import Linux
internal import Rules
internal import RulesFile
internal import Surroundings
internal import Text
internal import Touch

/// The command that starts the unit.
private let unitStart = TextPattern(#"systemctl --user (re)?start sleight(\.service)?($|[^[:alnum:]_.@-])"#)

/// The state of the machine, as far as gestures depend on it; `findings` depends on nothing else. Not a value, which has
/// functions to copy its many parts.
final class Examination {
  /// A touch device.
  struct SeenDevice: Hashable {
    var name: String
    /// Its kind: `touchpad`, `touchscreen`.
    var kind: String
    /// Its path: `/dev/input/event3`.
    var path: String
    /// The permission by which it is readable; nil if it is not.
    var access: DeviceAccess?
    /// The reason why it is not readable, for people.
    var explanation = ""
    /// Commands that fix that.
    var commands: [String] = []
    /// The device as libinput reports it; nil if it is not readable.
    var device: Device?
    /// The contacts that a touchpad can report; nil if they are not readable, and for a touchscreen.
    var contacts: ContactReports?
    /// The reason why a touchpad's contacts are not readable, for people; nil if they are.
    var contactsProblem: String?
    /// True if another program has it to itself.
    var isGrabbed = false
    /// True if a daemon owns it: another device stands for it.
    var isOwned = false
    /// The error that prevents owning it; nil if there is none.
    var owningObstacle: SystemError?

    /// The error that prevents taking its fingers without a grab; nil if there is none.
    var takingObstacle: SystemError?

    /// The touchpad with what it can report; nil if it is not readable, or no touchpad.
    var touchpad: Device? {
      guard var device, device.kind == .touchpad else { return nil }
      device.contacts = contacts
      return device
    }
  }

  /// The state of the session.
  enum SeenSession: Hashable {
    case known(SessionState)
    case unknown(Session.Unknown)
    /// The bus did not answer in time.
    case silent
  }

  /// The daemon of this session.
  enum SeenDaemon: Hashable {
    case running(RunningDaemon)
    case notRunning
    /// Its socket exists, and no process listens on it.
    case dead(socket: String)
    /// Another kind of file is at the path of its socket.
    case blocked(path: String)
    /// A daemon listens and does not answer.
    case silent(pid: Int?, reason: String)
    /// Asking it failed; the reason for people.
    case unknown(String)
  }

  /// A daemon that answers.
  struct RunningDaemon: Hashable {
    var pid: Int
    /// Its rules file.
    var config: String
    /// The number of rules in force.
    var rules: Int
    /// The first error of that file when it was last loaded; nil if there was none.
    var configError: String?
    /// The subjects of conditions that its rules use and that it does not know.
    var unknown: [String] = []
    /// The reasons why it cannot send keys or use the pointer that its rules require, for people.
    var inputProblems: [String] = []
    /// The contacts of its devices that are down and have not moved for long.
    var stuckContacts: [StuckContact] = []
    /// True if its program was replaced after its start: the extension of GNOME Shell refuses it then.
    var isReplaced = false
  }

  /// A compositor's configuration, which may start the daemon with the session.
  struct StartConfiguration: Hashable {
    var path: String
    /// True if it starts the daemon or its unit. Files that it includes are not read.
    var isStarting: Bool
    /// True if its last line ends with a line feed, or there is none.
    var isEnded: Bool

    /// The configuration at `path` with the contents `text`: of sway, Hyprland or Lua, by their comments.
    init(path: String, text: String) {
      self.path = path
      isStarting = text.split(whereSeparator: \.isNewline).contains { line in
        let words = line.drop(while: \.isWhitespace)
        return
          (words.contains("sleight run")
          || words.contains(unitStart))
          && !words.hasPrefix("#") && !words.hasPrefix("--")
      }
      isEnded = text.utf8.last.map { $0 == UInt8(ascii: "\n") } ?? true
    }
  }

  /// The directory for the user's sockets.
  enum SeenRuntime: Hashable {
    case set
    /// XDG_RUNTIME_DIR is not set or relative; the user's default directory, if it exists.
    case unset(usual: String?)
    /// Other users could replace the sockets in it; the user's default directory, if it is another one and safe.
    case unsafe(String, DirectoryRisk, usual: String?)
  }

  /// The path of the rules file.
  let path: String
  /// True if it was named on the command line.
  let isNamed: Bool
  var file: RulesFile
  /// The programs of rules that are in no directory of PATH, with the locations of the rules.
  var missingPrograms: [(name: String, location: String)] = []
  var runtime = SeenRuntime.set
  var devices: [SeenDevice] = []
  /// The error that prevents searching for devices; nil if there was none.
  var devicesProblem: String?
  /// The release of libinput; nil if it is not installed.
  var release: LibinputRelease?
  var session = SeenSession.silent
  /// True if systemd started the machine.
  var isSystemd = false
  var desktop = DesktopState()
  /// The value of XDG_CURRENT_DESKTOP.
  var currentDesktop: String?
  /// The command after which programs find a running compositor; nil if none is known.
  var displayRemedy: String?
  /// The Wayland sessions that could be started.
  var sessions = WaylandSessions()
  /// The reasons why commands for compositors fail, for people.
  var absences: [DesktopKind: String] = [:]
  var input = InjectionSurvey()
  /// True if Sleight's extension of GNOME Shell answers.
  var hasShellExtension = false
  var isExtensionInstalled = false
  /// True if GNOME Shell has found that extension, which it looks for when the session starts; nil if it does not tell.
  var isExtensionFound: Bool?
  var program = "sleight"
  /// The name of the desktop whose own gestures are known; nil if they are not known.
  var desktopWithGestures: String?
  var daemon = SeenDaemon.notRunning
  /// The last touches that the daemon keeps, the latest first.
  var touches: [TouchReport] = []
  /// The running desktop; nil if it is not known.
  var desktopKind: DesktopKind?
  /// Processes of this user that run a daemon.
  var processes: [Int] = []
  var unit = UserUnit()
  /// The compositor's own configuration; nil if the user has none, or its format is unknown.
  var startConfiguration: StartConfiguration?
  /// The command that starts this program: its name if PATH has it, else its path.
  var command = "sleight"

  init(path: String, isNamed: Bool = false, file: RulesFile) {
    (self.path, self.isNamed, self.file) = (path, isNamed, file)
  }

  /// The rules; none if the file has errors.
  var rules: RuleSet { file.rules ?? RuleSet() }

  /// The findings, in the order in which problems should be fixed.
  var findings: [Finding] {
    runtimeFindings + rulesFindings + programFindings + devicesFindings + libinputFindings + sessionFindings
      + compositorFindings
      + inputFindings + conditionFindings + typingFindings + clashFindings + daemonFindings + unitFindings
  }
}
