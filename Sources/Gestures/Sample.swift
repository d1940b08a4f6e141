internal import Touch

/// What all fingers of one touch sequence have done up to one moment. Touchscreen contacts and libinput's touchpad
/// gestures both become this, so that each recogniser is written once.
struct Sample: Hashable, Sendable {
  /// Where the numbers come from, which bounds what they can say.
  enum Source: Hashable, Sendable {
    /// Contacts of a touchscreen: everything is known.
    case contacts
    /// A touchpad on which the fingers rest.
    case hold
    /// A touchpad that was tapped; all is over when it is told.
    case tap
    /// A touchpad on which libinput has recognised a swipe: the fingers' distance does not change.
    case swipe
    /// A touchpad on which two fingers scroll.
    case scroll
    /// A touchpad on which libinput has recognised a pinch.
    case pinch
  }

  var time: Timestamp
  var source: Source
  /// How many fingers the sequence is made of; those that have lifted at its end still count.
  var fingers: Int
  /// The way of the fingers' middle since the first one landed, without a jump where a finger joins or leaves.
  var translation = Vector.zero
  /// The fingers' distance as a multiple of what it was.
  var scale = 1.0
  /// How far they have turned, in degrees, clockwise positive, unwrapped over full turns.
  var rotation = 0.0
  /// By how much their distance has grown: for two fingers the distance between them, for more twice the mean
  /// distance to their middle. Nil on touchpads, which tell no positions.
  var spread: Millimetres?
  /// How unlike the fingers' ways are: the largest difference of one's from the common way. Not a mean, because among
  /// five fingers one that stays (the thumb of a pinch) would count for little. Nil on touchpads.
  var disagreement: Millimetres?
  /// How far the finger that moved most is from where it landed.
  var reach: Millimetres = 0
  /// When the last of the fingers landed. On touchpads, where libinput does not say, reckoned back from what it does.
  var landed: Timestamp

  /// Where one finger's way differs from the common way by more than this share of it, the fingers pinch, turn, or one
  /// of them stays. A finger that stays beside others that move has a share of 1.
  private static let largestDisagreement = 0.6

  /// Whether the fingers go one way together, as in a swipe. Touchpads report only movements of which libinput has
  /// already said what they are.
  var isTogether: Bool {
    switch source {
    case .contacts: disagreement.map { $0.value <= Self.largestDisagreement * translation.length.value } ?? true
    case .hold, .tap, .swipe, .scroll: true
    case .pinch: false
    }
  }
}
