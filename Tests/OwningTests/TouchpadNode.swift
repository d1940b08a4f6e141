@testable import Owning
import Testing
import Time
import Touch

/// The node of a touchpad: its driver and the hand on it, the kernel's values, and the program that writes palms into
/// it.
struct TouchpadNode {
  /// The frames in which a driver reports the tool type.
  enum Driver: CaseIterable { case everyFrame, landings }

  let surface: OwnedSurface
  let driver: Driver
  var taking: Taking
  /// The kernel's values.
  var kernel: SurfaceState
  /// The time on the driver's clock.
  var time = Timestamp(microseconds: 1_000_000)
  /// The writes since the last frame of the driver.
  private(set) var writes = 0
  private var stream: [DeviceEvent] = []
  private var events: [DeviceEvent] = []
  private var current = 0
  private var hand: [(x: Int32, y: Int32)?]
  /// True if tool types are hidden from a second reader, as from libinput in the program.
  var hides = false
  /// The tool types that this reader has received last.
  private(set) var received: [Int32]
  /// True for the slots whose contacts the driver takes for palms.
  var palms: [Bool]
  /// The slots whose contacts lift just before the next write.
  var liftsBeforeWrite: [Int] = []
  private var nextID: Int32 = 100

  /// - Parameter buttons: the y from which on the touchpad has its buttons, in mm.
  init(_ driver: Driver, slots: Int = 5, buttons: Int32? = nil) {
    var surface = Desk.surface(.touchpad, slots: slots)
    if let buttons { surface.buttons = buttons * 10 }
    self.surface = surface
    self.driver = driver
    kernel = SurfaceState(of: surface)
    taking = Taking(surface, state: kernel)
    hand = Array(repeating: nil, count: slots)
    palms = Array(repeating: false, count: slots)
    received = Array(repeating: EventCode.finger, count: slots)
  }

  private var toolAxis: Int { surface.contactAxes.firstIndex(of: EventCode.toolType) ?? 0 }
  func tool(_ slot: Int) -> Int32 { kernel.values[slot * surface.contactAxes.count + toolAxis] }
  /// The slots that read as palms.
  var readAsPalms: [Int] { kernel.ids.indices.filter { tool($0) == EventCode.palm } }
  var down: [Int] { hand.indices.filter { hand[$0] != nil } }
  /// The slots that have contacts, as the readers see them.
  var seen: [Int] { kernel.ids.indices.filter { kernel.ids[$0] >= 0 } }

  /// The distance from a finger to its contact, in mm.
  func distance(_ slot: Int) -> Double? {
    guard let place = hand[slot], kernel.ids[slot] >= 0 else { return nil }
    return surface.distance(surface.position(slot, in: kernel), .init(x: place.x, y: place.y))
  }

  /// The distances of the fingers to their contacts, those without one left out, after each frame that was written.
  private(set) var shown: [[Double]] = []

  // MARK: The driver

  /// The kernel passes on what changes.
  private mutating func set(_ type: UInt16, _ code: UInt16, _ value: Int32) {
    let old = kernel
    kernel.handle(type: type, code: code, value: value, of: surface)
    guard old != kernel else { return }
    if type == EventCode.absolute, EventCode.isOfContacts(code) || code == EventCode.trackingID,
      current != kernel.current
    {
      current = kernel.current
      stream.append(.init(time: time, type: EventCode.absolute, code: EventCode.slot, value: Int32(current)))
    }
    if code != EventCode.slot || type != EventCode.absolute {
      stream.append(.init(time: time, type: type, code: code, value: value))
    }
    if type == EventCode.absolute, code == EventCode.toolType, !taking.hidesTools { received[kernel.current] = value }
  }

  private mutating func end() {
    guard let last = stream.last, last.type != EventCode.synchronization else { return }
    stream.append(.init(time: time, type: EventCode.synchronization, code: EventCode.report, value: 0))
  }

  private mutating func contact(_ slot: Int, isNew: Bool) {
    guard let place = hand[slot] else { return }
    set(EventCode.absolute, EventCode.slot, Int32(slot))
    if isNew {
      nextID += 1
      set(EventCode.absolute, EventCode.trackingID, nextID)
    }
    if driver == .everyFrame || isNew {
      set(EventCode.absolute, EventCode.toolType, palms[slot] ? EventCode.palm : EventCode.finger)
    }
    set(EventCode.absolute, EventCode.slotX, place.x)
    set(EventCode.absolute, EventCode.slotY, place.y)
  }

  private mutating func keys() {
    set(EventCode.key, EventCode.touch, down.isEmpty ? 0 : 1)
    for (index, code) in EventCode.fingerTools.enumerated() {
      set(EventCode.key, code, down.count == index + 1 ? 1 : 0)
    }
  }

  /// A frame of the driver: what happens in it, then all contacts. It is not read yet.
  /// - Parameters:
  ///   - low: the slots whose contacts land 4 mm below the others.
  ///   - resting: the slots whose contacts do not move.
  ///   - exchange: two slots whose contacts exchange their places.
  mutating func report(
    land: [Int] = [], low: [Int] = [], lift: [Int] = [], move: (x: Double, y: Double) = (0, 0), resting: [Int] = [],
    exchange: (Int, Int)? = nil, press: Bool? = nil, after milliseconds: Int64 = 8
  ) {
    time = time + .milliseconds(milliseconds)
    writes = 0
    for slot in lift where hand[slot] != nil {
      hand[slot] = nil
      set(EventCode.absolute, EventCode.slot, Int32(slot))
      set(EventCode.absolute, EventCode.trackingID, -1)
    }
    let old = down
    for slot in old where !resting.contains(slot) {
      hand[slot]?.x += Int32(move.x * 10)
      hand[slot]?.y += Int32(move.y * 10)
    }
    if let (one, two) = exchange { hand.swapAt(one, two) }
    for slot in old { contact(slot, isNew: false) }
    for slot in land where hand[slot] == nil {
      hand[slot] = (Int32(200 + 120 * slot), low.contains(slot) ? 240 : 200)
      contact(slot, isNew: true)
    }
    keys()
    if let press { set(EventCode.key, EventCode.leftButton, press ? 1 : 0) }
    end()
  }

  /// Another program says that all contacts are fingers, or of another tool.
  mutating func oppose(as tool: Int32 = EventCode.finger) {
    time = time + .microseconds(200)
    for slot in down {
      set(EventCode.absolute, EventCode.slot, Int32(slot))
      set(EventCode.absolute, EventCode.toolType, tool)
    }
    end()
  }

  // MARK: The program

  /// Reads all frames so far, so long after the last one.
  /// - Parameter claim: the claim of the rules after each frame.
  /// - Returns: what was written: `x0` a palm, `f0` a finger, `+0` and `-0` a contact, `again` before those that land
  ///   once more, `press` and `release`.
  @discardableResult
  mutating func read(_ claim: TakingClaim, after milliseconds: Double = 0.1) -> String {
    var words: [String] = []
    let now = time + .microseconds(Int64(milliseconds * 1000))
    while !stream.isEmpty {
      let events = stream
      stream = []
      var hasWritten = false
      for (index, event) in events.enumerated() {
        if event.type == EventCode.synchronization, taking.isFrame {
          // As the program does: without a later frame, the kernel's values are those of the events.
          if index < events.count - 1 || hasWritten || now - event.time >= Taking.shortestFrame { note() }
          taking.close(at: event.time, now: now, into: &self.events)
          write(&words)
          let claim = taking.needsClaim ? claim : nil
          taking.decide(claim, at: event.time, now: now, into: &self.events)
          write(&words)
          hasWritten = !stream.isEmpty
        }
        _ = taking.handle(type: event.type, code: event.code, value: event.value)
      }
    }
    return words.joined(separator: " ")
  }

  @discardableResult
  mutating func read(_ stage: TakingClaim.Stage, taps: Bool = false, after milliseconds: Double = 0.1) -> String {
    read(TakingClaim(stage, includesTaps: taps), after: milliseconds)
  }

  /// The rules' claim changes between two frames.
  mutating func update(_ stage: TakingClaim.Stage) -> String {
    var words: [String] = []
    note()
    taking.update(TakingClaim(stage), at: time, into: &events)
    write(&words)
    return words.joined(separator: " ")
  }

  mutating func release() -> String {
    var words: [String] = []
    note()
    taking.release(at: time, into: &events)
    write(&words)
    return words.joined(separator: " ")
  }

  /// Events are lost: what was not read yet.
  mutating func lose() -> String {
    var words: [String] = []
    stream = []
    note()
    taking.replace(with: kernel, at: time, into: &events)
    write(&words)
    return words.joined(separator: " ")
  }

  private mutating func note() {
    for slot in kernel.ids.indices { taking.note(slot, id: kernel.ids[slot], tool: tool(slot)) }
  }

  private mutating func write(_ words: inout [String]) {
    guard !events.isEmpty else { return }
    writes += 1
    for slot in liftsBeforeWrite where hand[slot] != nil {
      hand[slot] = nil
      set(EventCode.absolute, EventCode.slot, Int32(slot))
      set(EventCode.absolute, EventCode.trackingID, -1)
    }
    liftsBeforeWrite = []
    end()
    if hides, !taking.isRepetition { taking.hidesTools = false }
    defer { if hides { taking.hidesTools = taking.isTaking } }
    let written = events
    events = []
    // In a frame, the order of the slots has no meaning.
    var tools: [(slot: Int, word: String)] = []
    for event in written {
      switch (event.type, event.code) {
      case (EventCode.absolute, EventCode.toolType) where event.value == EventCode.pen: words.append("again")
      case (EventCode.absolute, EventCode.toolType) where !tools.contains { $0.slot == kernel.current }:
        tools.append((kernel.current, event.value == EventCode.palm ? "x\(kernel.current)" : "f\(kernel.current)"))
      case (EventCode.absolute, EventCode.trackingID):
        words.append(event.value >= 0 ? "+\(kernel.current)" : "-\(kernel.current)")
      case (EventCode.key, EventCode.leftButton): words.append(event.value == 1 ? "press" : "release")
      case (EventCode.synchronization, _):
        words += tools.sorted { $0.slot < $1.slot }.map(\.word)
        tools = []
        end()
        shown.append(hand.indices.compactMap { distance($0) })
      default: break
      }
      if event.type != EventCode.synchronization { set(event.type, event.code, event.value) }
    }
    #expect(stream.last.map { $0.type == EventCode.synchronization } ?? true, "a frame has no end")
  }
}

/// A hand of three that is held.
func held(_ driver: TouchpadNode.Driver, buttons: Int32? = nil, low: [Int] = []) -> TouchpadNode {
  var node = TouchpadNode(driver, buttons: buttons)
  node.report(land: [0, 1, 2], low: low)
  #expect(node.read(.possible) == "x0 x1 x2")
  return node
}

/// The palms that are written again after a frame of this driver.
func again(_ driver: TouchpadNode.Driver, _ text: String) -> String { driver == .everyFrame ? text : "" }
