internal import Actions
internal import Libinput
internal import Linux
public import Rules

/// The state of the machine that rules depend on: its tablet mode, its power, its input devices and pens. What no rule
/// depends on is not read.
public struct SessionMachine {
  private let loop: EventLoop
  private let ready: () -> Void
  private var switches: KeyDevices?
  private var pens: KeyDevices?
  private var inputs: ConnectedInputs?
  private var supplies: PowerSupplies?
  /// The subjects that rules depend on, of those that are read here.
  private var subjects: Set<Condition.Subject> = []
  private var failures: [Condition.Subject: SystemError] = [:]

  /// Nothing is read.
  /// - Parameter ready: called when `dispatch` has something to do.
  public init(on loop: EventLoop, ready: @escaping () -> Void) {
    self.loop = loop
    self.ready = ready
  }

  /// The values, as far as they are read and known.
  public var state: MachineState {
    var state = MachineState()
    guard !subjects.isEmpty else { return state }
    state.facts[.tabletMode] = switches?.isAnyDown
    state.facts[.penNear] = pens?.isAnyDown
    state.facts[.onBattery] = supplies?.isOnBattery
    state.devices = inputs.map { .init(names: $0.names, hasMouse: $0.hasMouse) }
    for (subject, error) in failures { state.problems[subject] = "\(error)" }
    for (subject, devices) in [(Condition.Subject.tabletMode, switches), (.penNear, pens)] {
      guard let refusal = devices?.refused.first else { continue }
      state.problems[subject] = "'\(refusal.name)' is not readable: \(refusal.error)"
      if refusal.error.isPermission { state.remedies[subject] = Self.remedy(subject) }
    }
    return state
  }

  /// Reads what `rules` depend on, and nothing else.
  public mutating func prepare(for rules: RuleSet) {
    let wanted = rules.subjects.intersection([.tabletMode, .onBattery, .connected, .penNear])
    guard wanted != subjects || !failures.isEmpty else { return }
    for descriptor in descriptors { loop.remove(descriptor) }
    (switches, pens, inputs, supplies, failures) = (nil, nil, nil, nil, [:])
    subjects = wanted
    for subject in wanted {
      do throws(SystemError) { try open(subject) } catch { failures[subject] = error }
    }
  }

  private var descriptors: [CInt] {
    [switches?.descriptor, pens?.descriptor, inputs?.descriptor, supplies?.descriptor].compactMap { $0 }
  }

  private mutating func open(_ subject: Condition.Subject) throws(SystemError) {
    var descriptor: CInt?
    switch subject {
    case .tabletMode:
      switches = try KeyDevices(of: .tabletMode)
      descriptor = switches?.descriptor
    case .penNear:
      pens = try KeyDevices(of: .pens)
      descriptor = pens?.descriptor
    case .connected:
      inputs = try ConnectedInputs { !VirtualInput.deviceNames.contains($0) }
      descriptor = inputs?.descriptor
    case .onBattery:
      supplies = try PowerSupplies()
      descriptor = supplies?.descriptor
    case .app, .title, .fullscreen, .maximized, .overview, .output, .orientation, .modifiers, .mode, .locked, .under:
      break
    }
    if let descriptor { try loop.add(descriptor) { [ready] _ in ready() } }
  }

  /// Reads what has changed.
  public mutating func dispatch() {
    for (subject, devices) in [(Condition.Subject.tabletMode, switches), (.penNear, pens)] {
      do throws(SystemError) {
        try devices?.dispatch()
      } catch {
        // Its descriptor would stay readable.
        if let devices { loop.remove(devices.descriptor) }
        if subject == .penNear { pens = nil } else { switches = nil }
        failures[subject] = error
      }
    }
    inputs?.dispatch()
    supplies?.dispatch()
  }

  /// The commands that let the user read switches or pens.
  private static func remedy(_ subject: Condition.Subject) -> [String] {
    let (property, name) = subject == .penNear ? ("ID_INPUT_TABLET", "pens") : ("ID_INPUT_SWITCH", "switches")
    return [
      "echo 'SUBSYSTEM==\"input\", KERNEL==\"event*\", ENV{ID_INPUT_KEYBOARD}!=\"1\", ENV{\(property)}==\"1\", "
        + "TAG+=\"uaccess\"' | sudo tee /etc/udev/rules.d/71-sleight-\(name).rules",
      "sudo udevadm control --reload", "sudo udevadm trigger --subsystem-match=input --action=add",
    ]
  }
}

/// The state of the machine. Unknown values are nil.
public struct MachineState: Hashable {
  /// Its tablet mode, its power, and the proximity of pens.
  public var facts = Facts()
  /// The input devices that are connected.
  public var devices: Connections.Devices?
  /// The reasons why values are unknown, for people.
  public var problems: [Condition.Subject: String] = [:]
  /// The commands that make them known.
  public var remedies: [Condition.Subject: [String]] = [:]

  public init() {}
}
