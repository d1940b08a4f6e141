public import Time

/// An event of a device. These are libinput's own events, reduced to what gestures need, in millimetres, whether they
/// come from a live device or from a recording.
public struct TouchEvent: Hashable, Sendable {
  /// The time, on the device's clock.
  public var time: Timestamp
  /// The device it is of.
  public var device: DeviceID
  /// The kind of event, with its data.
  public var kind: Kind

  public init(time: Timestamp, device: DeviceID, kind: Kind) {
    self.time = time
    self.device = device
    self.kind = kind
  }

  /// The kinds of event. Touchscreens report `touch…`, touchpads the rest. A touchpad whose contacts are read reports
  /// both: in each frame its contacts first, as the kernel reports them, then the gestures that libinput recognises.
  public enum Kind: Hashable, Sendable {
    /// A device can be read from now on. Its `id` is the event's device. Indirect, because the device's names would
    /// make every event three times as large.
    indirect case deviceAdded(Device)
    /// A device is gone; everything that was going on on it is over.
    case deviceRemoved
    /// The kernel's buffer for the device overflowed. What happened is unknown; the next events continue from the
    /// present state of the fingers.
    case eventsLost
    /// The fingers that are down on a touchpad, and those that join them, are left to the desktop until all lift: rules
    /// that take fingers from the desktop do not act on them. Only devices report it whose fingers are taken.
    case fingersLeft(LeftFingers)

    /// A finger landed. The slot identifies it while it is down.
    case touchDown(slot: Int, Point)
    /// A finger moved.
    case touchMotion(slot: Int, Point)
    /// A finger lifted. The event has no position: the last one counts.
    case touchUp(slot: Int)
    /// A contact turned out not to be a finger (a palm).
    case touchCancel(slot: Int)
    /// The pressure of a contact changed. It is a share of the device's range, 0 to 1.
    case touchPressure(slot: Int, Double)
    /// The end of a frame: everything since the last frame happened at once.
    case touchFrame
    /// The number of fingers on a touchpad changed. The count includes fingers without a slot.
    case fingerCount(Int)
    /// A touchpad's button was pressed or released. On a clickpad it lies under the whole surface.
    case button(isPressed: Bool)

    /// Three or four fingers began to move together.
    case swipeBegin(fingers: Int)
    /// The fingers of a swipe moved on by `delta`, unaccelerated.
    case swipeUpdate(fingers: Int, delta: Vector)
    /// The fingers of a swipe lifted or, if cancelled, began something else.
    case swipeEnd(fingers: Int, cancelled: Bool)
    /// Two to four fingers began to move against each other.
    case pinchBegin(fingers: Int)
    /// The distance between the fingers is now `scale` times that at the beginning; since the last event they moved by
    /// `delta` and turned by `rotation` degrees, clockwise positive.
    case pinchUpdate(fingers: Int, delta: Vector, scale: Double, rotation: Double)
    /// The fingers of a pinch lifted or, if cancelled, began something else.
    case pinchEnd(fingers: Int, cancelled: Bool)
    /// Fingers rest on the touchpad.
    case holdBegin(fingers: Int)
    /// The resting fingers lifted or, if cancelled, began to move.
    case holdEnd(fingers: Int, cancelled: Bool)
    /// Two fingers scrolled, which is reported from 1 to 1.5 mm on. A nil axis has no movement; 0 ends an axis, and
    /// both end at once. Within 30° of an axis libinput suppresses the other one, until the fingers have moved in
    /// another direction for 100 ms or 5 mm.
    case scroll(dx: Double?, dy: Double?)
    /// One to three fingers tapped, reported after the last lift. All of them were down for the time `lasted`: from the
    /// last landing to the first lift. A click of the touchpad's button is no tap.
    case tap(fingers: Int, lasted: Duration)
  }
}
