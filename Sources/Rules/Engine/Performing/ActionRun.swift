internal import Gestures
internal import Rules
internal import Time
internal import Touch

/// The remaining actions of a rule for one phase of its gesture.
struct ActionRun {
  /// The unique number of the run, counted from 1.
  let number: Int
  /// The remaining steps, in order.
  var steps: ArraySlice<ActionStep>
  /// True if the gesture is over and the keys that it holds must be released first.
  var releases: Bool
  /// The end of the current `wait`; nil outside of one.
  var resumesAt: Timestamp?
  /// The rule, gesture and situation.
  let context: ActionContext
  /// The continuous gesture of the run; nil for a discrete one.
  let owner: GestureID?

  init(_ number: Int, _ steps: [ActionStep], releases: Bool, _ context: ActionContext) {
    self.number = number
    self.steps = steps[...]
    self.releases = releases
    self.context = context
    owner = GestureID(context.gesture)
  }

  /// The source location of the rule.
  var location: String { context.location }
  /// The gesture at this moment.
  var gesture: Gesture { context.gesture }

  /// True if the next step goes through the keyboard or the pointer.
  var needsInput: Bool { releases || steps.first?.action.isInput == true }
}

/// The identity of a continuous gesture: a rule has at most one at a time on a device.
struct GestureID: Hashable {
  let device: DeviceID
  let rule: RuleIndex

  /// Creates the identity of a gesture; nil for a discrete one.
  init?(_ gesture: Gesture) {
    guard gesture.phase != .recognized, let rule = gesture.rule else { return nil }
    device = gesture.device
    self.rule = rule
  }
}
