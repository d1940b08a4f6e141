internal import Gestures
internal import Glibc
internal import Touch

/// What a touchpad reports, by way of libinput.
extension IdealHand {
  func touchpad(_ stay: Stay) -> [Report] {
    let fingers = gesture.fingers
    switch gesture.movement {
    case .taps(_, let each): return [(stay.lift, .tap(fingers: fingers, lasted: each))]
    case .rest where stay.lift == Self.tap: return [(stay.lift, .tap(fingers: fingers, lasted: Self.tap))]
    case .rest:
      let begin = Thresholds.holdDelay(fingers: fingers)
      guard stay.lift > begin else { return [] }
      return [(begin, .holdBegin(fingers: fingers)), (stay.lift, .holdEnd(fingers: fingers, cancelled: false))]
    case .way, .drawing: return fingers == 2 ? scrolling(stay) : swiping(stay)
    case .pinch, .turn: return pinching(stay)
    }
  }

  private func scrolling(_ stay: Stay) -> [Report] {
    steps(of: stay).map { ($0.pose.time, .scroll(dx: $0.delta.dx, dy: $0.delta.dy)) }
      + [(stay.lift, .scroll(dx: 0, dy: 0))]
  }

  private func swiping(_ stay: Stay) -> [Report] {
    [(.zero, .swipeBegin(fingers: gesture.fingers))]
      + steps(of: stay).map { ($0.pose.time, .swipeUpdate(fingers: gesture.fingers, delta: $0.delta)) }
      + [(stay.lift, .swipeEnd(fingers: gesture.fingers, cancelled: false))]
  }

  private func pinching(_ stay: Stay) -> [Report] {
    [(.zero, .pinchBegin(fingers: gesture.fingers))]
      + steps(of: stay).map { step in
        (
          step.pose.time,
          .pinchUpdate(
            fingers: gesture.fingers, delta: step.delta, scale: step.pose.scale, rotation: step.rotation)
        )
      }
      + [(stay.lift, .pinchEnd(fingers: gesture.fingers, cancelled: false))]
  }

  /// The poses, with what each differs by from the one before.
  private func steps(of stay: Stay) -> [(pose: Pose, delta: Vector, rotation: Double)] {
    zip([Pose(time: .zero)] + stay.poses, stay.poses).map { before, pose in
      (pose, pose.translation - before.translation, pose.rotation - before.rotation)
    }
  }
}

/// What a touchscreen reports.
extension IdealHand {
  /// From one finger to the next of those that move side by side, in mm.
  private static let spacing = 18.0
  /// From the middle of fingers that pinch or turn to each of them, in mm.
  private static let radius = 25.0
  /// How near the edge a touch starts that starts there, in mm.
  private static let margin = 0.5

  func contacts(_ stay: Stay) -> [Report] {
    let slots = 0..<gesture.fingers
    let landings = landings
    var reports: [Report] = slots.map { (.zero, .touchDown(slot: $0, landings[$0])) } + [(.zero, .touchFrame)]
    for pose in stay.poses {
      let places = places(in: pose)
      reports += slots.map { (pose.time, .touchMotion(slot: $0, places[$0])) } + [(pose.time, .touchFrame)]
    }
    return reports + slots.map { (stay.lift, .touchUp(slot: $0)) } + [(stay.lift, .touchFrame)]
  }

  /// Where the fingers land.
  var landings: [Point] { places(in: Pose(time: .zero)) }

  private func places(in pose: Pose) -> [Point] {
    let middle = middle
    return offsets.map { offset in
      let angle = pose.rotation * .pi / 180
      let turned = Vector(
        dx: offset.dx * cos(angle) - offset.dy * sin(angle), dy: offset.dx * sin(angle) + offset.dy * cos(angle))
      return middle + turned * pose.scale + pose.translation
    }
  }

  /// Where the fingers are, seen from their middle.
  private var offsets: [Vector] {
    let count = gesture.fingers
    switch gesture.movement {
    case .pinch, .turn:
      return (0..<count).map { index in
        let angle = 2 * .pi * Double(index) / Double(count)
        return Vector(dx: Self.radius * cos(angle), dy: Self.radius * sin(angle))
      }
    case .taps, .rest, .way, .drawing:
      return (0..<count).map { Vector(dx: (Double($0) - Double(count - 1) / 2) * Self.spacing, dy: 0) }
    }
  }

  /// Where the middle of the fingers lands.
  private var middle: Point {
    let (width, height) = gesture.device.extent
    let left = Self.margin - (offsets.map(\.dx).min() ?? 0)
    let right = width - Self.margin - (offsets.map(\.dx).max() ?? 0)
    let top = Self.margin - (offsets.map(\.dy).min() ?? 0)
    let bottom = height - Self.margin - (offsets.map(\.dy).max() ?? 0)
    switch gesture.start {
    case nil: return Point(x: width / 2, y: height / 2)
    case .edge(let edges, _):
      let x = edges.contains(.left) ? left : edges.contains(.right) ? right : width / 2
      return Point(x: x, y: edges.contains(.top) ? top : edges.contains(.bottom) ? bottom : height / 2)
    case .corner(let corners, _):
      return Point(
        x: corners.isDisjoint(with: [.topLeft, .bottomLeft]) ? right : left,
        y: corners.isDisjoint(with: [.topLeft, .topRight]) ? bottom : top)
    case .zone(let zone):
      return Point(
        x: Self.between(zone.left, zone.right, of: width), y: Self.between(zone.top, zone.bottom, of: height))
    }
  }

  /// In the middle between two places, in mm.
  private static func between(_ from: Zone.Position, _ to: Zone.Position, of extent: Double) -> Double {
    let ends = [from, to].map { position in
      switch position {
      case .share(let share): share * extent
      case .length(let length): min(length.value, extent)
      }
    }
    return (ends[0] + ends[1]) / 2
  }
}
