internal import Glibc
public import Linux
internal import Owning
public import Time
public import Touch

/// Touchpads and touchscreens whose fingers are taken without a grab.
extension TouchDevices {
  /// Begins or ends to take the fingers of a device, as it is wanted. An owned device needs no palms.
  func prepareTaking(at index: Int, _ body: (consuming Report) -> Void) {
    let (device, reader) = (open[index].device, open[index].contacts)
    guard reader?.owner == nil, device.kind == .touchscreen || reader != nil, wantsTaking(device) else {
      return endTaking(at: index, body)
    }
    if !open[index].isTaken, open[index].takingRefusal == nil { take(at: index, body) }
  }

  /// Begins to take the fingers of a device. If another program takes them, it is tried again when that lets go.
  /// - Parameter isWatched: true if that is watched for.
  func take(at index: Int, isWatched: Bool = false, _ body: (consuming Report) -> Void) {
    let device = open[index].device
    let (id, path) = (device.id, open[index].node.path)
    do throws(SystemError) {
      switch device.kind {
      case .touchpad:
        guard let reader = open[index].contacts else { return }
        reader.taker = try FingerTaker(
          reader, size: device.size, claim: { [unowned self] in takingClaim(id) },
          passToolTypes: { [unowned self] in context.passToolTypes($0, of: path) })
      case .touchscreen:
        guard let surface = try Self.takenSurface(path, device.kind) else { throw Self.noToolTypes(path) }
        open[index].touchTaker = try TouchTaker(path, slots: surface.slots) { [unowned self] in
          context.passToolTypes($0, of: path)
        }
      }
      open[index].takingRefusal = nil
      body(.taking(device, .began))
    } catch {
      // It may have let go just before the watch began.
      if error.code == EBUSY, !isWatched, watchBusy(at: index) { return take(at: index, isWatched: true, body) }
      let isNew = open[index].takingRefusal?.code != error.code
      open[index].takingRefusal = error
      if isNew, error.code != ENODEV { body(.taking(device, .refused(error))) }
    }
  }

  /// Gives the fingers of a device back, and takes none any more.
  func endTaking(at index: Int, _ body: (consuming Report) -> Void) {
    open[index].takingRefusal = nil
    guard open[index].isTaken else { return }
    open[index].contacts?.taker?.release()
    open[index].contacts?.taker = nil
    open[index].touchTaker?.release()
    open[index].touchTaker = nil
    body(.taking(open[index].device, .ended))
  }

  /// Has the rules decide about fingers that are taken between two frames: after time has passed, or because they may
  /// not act any more.
  func updateTakers(_ body: (consuming Report) -> Void) {
    // By index: a loop over the elements would copy each of them.
    for index in open.indices {
      guard let reader = open[index].contacts else { continue }
      reader.taker?.update()
      reader.reportLeft { body(.event($0)) }
    }
  }

  /// The time at which `updateTakers` is due; nil if there is none.
  public var takingDeadline: Timestamp? {
    guard areContactsRead else { return nil }
    var earliest: Timestamp?
    // By index: a loop over the elements would copy each of them.
    for index in open.indices { earliest.limit(to: open[index].contacts?.taker?.deadline) }
    return earliest
  }

  /// Cancels the touches that rules have taken since.
  func updateTouchTakers() {
    for index in open.indices {
      guard let taker = open[index].touchTaker else { continue }
      let id = open[index].device.id
      taker.update(isTaken: takesTouches(id), withheld: withheldTouches(id))
    }
  }

  /// Gives all fingers back, for a program that ends or stops.
  public func releaseTaken(_ body: (consuming Report) -> Void) {
    for index in open.indices { endTaking(at: index, body) }
  }

  /// The hands on a device so far; nil if its fingers are not taken.
  public func takenHands(on device: Device) -> TakenHands? {
    guard let open = open.first(where: { $0.device.id == device.id }) else { return nil }
    return open.contacts?.taker?.hands(on: device.name)
      ?? open.touchTaker.map {
        TakenHands(name: device.name, kept: $0.kept, returned: 0, missed: 0, longest: 0)
      }
  }

  /// The error that prevents taking the fingers of a device; nil if there is none. EOPNOTSUPP for one that reports no
  /// tool types or does not track each finger.
  public static func takingObstacle(_ path: String, _ kind: Device.Kind) -> SystemError? {
    do throws(SystemError) {
      guard try takenSurface(path, kind) != nil else { return noToolTypes(path) }
      _ = try Descriptor.open(path, O_WRONLY | O_NONBLOCK)
      return nil
    } catch {
      return error
    }
  }

  static func noToolTypes(_ path: String) -> SystemError {
    SystemError("ABS_MT_TOOL_TYPE", path: path, code: EOPNOTSUPP)
  }

  private static func takenSurface(_ path: String, _ kind: Device.Kind) throws(SystemError) -> OwnedSurface? {
    let reader = try ContactReader(path, as: DeviceID(0), size: nil)
    return withExtendedLifetime(reader) { FingerTaker.surface(reader.evdev, kind, nil) }
  }
}
