import Glibc
import Time
import Touch

/// The events that libinput (1.22) reports of fingers on a touchpad.
///
///     fingers    ▼▼▼ rest       │ 1.5 to 2.5 mm                  │ move      ▲▲▲
///     libinput       hold begin after 40 or 180 ms  │ hold end, cancelled; swipe or pinch begin, update … │ end
///
/// It follows two of the fingers, the first and the last that landed or, of more than two, the highest and the lowest,
/// and decides by their movements since it began to follow them. After its first report (also a hold, after 40 ms of
/// one finger), it waits for 100 ms before it accepts another number of fingers; so a hand whose fingers land one after
/// another and lift within that time is not reported.
struct LibinputTouchpad {
  static let device = Device(id: DeviceID(1), name: "Pad", kind: .touchpad, size: Size(width: 110, height: 75))
  /// The factor by which people swipe farther on a touchpad: the first millimetres of a movement are lost, and the last
  /// ones too if the fingers lift one after another.
  static let reach = 1.4
  /// The time of the quickest flicks that libinput reports, in ms.
  static let quickestFlick = 100.0

  private enum State {
    case none, unknown, hold, scroll, swipe, pinch
    /// The fingers are no longer followed: they move the pointer or nothing.
    case given
  }

  private struct Touch {
    var contact: Int
    var position: Vector
    var previous: Vector
    /// True for a thumb that rests below the others: it is ignored.
    var isThumb = false
    /// True for a contact that landed in the palm zone: it is ignored, unless it leaves the zone soon.
    var palmSince: Double?
    /// The position of its landing.
    var landing: Vector
  }

  private let start: Int64
  private let motion: Motion
  private(set) var events: [TouchEvent] = []
  private var state = State.none
  private var time = 0.0
  private var touches: [Touch] = []
  /// The accepted number of fingers, the number that was seen instead, and the time since which it was.
  private var fingers = 0
  private var recount: (fingers: Int, since: Double)?
  /// The two followed contacts, their positions when that began, and its time.
  private var first = (contact: 0, origin: Vector.zero)
  private var second = (contact: 0, origin: Vector.zero)
  private var since = 0.0
  private var previous = (centroid: Vector.zero, span: 1.0, angle: 0.0)
  private var firstSpan = 1.0
  private var scroll = ScrollAxes()
  private var taps = TapCounter()
  /// The reports of the touchpad's node; nil if it is not read.
  private var node: TouchpadNode?
  /// The times during which the button is pressed.
  private let clicks: [ClosedRange<Double>]
  private var isPressed = false
  /// The contacts whose landing has been judged.
  private var known: Set<Int> = []
  /// The contacts that have moved the pointer.
  private(set) var pointing: Set<Int> = []

  /// - Parameter tapping: true if tapping is enabled. Holds of three fingers then wait until a tap is ruled out.
  /// - Parameter node: the node that reports the contacts, if they are read.
  init(
    _ motion: Motion, tapping: Bool = true, node: TouchpadNode? = nil, clicks: [ClosedRange<Double>] = [],
    from start: Int64, _ random: inout SplitMix
  ) {
    self.motion = motion
    self.start = start
    self.node = node
    self.clicks = clicks
    let interval = random.within(7...15)
    let noise = random.within(0...0.08)
    let resolution = 1 / random.within(12...40)
    while time <= motion.end + 200 {
      read(noise: noise, resolution: resolution, &random)
      press()
      detectPalms()
      count()
      if recount == nil, (1...4).contains(fingers) { follow(tapping: tapping) }
      let fingersOnly = touches.filter { $0.palmSince == nil }.map { ($0.contact, $0.position) }
      if tapping, let fingers = taps.observe(fingersOnly, at: time) {
        say(.tap(fingers: fingers, lasted: .microseconds(Int64((time - taps.firstLanding) * 1000))))
      }
      time += interval + random.within(-1...1)
    }
  }

  private mutating func say(_ kind: TouchEvent.Kind) {
    events.append(
      TouchEvent(
        time: Timestamp(microseconds: start + Int64(time * 1000)), device: Self.device.id, kind: kind))
  }

  // MARK: Fingers

  private mutating func read(noise: Double, resolution: Double, _ random: inout SplitMix) {
    touches.removeAll { motion.contacts[$0.contact].lifts <= time }
    for (index, contact) in motion.contacts.enumerated() where contact.lands <= time && contact.lifts > time {
      var seen = motion.position(of: contact, at: time)
      seen += Vector(dx: random.within(-noise...noise), dy: random.within(-noise...noise))
      seen = Vector(
        dx: (seen.dx / resolution).rounded() * resolution, dy: (seen.dy / resolution).rounded() * resolution)
      if let known = touches.firstIndex(where: { $0.contact == index }) {
        touches[known].previous = touches[known].position
        touches[known].position = seen
      } else {
        touches.append(Touch(contact: index, position: seen, previous: seen, landing: seen))
      }
    }
  }

  /// The frame of the contacts precedes libinput's events for it.
  private mutating func press() {
    let isDown = clicks.contains { $0.contains(time) }
    if let kinds = node?.frame(touches.map { ($0.contact, $0.position) }, isPressed: isDown) {
      for kind in kinds { say(kind) }
    }
    guard isDown != isPressed else { return }
    isPressed = isDown
    // A click ends every gesture, and is no tap.
    if isDown {
      finish(cancelled: true)
      state = .given
      taps.spoil()
    }
  }

  /// libinput's palm zone: a contact that lands there is a palm, unless it leaves within 200 ms, or another lands.
  private mutating func detectPalms() {
    guard let node else { return }
    for index in touches.indices {
      let touch = touches[index]
      if touch.landing == touch.position, touch.previous == touch.position, touch.palmSince == nil,
        !isKnown(touch.contact)
      {
        known.insert(touch.contact)
        if node.isInPalmZone(touch.position), touches.count == 1 { touches[index].palmSince = time }
        if touches.count > 1 { for other in touches.indices { touches[other].palmSince = nil } }
      } else if let since = touch.palmSince, time - since < 200, !node.isInPalmZone(touch.position) {
        touches[index].palmSince = nil
      }
    }
    known.formIntersection(touches.map(\.contact))
  }

  private func isKnown(_ contact: Int) -> Bool { known.contains(contact) }

  private var active: [Touch] { touches.filter { !$0.isThumb && $0.palmSince == nil } }

  private mutating func count() {
    let now = active.count
    if let pending = recount, time - pending.since >= 100 {
      finish(cancelled: true)
      fingers = pending.fingers
      recount = nil
    }
    guard now != fingers else { return recount = nil }
    if now == 0 {
      finish(cancelled: false)
      fingers = 0
      recount = nil
    } else if state == .none || state == .unknown || state == .given {
      fingers = now
      state = .none
    } else if recount?.fingers != now {
      recount = (now, time)
    }
  }

  // MARK: Gestures

  private mutating func follow(tapping: Bool) {
    if state == .none { watch() }
    if state == .unknown || state == .hold {
      // Holds of three wait for the tap's time; those of one and two do not.
      if state == .unknown, time - since >= (fingers <= 2 ? 40 : 180) {
        state = .hold
        say(.holdBegin(fingers: fingers))
      }
      if let next = movement() { begin(next) }
    }
    update()
  }

  private mutating func watch() {
    let active = active
    var (top, bottom) = (active[0], active[active.count - 1])
    if active.count > 2 {
      for touch in active where touch.position.dy < top.position.dy { top = touch }
      for touch in active where touch.position.dy >= bottom.position.dy { bottom = touch }
    }
    first = (top.contact, top.position)
    second = (bottom.contact, bottom.position)
    since = time
    state = .unknown
  }

  private func position(of contact: Int) -> Vector { touches.first { $0.contact == contact }?.position ?? .zero }

  /// The gesture that the fingers have begun; nil while they rest.
  private mutating func movement() -> State? {
    let ways = (position(of: first.contact) - first.origin, position(of: second.contact) - second.origin)
    let lengths = (ways.0.length.value, ways.1.length.value)
    guard fingers > 1 else { return lengths.0 > 0.3 ? .given : nil }
    guard max(lengths.0, lengths.1) >= 1 else { return nil }
    let together: State = fingers == 2 ? .scroll : .swipe
    let apart = position(of: first.contact) - position(of: second.contact)
    if abs(apart.dx) < 40, abs(apart.dy) < 7, time - since > 150 { return together }
    let least = 1.5 + 0.5 * Double(fingers - 2)
    if max(lengths.0, lengths.1) >= 4 + 2 * Double(fingers - 2) {
      // The lower one is taken for a thumb.
      let isFirstLower = apart.dy > 0
      let (thumb, finger) = isFirstLower ? (lengths.0, lengths.1) : (lengths.1, lengths.0)
      if thumb < least {
        let contact = isFirstLower ? first.contact : second.contact
        for index in touches.indices where touches[index].contact == contact { touches[index].isThumb = true }
        return .given
      }
      if finger < least { return fingers == 2 ? .scroll : .pinch }
    }
    guard min(lengths.0, lengths.1) >= least else { return nil }
    return Octants(ways.0).overlap(Octants(ways.1)) ? together : .pinch
  }

  private mutating func begin(_ next: State) {
    if state == .hold { say(.holdEnd(fingers: fingers, cancelled: true)) }
    state = next
    previous = measure()
    firstSpan = previous.span
    switch next {
    case .swipe: say(.swipeBegin(fingers: fingers))
    case .pinch: say(.pinchBegin(fingers: fingers))
    case .scroll: scroll = ScrollAxes()
    case .none, .unknown, .hold, .given: break
    }
  }

  private mutating func update() {
    // All fingers that moved count, not only the two.
    var delta = Vector.zero
    let moved = active.filter { $0.position != $0.previous }
    for touch in moved { delta += (touch.position - touch.previous) * (1 / Double(moved.count)) }
    switch state {
    case .swipe: if delta != .zero { say(.swipeUpdate(fingers: fingers, delta: delta)) }
    case .pinch:
      let now = measure()
      let turn = remainder(now.angle - previous.angle, 2 * .pi) * 180 / .pi
      let way = now.centroid - previous.centroid
      say(.pinchUpdate(fingers: fingers, delta: way, scale: now.span / firstSpan, rotation: turn))
      previous = now
    case .scroll:
      if time - since < 300, isPinch {
        say(.scroll(dx: scroll.horizontal ? 0 : nil, dy: scroll.vertical ? 0 : nil))
        begin(.pinch)
        return update()
      }
      let told = scroll.constrain(delta, at: time)
      if told.dx != nil || told.dy != nil { say(.scroll(dx: told.dx, dy: told.dy)) }
    case .given: if fingers == 1, !isPressed, delta.length > 0.05 { pointing.insert(active[0].contact) }
    case .none, .unknown, .hold: break
    }
  }

  /// True if two fingers that seemed to scroll pinch.
  private var isPinch: Bool {
    let ways = (position(of: first.contact) - first.origin, position(of: second.contact) - second.origin)
    return !Octants(ways.0).overlap(Octants(ways.1)) && min(ways.0.length, ways.1.length) >= 1.5
  }

  private mutating func finish(cancelled: Bool) {
    switch state {
    case .hold: say(.holdEnd(fingers: fingers, cancelled: cancelled))
    case .swipe: say(.swipeEnd(fingers: fingers, cancelled: cancelled))
    case .pinch: say(.pinchEnd(fingers: fingers, cancelled: cancelled))
    case .scroll: if scroll.isActive { say(.scroll(dx: scroll.horizontal ? 0 : nil, dy: scroll.vertical ? 0 : nil)) }
    case .none, .unknown, .given: break
    }
    state = .none
  }

  /// The centroid of the two followed contacts, their distance and their angle, which determine scale and rotation of
  /// a pinch.
  private func measure() -> (centroid: Vector, span: Double, angle: Double) {
    let (one, two) = (position(of: first.contact), position(of: second.contact))
    let arm = one - two
    return ((one + two) * 0.5, max(arm.length.value, 1), atan2(arm.dy, arm.dx))
  }
}
