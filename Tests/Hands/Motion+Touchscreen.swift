import Touch

/// A touchscreen as hands meet them: its real size, which it may not tell, how often it reports and how well it sees.
struct Touchscreen {
  let device: Device
  let width: Double
  let height: Double
  /// Milliseconds from one frame to the next.
  let interval: Double
  /// How far a position may be off, in mm.
  let noise: Double

  /// One of those there are, from a telephone's to a laptop's, some of which do not tell their size.
  init(_ random: inout SplitMix) {
    let sizes: [(Double, Double, tells: Bool)] = [
      (344, 194, true), (294, 165, true), (217, 136, true), (155, 87, true), (65, 130, true),
      (155, 87, false), (217, 136, false), (110, 66, false),
    ]
    let (width, height, tells) = sizes.randomElement(using: &random) ?? sizes[0]
    self.width = width
    self.height = height
    device = Device(
      id: DeviceID(0), name: "Screen", kind: .touchscreen, size: tells ? Size(width: width, height: height) : nil)
    interval = random.within(7...15)
    noise = random.within(0.05...0.3)
  }

  /// How long a millimetre is here: a screen that does not tell its size is taken for a 7 inch one.
  var reach: Double { device.size == nil ? width / Device.assumedTouchscreenSize.width : 1 }

  func position(_ x: Double, _ y: Double) -> Point {
    device.size == nil ? Point(x: x / width, y: y / height) : Point(x: x, y: y)
  }
}

extension Motion {
  /// What `screen` reports of it from `start` on, in microseconds.
  func events(on screen: Touchscreen, from start: Int64, _ random: inout SplitMix) -> [TouchEvent] {
    var events: [TouchEvent] = []
    var slots = [Int?](repeating: nil, count: contacts.count)
    var last = [Point?](repeating: nil, count: contacts.count)
    var isOver = [Bool](repeating: false, count: contacts.count)
    var time = random.within(0...screen.interval)
    while isOver.contains(false) {
      var said = false
      func say(_ kind: TouchEvent.Kind) {
        events.append(
          TouchEvent(
            time: Timestamp(microseconds: start + Int64(time * 1000)), device: screen.device.id, kind: kind))
        said = true
      }
      for (index, contact) in contacts.enumerated() where !isOver[index] && contact.lands <= time {
        if contact.lifts <= time, let slot = slots[index] {
          say(contact.isPalm ? .touchCancel(slot: slot) : .touchUp(slot: slot))
          isOver[index] = true
          slots[index] = nil
          continue
        }
        let place = place(of: contact, at: time)
        let x = screen.width / 2 + place.dx + random.within(-screen.noise...screen.noise)
        let y = screen.height / 2 + place.dy + random.within(-screen.noise...screen.noise)
        // Devices count in tenths of a millimetre and say nothing of what has not changed.
        let seen = screen.position((x * 10).rounded() / 10, (y * 10).rounded() / 10)
        if let slot = slots[index] {
          if seen != last[index] { say(.touchMotion(slot: slot, seen)) }
        } else {
          let slot = (0...contacts.count).first { !slots.contains($0) } ?? 0
          slots[index] = slot
          say(.touchDown(slot: slot, seen))
        }
        last[index] = seen
      }
      if said { say(.touchFrame) }
      time += screen.interval + random.within(-1...1)
    }
    return events
  }
}
