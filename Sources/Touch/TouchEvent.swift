/// What a device reported at one moment. These are libinput's own events, reduced to what gestures are made of, in
/// millimetres, whether they come from a live device or from a recording.
public struct TouchEvent: Hashable, Sendable {
  /// When, on the device's clock.
  public var time: Timestamp
  /// Which device.
  public var device: DeviceID
  /// What.
  public var kind: Kind

  /// An event.
  public init(time: Timestamp, device: DeviceID, kind: Kind) {
    self.time = time
    self.device = device
    self.kind = kind
  }

  /// What happened. Touchscreens report `touch…`; touchpads the rest.
  public enum Kind: Hashable, Sendable {
    /// A device can be read from now on. Its `id` is the event's device. Kept beside the event, because with its names in
    /// it each event that passes from hand to hand would be three times as large.
    indirect case deviceAdded(Device)
    /// A device is gone; whatever was going on on it is over.
    case deviceRemoved
    /// The device reported more than the kernel keeps for a program that does not read it. What happened is not known;
    /// what comes next goes on from where the fingers are now.
    case eventsLost

    /// A finger landed. Slots tell fingers apart while they are down.
    case touchDown(slot: Int, Point)
    /// A finger moved.
    case touchMotion(slot: Int, Point)
    /// A finger lifted. It carries no position: the last one counts.
    case touchUp(slot: Int)
    /// A contact turned out not to be a finger (a palm).
    case touchCancel(slot: Int)
    /// Everything since the last frame happened at once.
    case touchFrame

    /// Three or four fingers began to move as one.
    case swipeBegin(fingers: Int)
    /// They moved on by `delta`, unaccelerated.
    case swipeUpdate(fingers: Int, delta: Vector)
    /// They are gone (or, cancelled, something else began).
    case swipeEnd(fingers: Int, cancelled: Bool)
    /// Two to four fingers began to move against each other.
    case pinchBegin(fingers: Int)
    /// Their distance is now `scale` times what it was at the beginning; since the last event they moved by `delta`
    /// and turned by `rotation` degrees, clockwise positive.
    case pinchUpdate(fingers: Int, delta: Vector, scale: Double, rotation: Double)
    /// They are gone (or, cancelled, something else began).
    case pinchEnd(fingers: Int, cancelled: Bool)
    /// Fingers rest on the touchpad.
    case holdBegin(fingers: Int)
    /// They lifted (or, cancelled, began to move).
    case holdEnd(fingers: Int, cancelled: Bool)
    /// Two fingers scrolled by so much, which is told from 1 to 1.5 mm on. An axis that is nil said nothing; one that is
    /// 0 has come to its end, which both do at once. Within 30° of an axis libinput keeps the other one still, until for
    /// 100 ms or 5 mm the fingers have gone some other way.
    case scroll(dx: Double?, dy: Double?)
    /// One to three fingers tapped, told when all have lifted. They were all down for as long as it `lasted`: from the
    /// last one's landing to the first one's lift. A click of the touchpad's button is none.
    case tap(fingers: Int, lasted: Duration)
  }
}
