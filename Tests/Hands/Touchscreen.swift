import Glibc
import Time
import Touch

/// A touchscreen: its size, which it may not report, its rate and its accuracy.
struct Touchscreen {
  let device: Device
  let width: Double
  let height: Double
  /// The time between two frames, in ms.
  var interval: Double
  /// The error of a position, in mm: the standard deviation of normally distributed noise, or the maximum of other
  /// noise.
  var noise: Double
  let isNoiseNormal: Bool
  /// The step of reported positions, in mm.
  let resolution: Double
  /// The number of frames with the same positions.
  var framesPerScan: Int
  /// True if it also reports fingers that have not moved.
  let repeats: Bool

  /// The sizes of touchscreens, from a telephone's to a laptop's; some do not report theirs. SLEIGHT_SCREEN is another
  /// one: `1210x680` is a board's, in mm.
  static let usualSizes: [(Double, Double, tells: Bool)] =
    stated.map { [$0] } ?? [
      (344, 194, true), (294, 165, true), (217, 136, true), (155, 87, true), (65, 130, true),
      (155, 87, false), (217, 136, false), (110, 66, false),
    ]

  /// The number of screens and hands that are drawn until a hand fits on one; without end on the usual ones.
  static let mostDraws = stated == nil ? Int.max : 5_000

  private static let stated = getenv("SLEIGHT_SCREEN").flatMap { text -> (Double, Double, tells: Bool)? in
    let sides = String(cString: text).split(separator: "x").compactMap { Double($0) }
    return sides.count == 2 ? (sides[0], sides[1], true) : nil
  }

  /// A random touchscreen of one of these sizes.
  init(of sizes: [(Double, Double, tells: Bool)] = usualSizes, _ random: inout SplitMix) {
    let (width, height, tells) = sizes.randomElement(using: &random) ?? sizes[0]
    self.width = width
    self.height = height
    device = Device(
      id: DeviceID(0), name: "Screen", kind: .touchscreen, size: tells ? Size(width: width, height: height) : nil)
    interval = random.chance(0.1) ? 16.7 : random.within(7...15)
    noise = random.chance(0.1) ? 0 : random.within(0.05...0.5)
    isNoiseNormal = random.chance(0.4)
    resolution = random.chance(0.1) ? 0.5 : random.within(0.01...0.15)
    framesPerScan = interval < 9 && random.chance(0.3) ? 2 : 1
    repeats = random.chance(0.3)
  }

  /// The surface of a touchpad of this size.
  init(touchpadOf size: Size, _ random: inout SplitMix) {
    (width, height) = (size.width, size.height)
    device = Device(id: DeviceID(0), name: "Pad", kind: .touchpad, size: size)
    interval = random.within(7...12)
    noise = random.within(0.02...0.15)
    isNoiseNormal = true
    resolution = random.within(0.02...0.08)
    framesPerScan = 1
    repeats = false
  }

  /// The length of an assumed millimetre, at most and at least: a screen that does not report its size counts as one of
  /// 7 inches, 16:10.
  var reach: (most: Double, least: Double) {
    guard device.size == nil else { return (1, 1) }
    let ratios = (
      width / Device.assumedTouchscreenSize.width, height / Device.assumedTouchscreenSize.height
    )
    return (max(ratios.0, ratios.1), min(ratios.0, ratios.1))
  }

  private func position(_ x: Double, _ y: Double) -> Point {
    device.size == nil ? Point(x: x / width, y: y / height) : Point(x: x, y: y)
  }

  /// The movement as it is read if the screen does not report its size.
  func inMillimetres(_ way: Vector) -> Vector {
    device.inMillimetres(position(way.dx, way.dy)) - Point(x: 0, y: 0)
  }

  /// The events of a hand from `start` on, in microseconds, whose centroid is at `centroid`.
  func events(of motion: Motion, at centroid: Point, from start: Int64, _ random: inout SplitMix) -> [TouchEvent] {
    var events: [TouchEvent] = []
    var slots = [Int?](repeating: nil, count: motion.contacts.count)
    var last = [Point?](repeating: nil, count: motion.contacts.count)
    var isOver = [Bool](repeating: false, count: motion.contacts.count)
    var time = random.within(0...interval)
    var frames = 0
    while isOver.contains(false) {
      var said = false
      func say(_ kind: TouchEvent.Kind) {
        events.append(
          TouchEvent(time: Timestamp(microseconds: start + Int64(time * 1000)), device: device.id, kind: kind))
        said = true
      }
      for (index, contact) in motion.contacts.enumerated() where !isOver[index] && contact.lands <= time {
        if contact.lifts <= time, let slot = slots[index] {
          say(contact.isPalm ? .touchCancel(slot: slot) : .touchUp(slot: slot))
          isOver[index] = true
          slots[index] = nil
          continue
        }
        let seen: Point
        if let same = last[index], !frames.isMultiple(of: framesPerScan) {
          seen = same
        } else {
          seen = see(centroid + motion.position(of: contact, at: time), &random)
        }
        if let slot = slots[index] {
          if repeats || seen != last[index] { say(.touchMotion(slot: slot, seen)) }
        } else {
          let slot = (0...motion.contacts.count).first { !slots.contains($0) } ?? 0
          slots[index] = slot
          say(.touchDown(slot: slot, seen))
        }
        last[index] = seen
      }
      if said { say(.touchFrame) }
      time += interval + random.within(-1...1)
      frames += 1
    }
    return events
  }

  /// The reported position of a finger at `position`, with noise.
  func see(_ position: Point, _ random: inout SplitMix) -> Point {
    let error =
      isNoiseNormal
      ? random.normal() * noise : Vector(dx: random.within(-noise...noise), dy: random.within(-noise...noise))
    let seen = position + error
    return self.position((seen.x / resolution).rounded() * resolution, (seen.y / resolution).rounded() * resolution)
  }
}

extension Touchscreen {
  /// The position of a hand on the screen.
  enum Spot: Hashable {
    /// Too far from the edges to start there.
    case inside
    /// A finger lands at one of the edges: left, right, top, bottom.
    case edge(Int)
    /// A finger lands in one of the corners: top left, top right, bottom left, bottom right.
    case corner(Int)
  }

  /// The centroid of a hand at `spot`; nil for a hand that does not fit on the screen there.
  func centroid(of motion: Motion, at spot: Spot, _ random: inout SplitMix) -> Point? {
    // Edges are 6 mm wide and corners 12 mm; noise must not decide.
    let away = (motion.contacts.count == 1 ? 14 : 8) * max(1, reach.most)...Double.infinity
    let close = min(1, reach.least)
    var distances = (left: away, right: away, top: away, bottom: away)
    switch spot {
    case .inside: break
    case .edge(let edge):
      let near = 0.3...2.5 * close
      switch edge {
      case 0: distances.left = near
      case 1: distances.right = near
      case 2: distances.top = near
      default: distances.bottom = near
      }
    case .corner(let corner):
      let near = 0.5...9 * close
      if corner.isMultiple(of: 2) { distances.left = near } else { distances.right = near }
      if corner < 2 { distances.top = near } else { distances.bottom = near }
    }

    var landing: [Vector] = []
    var path: [Vector] = []
    for contact in motion.contacts where !contact.isPalm {
      landing.append(motion.position(of: contact, at: contact.lands))
      for time in stride(from: contact.lands, through: contact.lifts + 30, by: 30) {
        path.append(motion.position(of: contact, at: time))
      }
    }
    guard
      let x = Self.place(landing.map(\.dx), path.map(\.dx), in: width, distances.left, distances.right, &random),
      let y = Self.place(landing.map(\.dy), path.map(\.dy), in: height, distances.top, distances.bottom, &random)
    else { return nil }
    return Point(x: x, y: y)
  }

  /// The origin on an axis of `length` at which all of `path` fits and the outermost of `landing` are as far from the
  /// ends as required.
  static func place(
    _ landing: [Double], _ path: [Double], in length: Double, _ start: ClosedRange<Double>, _ end: ClosedRange<Double>,
    _ random: inout SplitMix
  ) -> Double? {
    guard let first = landing.min(), let last = landing.max(), let low = path.min(), let high = path.max() else {
      return nil
    }
    let least = max(start.lowerBound - first, length - end.upperBound - last, 0.3 - low)
    let most = min(start.upperBound - first, length - end.lowerBound - last, length - 0.3 - high)
    return least <= most ? random.within(least...most) : nil
  }
}
