internal import Control
internal import Engine
internal import Explaining
internal import Gestures
internal import JSONLines
internal import Libinput
internal import Linux
internal import Rules
internal import Surroundings
internal import Time
internal import Touch

/// The changes that followers of the status are told.
struct FollowedStatus: Equatable {
  var rules = 0
  var configError: String?
  var devices = 0
  var session = SessionCondition.unknown
  var mode = ""
  var modeDeadline: Timestamp?
  var isPaused = false
  var pauseDeadline: Timestamp?
  var isGivenBack = false
  var lastAction: Timestamp?
  var lastFailure: Timestamp?
}

/// The moments at which followers are sent the status.
struct Following {
  /// The shortest time between two lines: a rule with 'every' acts many times in a second.
  private static let interval = Duration.milliseconds(100)

  /// The status at the last line.
  private var published = FollowedStatus()
  private var time = Timestamp.zero
  /// The time of the next line; nil if nothing has changed since the last one.
  private(set) var deadline: Timestamp?

  /// Records the status that the first follower is sent, from which changes count.
  mutating func begin(with status: FollowedStatus, at now: Timestamp) { self = Self(published: status, time: now) }

  /// Waits for nothing: there are no followers.
  mutating func end() { deadline = nil }

  /// Returns true if `status` is to be sent now; the next line waits until the interval has passed.
  mutating func isDue(_ status: FollowedStatus, at now: @autoclosure () -> Timestamp) -> Bool {
    // Within the interval it may have changed back.
    guard status != published else {
      deadline = nil
      return false
    }
    let now = now()
    guard now >= time + Self.interval else {
      deadline = time + Self.interval
      return false
    }
    self = Self(published: status, time: now)
    return true
  }
}

/// The knowledge of followers about fingers: they are told while these are down, from the first gesture that they are
/// near to.
struct ToldApproaches {
  private var told: [DeviceID: Approach?] = [:]
  /// True if the focused window covers its output.
  private var isFullscreen: Bool?

  /// Returns true if followers are to be told of `approach`; nil is told once after others, and once more when the
  /// fingers have lifted.
  mutating func isNews(_ approach: Approach?, on device: DeviceID, isLifted: Bool) -> Bool {
    guard approach != nil || told[device] != nil else { return false }
    let before = isLifted ? told.removeValue(forKey: device) : told.updateValue(approach, forKey: device)
    return isLifted || before != .some(approach)
  }

  /// Returns true if followers are to be told whether the focused window is fullscreen.
  mutating func isNews(isFullscreen: Bool) -> Bool {
    defer { self.isFullscreen = isFullscreen }
    return self.isFullscreen != isFullscreen
  }
}

extension Daemon {
  func beginFollowing() {
    if clients.server?.isFollowed != true { clients.following.begin(with: followedStatus, at: .now) }
  }

  /// Sends the status to followers if it has changed; called after all that an event caused.
  func publishChanges() {
    guard let server = clients.server else { return }
    if server.wantsProgress { publishFullscreen(by: server) }
    guard server.isFollowed else { return clients.following.end() }
    if clients.following.isDue(followedStatus, at: .now) { server.publish() }
  }

  /// Sends whether the focused window is fullscreen, if that has changed, to the followers of what fingers are near to:
  /// some show nothing above such a window.
  private func publishFullscreen(by server: ControlServer) {
    let isFullscreen = acting.engine.situation.isFullscreen ?? false
    guard clients.approaches.isNews(isFullscreen: isFullscreen) else { return }
    var line = JSONLine()
    line.add("t", Timestamp.now.microseconds)
    line.add("fullscreen", isFullscreen)
    server.publish(events: [line.text], areProgress: true)
  }

  /// Sends a gesture and its actions to the followers of events.
  func publish(_ gesture: Gesture, by rule: RuleIndex?, under window: WindowAnswer) {
    guard let server = clients.server, server.wantsEvents else {
      acting.engine.reportsChanges = false
      return
    }
    let device = gesture.isImitation ? "" : acting.engine.device(gesture.device)?.name ?? ""
    server.publish(
      events: GestureLines.of(
        gesture, device: device, rule: rule.flatMap { self.rule(at: $0, for: gesture) },
        under: window.json))
  }

  /// Sends the gesture that the fingers on a device are near to, if it has changed, to the followers who want it;
  /// called after each event of the device.
  func publishApproach(on device: DeviceID, at time: Timestamp) {
    guard let server = clients.server, server.wantsProgress else { return }
    let isLifted = !acting.engine.hasFingers(on: device)
    // A gesture that awaits the return of its fingers is not shown: nothing moves.
    let approach = isLifted ? nil : acting.engine.approach(on: device)
    guard clients.approaches.isNews(approach, on: device, isLifted: isLifted) else { return }
    let line = GestureLines.line(
      of: approach, by: approach.map { acting.engine.rules[$0.rule] },
      at: approach.flatMap { acting.engine.position(of: $0, on: device) },
      device: acting.engine.device(device)?.name ?? "", lift: isLifted ? acting.engine.hasActed(on: device) : nil,
      time: time)
    server.publish(events: [line], areProgress: true)
  }

  /// Sends a change of the mode, the pause or the session to the followers of events.
  func publish(_ note: Effect.Note) {
    guard let server = clients.server, server.wantsEvents else { return }
    var line = JSONLine()
    line.add("t", Timestamp.now.microseconds)
    switch note {
    case .mode(let mode): line.add("mode", mode)
    case .paused: line.add("paused", true)
    case .resumed: line.add("paused", false)
    case .session(let condition): line.add("session", condition.rawValue)
    case .noProbeAnswer, .outputUnknown: return
    }
    server.publish(events: [line.text])
  }

  private var followedStatus: FollowedStatus {
    FollowedStatus(
      rules: acting.engine.rules.rules.count, configError: source.firstError, devices: loop.devices.readable.count,
      session: acting.engine.sessionCondition, mode: acting.engine.situation.mode,
      modeDeadline: acting.engine.modeDeadline,
      isPaused: acting.engine.pause.isOn, pauseDeadline: acting.engine.pause.deadline, isGivenBack: owning.isSuspended,
      lastAction: acting.engine.lastAction?.time, lastFailure: failures.last?.time)
  }
}
