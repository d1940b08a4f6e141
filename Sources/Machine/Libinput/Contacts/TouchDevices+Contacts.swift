internal import Glibc
public import Linux
internal import Time
public import Touch

/// The contacts of touchpads, which are read beside libinput.
extension TouchDevices {
  /// The contacts that a readable touchpad can report, for information: opens it for that. Nil for a touchscreen.
  /// - Throws: `SystemError`: ELIBACC if libevdev is not installed.
  public func contactReports(of id: DeviceID) throws(SystemError) -> ContactReports? {
    guard let device = open.first(where: { $0.device.id == id }), device.device.kind == .touchpad else { return nil }
    if let contacts = device.contacts { return contacts.reports }
    return try ContactReader(device.node.path, as: id, size: device.device.size).reports
  }

  /// Opens and closes the contacts of touchpads, after the answers of `wantsContacts` may have changed. Reports each
  /// such device as added again.
  public func updateContacts(_ body: (consuming Report) -> Void) {
    for index in open.indices {
      if open[index].contacts == nil {
        if let error = openContacts(at: index) { refuseContacts(at: index, error, body) }
        if open[index].contacts != nil { reportAdded(open[index].device, body) }
      } else if !wantsContacts(open[index].device), open[index].contacts?.owner == nil {
        closeContacts(at: index, body)
        reportAdded(open[index].device, body)
      }
      prepareTaking(at: index, body)
    }
  }

  /// Opens the contacts of a touchpad if they are wanted.
  /// - Returns: the reason why they cannot be read.
  func openContacts(at index: Int) -> SystemError? {
    var device = open[index].device
    guard device.kind == .touchpad, wantsContacts(device) else {
      open[index].isRefused = false
      return nil
    }
    do throws(SystemError) {
      let reader = try ContactReader(open[index].node.path, as: device.id, size: device.size)
      device.contacts = reader.reports
      guard wantsContacts(device) else { return nil }
      reader.begin(name: device.name, quirks: .installed())
      try awaitInput(reader.number)
      open[index].contacts = reader
      open[index].device = device
      open[index].isRefused = false
      areContactsRead = true
      return nil
    } catch {
      return error
    }
  }

  private func closeContacts(at index: Int, _ body: (consuming Report) -> Void) {
    endTaking(at: index, body)
    open[index].contacts?.end { body(.event($0)) }
    open[index].contacts = nil
    open[index].device.contacts = nil
    areContactsRead = open.contains { $0.contacts != nil }
  }

  func refuseContacts(at index: Int, _ error: SystemError, _ body: (consuming Report) -> Void) {
    // udev is about to report that it is gone.
    guard error.code != ENODEV, !open[index].isRefused else { return }
    open[index].isRefused = true
    body(.contactsUnreadable(open[index].device, error))
    if error.isPermission { _ = watchPermissions() }
  }

  /// Reports the contacts of the devices that `isMeant` is true for.
  func readContacts(
    onlyReady: Bool = false, _ body: (consuming Report) -> Void, of isMeant: (ContactReader) -> Bool
  ) {
    for index in open.indices {
      guard let contacts = open[index].contacts, isMeant(contacts), contacts.isReady || !onlyReady else { continue }
      contacts.isReady = false
      do throws(SystemError) {
        // Moved on: `$0` would be copied.
        try contacts.read({ (event: consuming TouchEvent) in body(.event(consume event)) }) {
          owner, time, isShown throws(SystemError) in
          try pass(owner, of: open[index].device.id, at: time, isShown: isShown, body)
        }
        if contacts.hasLostEvents { context.addLoss(on: open[index].device.id) }
      } catch {
        if contacts.owner != nil { dropOwner(at: index, body) }
        closeContacts(at: index, body)
        if error.code != ENODEV { reportAdded(open[index].device, body) }
        refuseContacts(at: index, error, body)
      }
    }
  }
}
