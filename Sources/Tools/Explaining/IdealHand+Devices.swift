internal import Gestures
internal import Glibc
internal import Touch

/// The events of a touchpad, as libinput reports them.
extension IdealHand {
  func touchpadReports(of episode: Episode) -> [Report] {
    let fingers = gesture.fingers
    // It recognises nothing of more fingers, nor of those beside one that rests, and one finger moves the pointer.
    guard fingers < Trigger.handFingers, gesture.anchor == 0 else { return [] }
    let hand = gesture.movement
    // Only contacts report these.
    guard hand.press == nil, hand.tipTap == nil else { return [] }
    guard episode.poses.isEmpty else {
      return hand.turns ? pinching(episode) : fingers == 1 ? [] : fingers == 2 ? scrolling(episode) : swiping(episode)
    }
    if hand.endsWithTap || episode.lift == hand.tapTime {
      return [(episode.lift, .tap(fingers: fingers, lasted: episode.lift))]
    }
    let begin = Thresholds.holdDelay(fingers: fingers)
    guard episode.lift > begin else { return [] }
    return [(begin, .holdBegin(fingers: fingers)), (episode.lift, .holdEnd(fingers: fingers, cancelled: false))]
  }

  private func scrolling(_ episode: Episode) -> [Report] {
    steps(of: episode).map { ($0.pose.time, .scroll(dx: $0.delta.dx, dy: $0.delta.dy)) }
      + [(episode.lift, .scroll(dx: 0, dy: 0))]
  }

  private func swiping(_ episode: Episode) -> [Report] {
    [(.zero, .swipeBegin(fingers: gesture.fingers))]
      + steps(of: episode).map { ($0.pose.time, .swipeUpdate(fingers: gesture.fingers, delta: $0.delta)) }
      + [(episode.lift, .swipeEnd(fingers: gesture.fingers, cancelled: false))]
  }

  private func pinching(_ episode: Episode) -> [Report] {
    [(.zero, .pinchBegin(fingers: gesture.fingers))]
      + steps(of: episode).map { step in
        (
          step.pose.time,
          .pinchUpdate(
            fingers: gesture.fingers, delta: step.delta, scale: step.pose.scale, rotation: step.rotation)
        )
      }
      + [(episode.lift, .pinchEnd(fingers: gesture.fingers, cancelled: false))]
  }

  /// The poses, each with its difference from the previous one.
  private func steps(of episode: Episode) -> [(pose: Pose, delta: Vector, rotation: Double)] {
    zip([Pose(time: .zero)] + episode.poses, episode.poses).map { before, pose in
      (pose, pose.translation - before.translation, pose.rotation - before.rotation)
    }
  }
}

/// The events of contacts.
extension IdealHand {
  /// The distance between adjacent fingers that move side by side, in mm.
  private static let spacing = 18.0
  /// The initial distance of each finger from the centroid in pinches and rotations, in mm.
  private static let radius = 25.0
  /// The distance of the outermost finger from the edge in touches that start at one, in mm.
  private static let margin = 0.5

  func contactReports(of episode: Episode) -> [Report] {
    let slots = 0..<gesture.fingers
    var reports = landingReports
    if let force = gesture.movement.press {
      reports.insert(contentsOf: pressReports(force), at: reports.count - 1)
      if force == .firm { reports += pressureReports(Self.pressures.firm, after: Self.firmPressRest) }
      if clicks(force) { reports += [(episode.lift, .button(isPressed: false))] }
    }
    if let side = gesture.movement.tipTap { reports += tipTapReports(side) }
    for pose in episode.poses {
      let positions = positions(in: pose)
      reports += slots.map { (pose.time, .touchMotion(slot: $0, positions[$0])) } + [(pose.time, .touchFrame)]
    }
    return beside(anchorReports, reports + liftReports(at: episode.lift))
  }

  /// The contacts and the reports of libinput, which follow those of the same time.
  func bothReports(of episode: Episode) -> [Report] {
    (contactReports(of: episode) + touchpadReports(of: episode)).enumerated()
      .sorted { ($0.element.after, $0.offset) < ($1.element.after, $1.offset) }.map(\.element)
  }

  /// `reports` later, beside the finger that rests; they alone if none does.
  private func beside(_ anchor: [Report], _ reports: [Report]) -> [Report] {
    guard !anchor.isEmpty else { return reports }
    let later = reports.map { (after: $0.after + Self.anchorRest, kind: $0.kind) }
    let end = later.last?.after ?? .zero
    return anchor + later + [(end, .touchUp(slot: gesture.fingers)), (end, .touchFrame)]
  }

  /// The landing of the finger that rests beside those that move; empty if none does.
  private var anchorReports: [Report] {
    guard gesture.anchor > 0, let first = landings.first, let last = landings.last else { return [] }
    let x = first.x >= Self.spacing ? first.x - Self.spacing : last.x + Self.spacing
    return [(.zero, .touchDown(slot: gesture.fingers, Point(x: x, y: first.y))), (.zero, .touchFrame)]
  }

  /// True if a press of this force presses the button, too.
  private func clicks(_ force: PressPattern.Force) -> Bool {
    force == .click || gesture.device.contacts?.isClickpad == true
  }

  /// The reports of the button and the pressure at the landing of fingers that press.
  private func pressReports(_ force: PressPattern.Force) -> [Report] {
    let pressures = force == .firm ? pressureReports(Self.pressures.resting, after: .zero).dropLast() : []
    return pressures + (clicks(force) ? [(.zero, .button(isPressed: true))] : [])
  }

  /// The pressure of all fingers.
  private func pressureReports(_ pressure: Double, after time: Duration) -> [Report] {
    (0..<gesture.fingers).map { (time, .touchPressure(slot: $0, pressure)) } + [(time, .touchFrame)]
  }

  /// The tap of one more finger, after the others have rested.
  private func tipTapReports(_ side: Direction) -> [Report] {
    let slot = gesture.fingers
    let positions = landings
    let (first, last) = (positions[0], positions[positions.count - 1])
    let x =
      side == .left ? first.x - Self.spacing : side == .right ? last.x + Self.spacing : (first.x + last.x) / 2
    let start = Duration.milliseconds(300)
    return [
      (start, .touchDown(slot: slot, Point(x: x, y: first.y))), (start, .touchFrame),
      (start + HandMovement.usualTap, .touchUp(slot: slot)), (start + HandMovement.usualTap, .touchFrame),
    ]
  }

  /// The landing of all fingers.
  private var landingReports: [Report] {
    landings.enumerated().map { (.zero, .touchDown(slot: $0.offset, $0.element)) } + [(.zero, .touchFrame)]
  }

  /// The lift of all fingers.
  private func liftReports(at time: Duration) -> [Report] {
    (0..<gesture.fingers).map { (time, .touchUp(slot: $0)) } + [(time, .touchFrame)]
  }

  /// The positions at which the fingers land.
  var landings: [Point] { positions(in: Pose(time: .zero)) }

  private func positions(in pose: Pose) -> [Point] {
    let centroid = centroid
    return offsets.map { offset in
      let angle = pose.rotation * .pi / 180
      let turned = Vector(
        dx: offset.dx * cos(angle) - offset.dy * sin(angle), dy: offset.dx * sin(angle) + offset.dy * cos(angle))
      return centroid + turned * pose.scale + pose.translation
    }
  }

  /// The places where the fingers land, if each has a place of its own: where they landed, or in the edges or corners
  /// that all require a finger. Further fingers land in the middle.
  private var places: [Point]? {
    if gesture.landings.count == gesture.fingers { return gesture.landings }
    let (width, height) = gesture.device.extent
    let (left, top) = (Self.margin, Self.margin)
    let (right, bottom) = (width - Self.margin, height - Self.margin)
    let middle = Point(x: width / 2, y: height / 2)
    var places: [Point]
    switch gesture.start {
    case .allEdges(let edges, _):
      let all: [(Edges, Point)] = [
        (.left, Point(x: left, y: middle.y)), (.right, Point(x: right, y: middle.y)),
        (.top, Point(x: middle.x, y: top)), (.bottom, Point(x: middle.x, y: bottom)),
      ]
      places = all.filter { edges.contains($0.0) }.map(\.1)
    case .allCorners(let corners, _):
      let all: [(Corners, Point)] = [
        (.topLeft, Point(x: left, y: top)), (.topRight, Point(x: right, y: top)),
        (.bottomLeft, Point(x: left, y: bottom)), (.bottomRight, Point(x: right, y: bottom)),
      ]
      places = all.filter { corners.contains($0.0) }.map(\.1)
    case .edge, .corner, .zone, nil: return nil
    }
    guard places.count <= gesture.fingers else { return nil }
    for index in 0..<(gesture.fingers - places.count) {
      places.append(middle + Vector(dx: Double(index) * Self.spacing, dy: 0))
    }
    return places
  }

  private static func mean(of points: [Point]) -> Point {
    let count = Double(max(points.count, 1))
    return Point(x: points.map(\.x).reduce(0, +) / count, y: points.map(\.y).reduce(0, +) / count)
  }

  /// The initial positions of the fingers, relative to their centroid.
  private var offsets: [Vector] {
    if let places {
      let centroid = Self.mean(of: places)
      return places.map { $0 - centroid }
    }
    let usual = usualOffsets
    guard let apart = gesture.apart, usual.count > 1 else { return usual }
    let span = FingerPositions(usual.lazy.map { Point(x: 0, y: 0) + $0 }).apart.value
    let wanted = apart.contains(Millimetres(span)) ? span : (apart.lowerBound.value + apart.upperBound.value) / 2
    return usual.map { $0 * (wanted / span) }
  }

  /// The same of fingers that land as far apart as usual.
  private var usualOffsets: [Vector] {
    let count = gesture.fingers
    guard gesture.movement.turns else {
      return (0..<count).map { Vector(dx: (Double($0) - Double(count - 1) / 2) * Self.spacing, dy: 0) }
    }
    return (0..<count).map { index in
      let angle = 2 * .pi * Double(index) / Double(count)
      return Vector(dx: Self.radius * cos(angle), dy: Self.radius * sin(angle))
    }
  }

  /// The centroid of the landing positions.
  private var centroid: Point {
    if let places { return Self.mean(of: places) }
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
    // The fingers are at `places`.
    case .allEdges, .allCorners: return Point(x: width / 2, y: height / 2)
    case .zone(let zone):
      return Point(
        x: Self.between(zone.left, zone.right, of: width), y: Self.between(zone.top, zone.bottom, of: height))
    }
  }

  /// The middle between two positions, in mm.
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
