internal import Time
internal import Touch

/// The events that are written into a touchpad whose fingers are taken.
extension Taking {
  /// Writes the differences between what the kernel has and what it is to have, unless this frame was written already.
  /// - Parameter landing: a landing to repeat: once in a touch sequence, so it is no answer to another program.
  mutating func write(
    at now: Timestamp, landing: RepeatedLanding? = nil, into events: inout [DeviceEvent]
  ) {
    guard !budget.hasWritten || landing != nil else { return }
    landing?.appendLift(real, at: now, into: &events)
    let isChanged = palms.appendDifferences(real, at: now, into: &events)
    guard isChanged || landing != nil else { return }
    if let landing {
      landing.appendLanding(real, movement, of: surface, at: now, into: &events)
      echoes.note(frames: RepeatedLanding.frames)
      if landing.hasStart { self.landing = (landing, now + RepeatedLanding.pause.start) }
    }
    finishWriting(at: now, into: &events)
    guard budget.isSpent, palms.isHolding else { return }
    budget.allow()
    miss(LeftFingers(.spent, amount: budget.writes), into: &events)
  }

  /// Writes the start of fingers that have landed once more, unless it is late or the driver has reported something
  /// since.
  mutating func start(at now: Timestamp, into events: inout [DeviceEvent]) {
    guard let (landing, due) = landing else { return }
    self.landing = nil
    guard now - due <= RepeatedLanding.latestStart, palms.isCurrent(real) else { return }
    landing.appendStart(real, movement, of: surface, at: now, into: &events)
    echoes.note(frames: 1)
    finishWriting(at: now, into: &events)
  }

  private mutating func finishWriting(at now: Timestamp, into events: inout [DeviceEvent]) {
    events.append(.axis(EventCode.slot, Int32(real.current), at: now))
    events.append(.end(at: now))
    budget.note(now)
  }

  /// Writes a tap of the contacts that have lifted.
  mutating func returnTap(at now: Timestamp, into events: inout [DeviceEvent]) {
    let first = events.count
    events.append(.axis(EventCode.slot, Int32(tap.state.current), at: now))
    tap.tap(real, slots: palms.wereHeld, at: now, into: &events)
    for index in events.indices[first...] where events[index].code == EventCode.trackingID {
      if events[index].value >= 0, events[index].type == EventCode.absolute {
        events[index].value |= Self.firstReturnedID
      }
    }
    finishWriting(at: now, into: &events)
    echoes.note(frames: ShownDevice.tapFrames)
  }
}
