internal import Engine
internal import Libinput
internal import Rules
internal import Surroundings
internal import Touch

/// The contacts of touchpads: read only if a rule is recognised from them.
extension Daemon {
  /// Makes the loop read the contacts that rules need, from now on and of each device that comes.
  func readNeededContacts() {
    loop.devices.wantsContacts = { [unowned self] device in
      acting.engine.adjustments.adjusted(device).map { owns($0) || acting.engine.rules.wantsContacts(of: $0) } ?? false
    }
  }
}
