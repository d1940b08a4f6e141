internal import Glibc
public import Linux
internal import Time
public import Touch

/// Touchpads whose fingers are taken without a grab.
extension TouchDevices {
  /// Begins or ends to take the fingers of a device, as it is wanted. An owned device needs no palms.
  func prepareTaking(at index: Int, _ body: (consuming Report) -> Void) {
    let device = open[index].device
    guard let reader = open[index].contacts, reader.owner == nil, wantsTaking(device) else {
      return endTaking(at: index, body)
    }
    guard reader.taker == nil, !open[index].isTakingRefused else { return }
    do throws(SystemError) {
      let id = device.id
      reader.taker = try FingerTaker(reader, size: device.size) { [unowned self] in takingClaim(id) }
      body(.taking(device, .began))
    } catch {
      refuseTaking(at: index, error, body)
    }
  }

  /// Gives the fingers of a device back, and takes none any more.
  func endTaking(at index: Int, _ body: (consuming Report) -> Void) {
    open[index].isTakingRefused = false
    guard let reader = open[index].contacts, let taker = reader.taker else { return }
    taker.release()
    reader.taker = nil
    body(.taking(open[index].device, .ended))
  }

  private func refuseTaking(at index: Int, _ error: SystemError, _ body: (consuming Report) -> Void) {
    open[index].isTakingRefused = true
    if error.code != ENODEV { body(.taking(open[index].device, .refused(error))) }
  }

  /// Has the rules decide about fingers that are taken between two frames: after time has passed, or because they may not
  /// act any more.
  func updateTakers(_ body: (consuming Report) -> Void) {
    // By index: a loop over the elements would copy each of them.
    for index in open.indices {
      guard let reader = open[index].contacts else { continue }
      reader.taker?.update()
      reader.reportLeft { body(.event($0)) }
    }
  }

  /// Gives all fingers back, for a program that ends or stops.
  public func releaseTaken(_ body: (consuming Report) -> Void) {
    for index in open.indices { endTaking(at: index, body) }
  }

  /// The hands on a device so far; nil if its fingers are not taken.
  public func takenHands(on device: Device) -> TakenHands? {
    open.first { $0.device.id == device.id }?.contacts?.taker?.hands(on: device.name)
  }

  /// The error that prevents taking the fingers of a touchpad; nil if there is none. EOPNOTSUPP for one that reports no
  /// tool types or does not track each finger.
  public static func takingObstacle(_ path: String) -> SystemError? {
    do throws(SystemError) {
      let reader = try ContactReader(path, as: DeviceID(0), size: nil)
      guard FingerTaker.surface(reader.evdev, nil) != nil else {
        return SystemError("ABS_MT_TOOL_TYPE", path: path, code: EOPNOTSUPP)
      }
      _ = try Descriptor.open(path, O_WRONLY | O_NONBLOCK)
      return nil
    } catch {
      return error
    }
  }
}
