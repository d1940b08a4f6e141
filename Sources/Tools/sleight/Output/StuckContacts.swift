import Control
import Diagnostics
import Engine
import Gestures
import JSONLines
internal import Pictures
internal import Time
import Touch

/// The contacts that are down and do not move, for `monitor`: one line when each is stuck, and one when it has moved or
/// lifted.
struct StuckContacts {
  /// A contact, with the name of its device.
  fileprivate struct Named {
    var contact: RestingContact
    var device: String

    var described: StuckContact {
      StuckContact(
        device: device, x: contact.position.x, y: contact.position.y, xShare: contact.share.x, yShare: contact.share.y,
        lasting: 0)
    }
  }

  /// A contact that is stuck now, or no longer.
  struct Change {
    fileprivate var named: Named
    /// True if it is stuck.
    var isStuck: Bool
    /// The time of the change, and of the contact's last movement.
    fileprivate var time: Timestamp
    fileprivate var since: Timestamp

    /// The line for people.
    var plainLine: String {
      let state = isStuck ? "stuck contact" : "no longer stuck: contact"
      return "\(time.seconds)  \(state) \(named.described.place), without movement since \(since.seconds)".legible
    }

    var jsonLine: String {
      var line = JSONLine()
      line.add("t", time.microseconds)
      line.add("stuck", isStuck)
      line.add("since", since.microseconds)
      line.add("x", named.contact.position.x, decimals: 1)
      line.add("y", named.contact.position.y, decimals: 1)
      line.add("x_share", named.contact.share.x, decimals: 4)
      line.add("y_share", named.contact.share.y, decimals: 4)
      line.add("device", named.device)
      return line.text
    }
  }

  /// The time from which times are counted.
  private let start: Timestamp
  private var stuck: [Named] = []
  /// The time at which the next contact is stuck if it does not move; nil if there is none.
  private(set) var deadline: Timestamp?

  init(since start: Timestamp) { self.start = start }

  /// The lines about the contacts that are stuck, for people.
  var lines: [String] { stuck.map { change($0, isStuck: true, at: $0.contact.stuckFrom).plainLine } }

  /// Compares the contacts after an input or after the deadline.
  /// - Parameter name: the name of a device.
  mutating func update(at now: Timestamp, from engine: borrowing Engine, name: (DeviceID) -> String) -> [Change] {
    let resting = engine.restingContacts
    deadline = resting.map(\.stuckFrom).filter { $0 > now }.min()
    func isSame(_ one: RestingContact, _ other: RestingContact) -> Bool {
      one.device == other.device && one.finger == other.finger && one.since == other.since
    }
    var changes: [Change] = []
    for (index, named) in stuck.enumerated().reversed()
    where !resting.contains(where: { isSame($0, named.contact) }) {
      stuck.remove(at: index)
      changes.append(change(named, isStuck: false, at: now))
    }
    for contact in resting
    where contact.stuckFrom <= now && !stuck.contains(where: { isSame($0.contact, contact) }) {
      let named = Named(contact: contact, device: name(contact.device))
      stuck.append(named)
      changes.append(change(named, isStuck: true, at: now))
    }
    return changes
  }

  private func change(_ named: Named, isStuck: Bool, at time: Timestamp) -> Change {
    func counted(_ time: Timestamp) -> Timestamp { Timestamp(microseconds: (time - start).wholeMicroseconds) }
    return Change(named: named, isStuck: isStuck, time: counted(time), since: counted(named.contact.since))
  }
}
