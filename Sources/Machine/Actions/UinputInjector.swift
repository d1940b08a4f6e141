internal import Engine
internal import Linux
internal import Time
internal import Touch
internal import Wayland

/// An injector with uinput devices: a keyboard, a pointer and a pointer for positions, each made when rules first
/// require it and kept, so that no gesture waits for it.
final class UinputInjector: Injector {
  /// The abilities with all devices.
  static let allAbilities: Set<InputEvent.Ability> = [.keys, .pointer, .scrolling]

  private var keyboard: Result<Keyboard, SystemError>?
  private var pointer: Result<Pointer, SystemError>?

  /// Makes those devices of `sources` that are missing. One that failed before may succeed now, after the user has
  /// fixed the cause.
  /// - Parameter positions: true if the pointer must be moved to positions.
  /// - Returns: the devices that are still missing, with the errors.
  func make(
    _ sources: Set<InputEvent.Source>, positions: Bool, at now: Timestamp
  ) -> [InputEvent.Source: SystemError] {
    var missing: [InputEvent.Source: SystemError] = [:]
    if sources.contains(.keyboard) {
      if (try? keyboard?.get()) == nil { keyboard = Result { () throws(SystemError) in try Keyboard(now: now) } }
      if case .failure(let error)? = keyboard { missing[.keyboard] = error }
    }
    if sources.contains(.pointer) {
      if (try? pointer?.get()) == nil { pointer = Result { () throws(SystemError) in try Pointer(now: now) } }
      if positions, case .success(let made)? = pointer {
        do throws(SystemError) { try made.makePositions(now: now) } catch { missing[.pointer] = error }
      }
      if case .failure(let error)? = pointer { missing[.pointer] = error }
    }
    return missing
  }

  var abilities: Set<InputEvent.Ability> {
    var abilities: Set<InputEvent.Ability> = []
    if case .success? = keyboard { abilities.insert(.keys) }
    if case .success? = pointer { abilities.formUnion([.pointer, .scrolling]) }
    return abilities
  }

  func wait(at now: Timestamp) -> Timestamp? {
    let keys: Timestamp? = if case .success(let keyboard)? = keyboard { keyboard.wait(at: now) } else { nil }
    let motion: Timestamp? = if case .success(let pointer)? = pointer { pointer.wait(at: now) } else { nil }
    guard let keys, let motion else { return keys ?? motion }
    return min(keys, motion)
  }

  func send(_ event: InputEvent) throws(InjectionError) -> Bool {
    do throws(SystemError) {
      switch event.ability {
      case .keys:
        guard case .key(let key) = event else { return true }
        return try device(keyboard).send(key)
      case .pointer, .scrolling: return try device(pointer).send(event)
      case .characters: break
      }
    } catch {
      replace(event.source)
      throw .system(error)
    }
    // A uinput keyboard has keys, not characters.
    throw .wayland(.missing(.virtualKeyboard))
  }

  /// Replaces a device that refused an event. The kernel releases its pressed keys with the old one.
  private func replace(_ source: InputEvent.Source) {
    let now = Timestamp.now
    switch source {
    case .keyboard:
      guard case .success? = keyboard else { return }
      keyboard = nil
      keyboard = Result { () throws(SystemError) in try Keyboard(now: now) }
    case .pointer:
      guard case .success(let old)? = pointer else { return }
      let hasPositions = old.hasPositions
      pointer = nil
      pointer = Result { () throws(SystemError) in
        let new = try Pointer(now: now)
        if hasPositions { try new.makePositions(now: now) }
        return new
      }
    }
  }

  // Inlined, so that the error's texts are not copied with the device.
  @inline(__always)
  private func device<Device>(_ device: Result<Device, SystemError>?) throws(SystemError) -> Device {
    switch device {
    case .success(let device)?: return device
    case .failure(let error)?: throw error
    case nil: throw UinputDevice.notMade
    }
  }
}
