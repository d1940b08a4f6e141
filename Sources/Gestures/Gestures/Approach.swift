internal import Time
public import Touch

/// How far fingers have come of what a gesture requires.
public struct Amount: Hashable, Sendable {
  /// The unit of both numbers. Raw values appear in JSON output.
  public enum Unit: String, Hashable, Sendable, CaseIterable {
    case millimetres = "mm"
    case milliseconds = "ms"
    case degrees = "°"
    case percent = "%"
  }

  /// How far the fingers have come, in `unit`.
  public var reached: Double
  /// The limit, in `unit`.
  public var limit: Double
  public var unit: Unit

  init(_ reached: Double, of limit: Double, _ unit: Unit) {
    self.reached = reached
    self.limit = limit
    self.unit = unit
  }

  /// The amount of a time.
  init(_ reached: Duration, of limit: Duration) {
    self.init(Double(reached.wholeMicroseconds) / 1000, of: Double(limit.wholeMicroseconds) / 1000, .milliseconds)
  }

  /// The amount as a share of the limit, which it may exceed.
  public var share: Double { limit > 0 ? reached / limit : 1 }
}

/// The gesture of a rule that fingers are nearest to, while it may still be recognised.
public struct Approach: Hashable, Sendable {
  /// The rule that is active for it.
  public var rule: RuleIndex
  public var kind: Gesture.Kind
  public var fingers: Int
  /// The amount that decides, and its limit.
  public var amount: Amount
  /// The centroid of the fingers, in the user's view; nil on touchpads whose contacts are not read.
  public var position: Point?

  /// The least share of a limit that is an approach: the slop, 3 mm, of a swipe of 12 mm. Fingers that only rest or tap
  /// come less far.
  public static let leastShare = 0.25
}

extension TouchSequence {
  /// The gesture of a rule that the fingers are nearest to; nil if they are near to none, and once one has begun.
  var approach: Approach? {
    guard !isOver, !isClaimed, ongoing.isEmpty else { return nil }
    var best: (index: Int, amount: Amount)?
    // By index: a loop over the elements would copy each of them.
    for index in possible.indices where possible[index].isAtLastTouch && possible[index].fingers.contains(fingers) {
      guard possible[index].precedence?.rule != nil,
        let amount = possible[index].recognizer.amount(last, motion, legs), amount.share >= Approach.leastShare,
        goes(towards: possible[index])
      else { continue }
      guard let other = best else {
        best = (index, amount)
        continue
      }
      let (share, rival) = (min(amount.share, 1), min(other.amount.share, 1))
      let isFirst = possible[index].standing.hasPrecedence(over: possible[other.index].standing)
      if share == rival ? isFirst : share > rival {
        best = (index, amount)
      }
    }
    guard let best, let rule = possible[best.index].precedence?.rule else { return nil }
    return Approach(
      rule: rule, kind: possible[best.index].kind, fingers: fingers, amount: best.amount,
      position: landingSite.map { positions.centroid ?? $0.centroid + last.translation })
  }

  /// True if fingers that go on this way may make it: of the directions that rules ask for, the nearest one is meant.
  private func goes(towards active: ActiveRecognizer) -> Bool {
    let direction: Direction? =
      switch active.kind.change {
      case .place: EightDirections.nearest(motion.along, of: motion.asked).map(EightDirections.name)
      case .scale: last.scale < 1 ? .inwards : .outwards
      case .rotation: last.rotation > 0 ? .clockwise : .counterclockwise
      }
    return active.isMatched || active.recognizer.mayFollow(Match(direction: direction), of: .swipe, motion, legs)
  }
}
