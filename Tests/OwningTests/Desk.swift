@testable import Owning
import Testing
import Time
import Touch

/// A device, the hand on it, and the desktop that sees what it is shown.
struct Desk {
  /// The codes of the kernel that these tests use.
  enum Code {
    static let slotX: UInt16 = 0x35
    static let slotY: UInt16 = 0x36
    static let pressure: UInt16 = 0x3a
    static let left: UInt16 = 0x110
    static let touch: UInt16 = 0x14a
    static let tools: [UInt16] = [0x145, 0x14d, 0x14e, 0x14f, 0x148]
  }

  /// A device with ten units per millimetre.
  static func surface(_ kind: Device.Kind, slots: Int = 5) -> OwnedSurface {
    OwnedSurface(
      kind: kind, slots: slots, contactAxes: [Code.slotX, Code.slotY, Code.pressure], axes: [0x00, 0x01, 0x18],
      keys: [Code.left, Code.touch] + Code.tools, unitsPerMillimetre: (10, 10))
  }

  let surface: OwnedSurface
  var ownership: Ownership
  /// The shown device, as the kernel has it.
  var kernel: SurfaceState
  var events: [DeviceEvent] = []
  var time = Timestamp.zero
  /// True to copy the frames that can be copied, as it is done for the kernel's devices.
  var copiesFrames = false
  /// The number of frames that were copied.
  private(set) var copied = 0
  private var pending: [DeviceEvent] = []
  private var positions: [(x: Int32, y: Int32)]
  private var ids: [Int32]
  private var nextID: Int32 = 100

  init(_ kind: Device.Kind, slots: Int = 5, ignoresPalms: Bool = false, panicTime: Duration = .seconds(3)) {
    var surface = Self.surface(kind, slots: slots)
    surface.ignoresPalms = ignoresPalms
    self.surface = surface
    ownership = Ownership(surface, panicTime: panicTime)
    kernel = SurfaceState(of: surface)
    ids = Array(repeating: -1, count: slots)
    positions = Array(repeating: (0, 0), count: slots)
  }

  // MARK: The hand

  var down: [Int] { ids.indices.filter { ids[$0] >= 0 } }

  mutating func land(_ slot: Int, _ x: Double? = nil, _ y: Double = 20) {
    nextID += 1
    ids[slot] = nextID
    absolute(0x2f, Int32(slot))
    absolute(0x39, nextID)
    place(slot, x ?? Double(20 + 12 * slot), y)
    absolute(Code.pressure, 60)
    keys()
  }

  mutating func place(_ slot: Int, _ x: Double, _ y: Double) {
    positions[slot] = (Int32(x * 10), Int32(y * 10))
    absolute(0x2f, Int32(slot))
    absolute(Code.slotX, Int32(x * 10))
    absolute(Code.slotY, Int32(y * 10))
  }

  mutating func lift(_ slot: Int) {
    ids[slot] = -1
    absolute(0x2f, Int32(slot))
    absolute(0x39, -1)
    keys()
  }

  mutating func press(_ isDown: Bool) { key(Code.left, isDown) }

  private mutating func keys() {
    key(Code.touch, !down.isEmpty)
    for (index, code) in Code.tools.enumerated() { key(code, down.count == index + 1) }
  }

  private mutating func absolute(_ code: UInt16, _ value: Int32) { handle(type: 3, code: code, value: value) }
  private mutating func key(_ code: UInt16, _ isDown: Bool) { handle(type: 1, code: code, value: isDown ? 1 : 0) }

  private mutating func handle(type: UInt16, code: UInt16, value: Int32) {
    guard copiesFrames else { return ownership.handle(type: type, code: code, value: value) }
    pending.append(DeviceEvent(time: time, type: type, code: code, value: value))
  }

  /// The axes for programs that follow a single contact, as the kernel's drivers report them: those of the oldest one.
  private mutating func emulateSingle() {
    let oldest = down.min { ids[$0] < ids[$1] }
    if let oldest {
      absolute(0x00, positions[oldest].x)
      absolute(0x01, positions[oldest].y)
    }
    absolute(0x18, oldest == nil ? 0 : 60)
  }

  /// Copies the frame at hand to the kernel's device, if that is possible.
  /// - Returns: false if it is not; the ownership has it then.
  private mutating func copyFrame() -> Bool {
    defer { pending = [] }
    guard ownership.copies, pending.allSatisfy({ $0.type == 3 && $0.code != 0x39 }) else {
      for event in pending { ownership.handle(type: event.type, code: event.code, value: event.value) }
      return false
    }
    if let slot = ownership.copiedSlot { kernel.handle(type: 3, code: 0x2f, value: Int32(slot), of: surface) }
    for event in pending {
      kernel.handle(type: event.type, code: event.code, value: event.value, of: surface)
      ownership.mirror(type: event.type, code: event.code, value: event.value)
    }
    copied += 1
    return true
  }

  // MARK: The desktop

  /// Ends a frame, after so many milliseconds.
  /// - Returns: what the desktop sees, frame by frame: `+0` a landing, `~0` a movement, `x0` a palm, `-0` a lift.
  @discardableResult
  mutating func frame(
    _ claim: TouchClaim.Stage, taps: Bool = false, fingers: Int? = nil, withheld: UInt64 = 0,
    after milliseconds: Int64 = 8
  ) -> String {
    time = time + .milliseconds(milliseconds)
    if copiesFrames { emulateSingle() }
    let isCopied = copiesFrames && copyFrame()
    // The deadlines on the way.
    var early: [String] = []
    while let due = ownership.deadline, due < time, !ownership.isPanic {
      ownership.expire(at: due, into: &events)
      early.append(receive())
    }
    if isCopied {
      var other = ownership
      other.close(at: time, claim: .none, into: &events)
      #expect(events.isEmpty, "a copied frame was not the real one")
      ownership.closeCopy(at: time)
      let copies = (ownership.copies, other.copies)
      #expect(copies.0 == copies.1 && ownership.deadline == other.deadline)
    } else {
      var claim = TouchClaim(claim, includesTaps: taps, fingers: fingers)
      claim.withheld = withheld
      ownership.close(at: time, claim: claim, into: &events)
    }
    return (early + [receive()]).filter { !$0.isEmpty }.joined(separator: " | ")
  }

  /// True if the desktop sees something else once the rules have this claim, without a frame.
  mutating func isOutdated(_ claim: TouchClaim.Stage) -> Bool { ownership.isOutdated(TouchClaim(claim)) }

  /// Lets time pass up to the next deadline.
  @discardableResult
  mutating func wait() -> String {
    guard let due = ownership.deadline else { return "" }
    time = max(time, due)
    ownership.expire(at: time, into: &events)
    return receive()
  }

  /// Applies the events to the kernel's device, and checks that they make sense.
  mutating func receive() -> String {
    var frames: [String] = []
    var words: [String] = []
    var moved: Set<Int> = []
    for event in events {
      if event.type == 0 {
        words += moved.sorted().map { "~\($0)" }
        if !words.isEmpty { frames.append(words.joined(separator: " ")) }
        words = []
        moved = []
        continue
      }
      let slot = kernel.current
      switch (event.type, event.code) {
      case (3, 0x39):
        #expect((event.value >= 0) == (kernel.ids[slot] < 0), "a contact lands or lifts twice")
        words.append(event.value >= 0 ? "+\(slot)" : "-\(slot)")
        moved.remove(slot)
      case (3, 0x37): words.append(event.value == 2 ? "x\(slot)" : "f\(slot)")
      case (3, Code.slotX), (3, Code.slotY): if !words.contains("+\(slot)") { moved.insert(slot) }
      case (1, Code.left): words.append(event.value == 1 ? "press" : "release")
      default: break
      }
      kernel.handle(type: event.type, code: event.code, value: event.value, of: surface)
    }
    events.removeAll(keepingCapacity: true)
    #expect(words.isEmpty && moved.isEmpty, "a frame has no end")
    let count = kernel.ids.filter { $0 >= 0 }.count
    let isPartial = ownership.real.ids.indices.contains {
      (ownership.real.ids[$0] >= 0) != (kernel.ids[$0] >= 0)
    }
    if isPartial {
      #expect(kernel.keys[1] == (count > 0))
      #expect(kernel.keys.dropFirst(2).map { $0 } == (1...5).map { $0 == count })
    }
    var shown = ownership.shown.state
    shown.current = kernel.current
    #expect(shown == kernel)
    return frames.joined(separator: ", ")
  }
}
