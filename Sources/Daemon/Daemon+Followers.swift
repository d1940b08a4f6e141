internal import Control
internal import Engine
internal import Libinput
internal import Linux
internal import Rules
internal import Surroundings
internal import Time

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
  var lastAction: Timestamp?
  var lastFailure: Timestamp?
}

/// The state of following.
struct Following {
  /// The shortest time between two lines: a rule with 'every' acts many times in a second.
  static let interval = Duration.milliseconds(100)

  /// The status at the last line.
  var published = FollowedStatus()
  var time = Timestamp.zero
  /// The time of the next line; nil if nothing has changed since the last one.
  var deadline: Timestamp?
}

extension Daemon {
  /// Records the status that the first follower is sent, from which changes count.
  func beginFollowing() {
    if control?.isFollowed != true { following = Following(published: followedStatus, time: .now) }
  }

  /// Sends the status to followers if it has changed; called after all that an event caused.
  func publishChanges() {
    guard let control, control.isFollowed else {
      following.deadline = nil
      return
    }
    let status = followedStatus
    // Within the interval it may have changed back.
    guard status != following.published else {
      following.deadline = nil
      return
    }
    let now = Timestamp.now
    guard now >= following.time + Following.interval else {
      following.deadline = following.time + Following.interval
      return
    }
    following = Following(published: status, time: now)
    control.publish()
  }

  private var followedStatus: FollowedStatus {
    FollowedStatus(
      rules: engine.rules.rules.count, configError: configError, devices: loop.devices.readable.count,
      session: engine.sessionCondition, mode: engine.situation.mode, modeDeadline: engine.modeDeadline,
      isPaused: engine.pause.isOn, pauseDeadline: engine.pause.deadline, lastAction: engine.lastAction?.time,
      lastFailure: failures.last?.time)
  }
}
