internal import Glibc
internal import Linux
internal import Time
internal import Touch

/// Owned devices: take-over, frames, release.
extension TouchDevices {
  /// True if some device is grabbed.
  public var isOwning: Bool { open.contains { $0.contacts?.owner?.isOwning == true } }

  /// Takes over and gives back devices, after the answers of `wantsOwner` may have changed.
  /// - Parameter retries: true to try those again that were refused.
  public func updateOwners(retries: Bool = true, _ body: (consuming Report) -> Void) {
    for index in open.indices {
      if retries { open[index].owningRefusal = nil }
      prepareOwning(at: index, body)
    }
    readAgain(body)
  }

  /// Gives all devices back at once, for a program that ends or stops.
  public func releaseOwned(_ body: (consuming Report) -> Void) {
    for index in open.indices where open[index].contacts?.owner != nil { dropOwner(at: index, body) }
  }

  /// Begins or ends the ownership of a device, as it is wanted.
  func prepareOwning(at index: Int, _ body: (consuming Report) -> Void) {
    let device = open[index].device
    guard wantsOwner(device), open[index].owningRefusal == nil else {
      if open[index].owningRefusal == nil { open[index].owningRetry = nil }
      leave(at: index, body)
      return
    }
    open[index].owningRetry = nil
    if let owner = open[index].contacts?.owner {
      owner.panicTime = panicTime
      if owner.stage == .leaving { owner.stage = .owning }
      return
    }
    do throws(SystemError) {
      guard let reader = try contactReader(at: index) else { return }
      let owner = try DeviceOwner(reader, device.kind, size: device.size, panicTime: panicTime, now: .now)
      if ownerTimer == nil {
        let timer = try TimerDescriptor()
        try awaitInput(timer.number)
        ownerTimer = consume timer
      }
      endTaking(at: index, body)
      reader.owner = owner
      armOwnerTimer()
    } catch {
      refuse(at: index, error, body)
    }
  }

  /// The reader of a device's contacts, which touchscreens have only if they are owned; nil if it is refused already.
  private func contactReader(at index: Int) throws(SystemError) -> ContactReader? {
    if let reader = open[index].contacts { return reader }
    guard open[index].device.kind == .touchscreen else { return nil }
    let reader = try ContactReader(open[index].node.path, as: open[index].device.id, size: open[index].device.size)
    try awaitInput(reader.number)
    open[index].contacts = reader
    areContactsRead = true
    return reader
  }

  private func refuse(at index: Int, _ error: SystemError, _ body: (consuming Report) -> Void) {
    guard open[index].owningRefusal == nil else { return }
    open[index].owningRefusal = error
    dropOwner(at: index, body)
    if error.code == EBUSY { awaitRelease(at: index) }
    // udev is about to report that it is gone.
    if error.code != ENODEV { body(.ownership(open[index].device, .refused(error))) }
  }

  /// Tries to own a device again that another program had.
  func retryOwning(at index: Int, _ body: (consuming Report) -> Void) {
    guard DeviceGrab.isGrabbed(open[index].node.path) == false else { return awaitRelease(at: index) }
    open[index].owningRefusal = nil
    prepareOwning(at: index, body)
  }

  /// The time between two attempts to own a device that another program has grabbed. The kernel reports neither the end
  /// of a grab nor, before it has ended, that the device is closed.
  private static let owningPause = Duration.seconds(5)

  /// Tries to own a device again when another program that could write to it has closed it, or after some time.
  private func awaitRelease(at index: Int) {
    _ = watchBusy(at: index)
    open[index].owningRetry = .now + Self.owningPause
    armOwnerTimer()
  }

  // MARK: Take-over

  /// Takes over the devices that are due, and gives back those that are.
  func continueOwning(_ body: (consuming Report) -> Void) {
    // The clock is read only if it matters, since this runs after each frame.
    for index in open.indices {
      if let retry = open[index].owningRetry, retry <= .now { retryOwning(at: index, body) }
      guard let reader = open[index].contacts, let owner = reader.owner else { continue }
      do throws(SystemError) {
        switch owner.stage {
        case .made(let until):
          guard until <= .now else { break }
          throw SystemError("udev", path: owner.shown.node, code: ETIMEDOUT)
        case .settling(let until):
          guard until <= .now else { break }
          owner.stage = .ready
          try takeOver(at: index, reader, owner, body)
        case .ready: try takeOver(at: index, reader, owner, body)
        case .owning: if owner.deadline != nil { try owner.expire(at: .now) }
        case .leaving:
          try owner.expire(at: .now)
          if owner.isAtRest { dropOwner(at: index, body) }
        }
      } catch {
        refuse(at: index, error, body)
      }
      if owner.stage == .owning, owner.isPanic {
        owner.stage = .leaving
        body(.ownership(open[index].device, .panic))
      }
    }
    armOwnerTimer()
  }

  private func takeOver(
    at index: Int, _ reader: ContactReader, _ owner: DeviceOwner, _ body: (consuming Report) -> Void
  ) throws(SystemError) {
    guard case .done = try reader.grab(slots: owner.slots) else { return }
    do throws(SystemError) {
      // Events from before the grab were everybody's, also of a hand that came and went since libinput was read last:
      // with the device, libinput would forget them. What lands while libinput opens the clone is the owner's.
      reader.owner = nil
      defer { reader.owner = owner }
      try context.read()
      try reader.read({ body(.event($0)) }) { _, _, _ throws(SystemError) in }
      context.report(body)
      try reader.withPresentState { owner.begin($0) }
    } catch {
      reader.ungrab()
      throw error
    }
    do throws(LibinputContext.Refusal) {
      let copy = try context.add(owner.copy.node, as: open[index].device.id, isGrabbed: true)
      context.remove(open[index].open)
      open[index].open = copy
    } catch {
      owner.stage = .ready
      reader.ungrab()
      switch error {
      case .open(let error): throw error
      case .notUnderstood: throw SystemError("libinput_path_add_device", path: owner.copy.node, code: EINVAL)
      }
    }
    // A finger that has landed since the grab may lift without another frame.
    if !owner.isAtRest {
      let now = Timestamp.now
      try owner.writeCopy(at: now)
      try pass(owner, of: open[index].device.id, at: now, isShown: false, body)
    }
    body(.ownership(open[index].device, .began))
  }

  /// Has the rules decide about a frame of an owned device, and shows it to the desktop if it waits for them.
  func pass(
    _ owner: DeviceOwner, of id: DeviceID, at time: Timestamp, isShown: Bool, _ body: (consuming Report) -> Void
  ) throws(SystemError) {
    try context.read()
    isLibinputRead = true
    context.report(body)
    if !isShown { try owner.writeShown(at: time, claim: claim(id)) }
  }

  /// Has the rules decide about the fingers on owned devices, and about those that are taken, between two frames: after
  /// time has passed, or after an answer that they waited for.
  public func updateClaims(_ body: (consuming Report) -> Void) {
    if areContactsRead { updateTakers(body) }
    updateTouchTakers()
    guard ownerTimer != nil else { return }
    for index in open.indices {
      guard let owner = open[index].contacts?.owner else { continue }
      do throws(SystemError) {
        try owner.update(claim(open[index].device.id), at: .now)
      } catch {
        refuse(at: index, error, body)
      }
    }
    armOwnerTimer()
  }

  // MARK: Release

  private func leave(at index: Int, _ body: (consuming Report) -> Void) {
    guard let owner = open[index].contacts?.owner else { return }
    guard owner.isOwning, !owner.isAtRest else { return dropOwner(at: index, body) }
    owner.stage = .leaving
  }

  /// Gives a device back at once, and closes the contacts that only its owner needs.
  func dropOwner(at index: Int, _ body: (consuming Report) -> Void) {
    guard let reader = open[index].contacts else { return }
    if let owner = reader.owner, owner.isOwning {
      owner.release(at: .now)
      owner.giveBack(reader)
      let copy = open[index].open
      do throws(LibinputContext.Refusal) {
        open[index].open = try context.add(open[index].node.path, as: open[index].device.id)
      } catch {
        // If it is gone, udev is about to report that.
        if case .open(let error) = error, error.code != ENODEV, !error.isMissing { closed.append(open[index].node) }
      }
      context.remove(copy)
      body(.ownership(open[index].device, .ended))
    }
    reader.owner = nil
    guard open[index].device.kind == .touchscreen else { return }
    open[index].contacts = nil
    areContactsRead = open.contains { $0.contacts != nil }
  }

  /// Treats the devices that could not be opened when they were given back as if they had just come: they are reported,
  /// and tried again when their permissions change.
  func readAgain(_ body: (consuming Report) -> Void) {
    let nodes = closed
    closed = []
    for node in nodes {
      remove(node, body)
      add(node, body)
    }
  }

  private func armOwnerTimer() {
    var earliest: Timestamp?
    // By index: a loop over the elements would copy each of them.
    for index in open.indices {
      earliest.limit(to: open[index].contacts?.owner?.deadline ?? open[index].owningRetry)
    }
    // A timer that has fired is read by being set.
    guard earliest != ownerDeadline || earliest.map({ $0 <= .now }) == true else { return }
    ownerDeadline = earliest
    if let earliest { try? ownerTimer?.set(to: earliest) } else { try? ownerTimer?.disarm() }
  }
}
