import Gestures
@testable import Hands
import Testing
import Time
import Touch
import Trials

/// Hands that drag with three fingers as on a Mac, on touchpads of four sizes.
@Suite("Hands that drag")
struct DragHandsTests {
  /// How a hand goes on after it has begun to drag.
  enum Way: String, CaseIterable {
    case withFewer = "goes on with one or two fingers"
    case repositioned = "lands one or two fingers again while the others rest"
    case atEdge = "rests at the edge"
  }

  /// A hand that drags: its way without the edge, the time for which it rests there, and the one before in which it is
  /// slower than 7 mm/s, in ms.
  private struct Drag {
    var motion: Motion
    var way: Vector
    var rest = 0.0
    var slowEnd = 0.0
  }

  @Test("97 of 100 drags go on to the last lift, and nothing else acts", arguments: Way.allCases)
  func drags(way: Way) {
    let pad = DeviceFilter.kind(.touchpad)
    let triggers =
      [Trigger.pan(.any, 3).lasting().atEdge(way == .atEdge ? 50 : 0), .pan(.any, 2).on(pad)] + (3...5).map { .tap($0) }
      + (4...5).flatMap { [Trigger.swipe(.any, $0), .pinch(.any, $0)] }
    let count = trials(50, thorough: 800)
    var (right, wrong) = (0, [String]())
    for trial in 0..<count {
      var random = SplitMix(state: UInt64(trial) << 8 + UInt64(way.rawValue.utf8.count))
      var device: Device
      var place: Point?
      var drag: Drag
      repeat {
        // The smallest has no room for three fingers that move on it.
        device = TouchpadNode.device(1 + Int.random(in: 0...2, using: &random))
        drag = Self.drag(way, on: device, &random)
        place = TouchpadHandsTests.centroid(of: drag.motion, on: device, &random)
        if way == .atEdge, let free = place { place = Self.atEdge(drag, free, on: device, &random) }
      } while place == nil
      guard let place else { continue }
      let pad = LibinputTouchpad(drag.motion, node: TouchpadNode(device, at: place), from: 1_000_000, &random)
      let added = TouchEvent(time: .zero, device: device.id, kind: .deviceAdded(device))
      let reported = gestures(triggers, [added] + pad.events)
      if let mistake = Self.mistake(reported, drag, ending: pad.events) {
        wrong.append("\(trial): \(mistake)")
      } else {
        right += 1
      }
    }
    print("drags, \(way.rawValue): \(right) of \(count) right; \(wrong.prefix(5))")
    #expect(Double(right) >= 0.97 * Double(count), "\(wrong)")
  }

  private static func mistake(_ reported: [Gesture], _ drag: Drag, ending events: [TouchEvent]) -> String? {
    let acts = reported.filter { $0.phase == .began || $0.phase == .recognized }
    guard acts.count == 1, acts[0].trigger == 0 else { return "acts \(acts.map { ($0.kind, $0.fingers) })" }
    guard let last = reported.last, last.phase == .ended else { return "does not end" }
    let lift = events.last { if case .touchUp = $0.kind { true } else { false } }?.time ?? .zero
    guard abs((last.time - lift).inSeconds) < 0.05 else { return "ends \((last.time - lift).inSeconds) s late" }
    let length = drag.way.length.value
    let along = last.translation.dot(drag.way) / length
    let beside = (last.translation - drag.way * (along / length)).length.value
    guard beside <= 3 + 0.1 * length else { return "\(beside) mm beside its way" }
    // From 80 ms of rest on; a hand that stops slowly rests before it stops.
    let least = length * 0.85 - 3 + max(0, drag.rest - 120) * 0.05
    let most = length * 1.15 + 3 + (drag.rest > 0 ? drag.rest + drag.slowEnd + 100 : 0) * 0.05
    guard (least...most).contains(along) else { return "\(along) mm instead of \(least) to \(most)" }
    return nil
  }

  private static func drag(_ way: Way, on device: Device, _ random: inout SplitMix) -> Drag {
    let heading =
      way == .atEdge
      ? [0, 0.5, 1, 1.5].map { $0 * Double.pi }.randomElement(using: &random) ?? 0 : random.within(0...(2 * .pi))
    let length = random.within(14...(way == .atEdge ? 24 : 36))
    let poise = Poise(3, spacing: 12...18, withThumb: false, &random)
    let start = poise.lastLanding + random.within(0...80)
    let duration = random.within(400...1500)
    let rest = way == .atEdge ? random.within(200...900) : 0
    let end = start + duration + max(rest, random.within(0...100))
    var motion = poise.motion(until: end, lifting: 60, &random)
    let shift = Vector.heading(heading) * length
    let slow = stride(from: duration, to: 0, by: -5).first {
      length * (leastJerk($0 / duration) - leastJerk(($0 - 10) / duration)) > 0.07
    }
    motion.pose = { Motion.Pose(shift: shift * leastJerk(($0 - start) / duration)) }
    let changed = motion.contacts.indices.shuffled(using: &random).prefix(Int.random(in: 1...2, using: &random))
    switch way {
    case .withFewer:
      // On the way, after the drag has begun.
      let lift = start + duration * random.within(0.45...0.8)
      for index in changed { motion.contacts[index].lifts = lift + random.within(0...60) }
    case .repositioned:
      let lift = start + duration * random.within(0.45...0.6)
      let back = lift + random.within(120...600)
      let pose = motion.pose
      // The hand rests meanwhile.
      motion.pose = { pose($0 < lift ? $0 : max(lift, $0 - (back + 150 - lift))) }
      for index in motion.contacts.indices { motion.contacts[index].lifts += back + 150 - lift }
      for index in changed {
        var again = motion.contacts[index]
        motion.contacts[index].lifts = lift + random.within(0...60)
        again.lands = back + random.within(0...60)
        motion.contacts.append(again)
      }
    case .atEdge: break
    }
    return Drag(motion: motion, way: shift, rest: rest, slowEnd: duration - (slow ?? 0))
  }

  /// The place at which a hand ends with a finger 0.3 to 3 mm from the edge that it moves to.
  private static func atEdge(_ drag: Drag, _ free: Point, on device: Device, _ random: inout SplitMix) -> Point? {
    let ends = drag.motion.contacts.map { drag.motion.position(of: $0, at: $0.lifts) }
    let distance = random.within(0.3...3)
    var place = free
    if drag.way.dx > 1 { place.x = device.extent.width - distance - (ends.map(\.dx).max() ?? 0) }
    if drag.way.dx < -1 { place.x = distance - (ends.map(\.dx).min() ?? 0) }
    if drag.way.dy > 1 { place.y = device.extent.height - distance - (ends.map(\.dy).max() ?? 0) }
    if drag.way.dy < -1 { place.y = distance - (ends.map(\.dy).min() ?? 0) }
    return place
  }
}

/// The same on touchscreens, where contacts are lost for a moment.
extension UncleanKind {
  static let drags: [UncleanKind] = [false, true].map { returns in
    UncleanKind(
      name: returns
        ? "fingers of a 3-finger drag land again, a contact is lost" : "a 3-finger drag goes on with fewer, one is lost"
    ) { _, _, random in
      let poise = Poise(3, &random)
      let start = poise.lastLanding + random.within(0...80)
      let (duration, length) = (random.within(700...1500), random.within(30...60))
      var motion = poise.motion(until: start + duration + random.within(20...100), lifting: 60, &random)
      motion.pose = { Motion.Pose(shift: Vector(dx: 0, dy: -length * leastJerk(($0 - start) / duration))) }
      let lift = start + duration * 0.55
      let changed = motion.contacts.indices.shuffled(using: &random).prefix(Int.random(in: 1...2, using: &random))
      var again: [Motion.Contact] = []
      for index in changed {
        again.append(motion.contacts[index])
        motion.contacts[index].lifts = lift + random.within(0...50)
      }
      if returns {
        for var contact in again {
          contact.lands = lift + random.within(120...200)
          motion.contacts.append(contact)
        }
      }
      var scene = Scene(motion)
      // Before the lift, one of the three; after it, the one that stays.
      guard let stays = motion.contacts.indices.first(where: { !changed.contains($0) }) else { return nil }
      let lost = random.chance(0.5) ? stays : 0
      let time = lost == stays && random.chance(0.5) ? random.within(lift + 80...lift + 110) : start + duration * 0.4
      scene.contacts[lost].losses = [
        Scene.Loss(at: time, lasting: random.within(10...25), isRenumbered: random.chance(0.3))
      ]
      let steps = Int((length - 8) / 6)...Int((length + 3) / 6)
      return UncleanHand(
        scene: scene, triggers: [Trigger.pan(.up, 3, step: 6).lasting()] + swipes(4...4) + taps(1...4),
        acts: [.init(.pan, 3, .up, steps: steps)], margin: 8)
    }
  }
}
