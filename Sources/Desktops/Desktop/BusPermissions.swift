internal import Rules

/// The messages that a daemon in a sandbox may send to a message bus: this program's own calls, and no others. A bus
/// that passes everything is a way out of the sandbox: the user's service manager starts programs for its callers.
///
/// Objects, interfaces and members are compared, and not unique names, which change: no service answers to another
/// one's interface at another one's path. The bus starts services that are called by a well-known name, whatever the
/// object: so only the names that this program uses itself are permitted.
struct BusPermissions: Sendable {
  /// A method or signal of an object.
  private struct Entry: Sendable {
    /// The well-known name by which it may be called; nil for unique names alone.
    var service: String?
    var path: String
    var interface: String
    /// Nil for all of the interface.
    var member: String?
    /// True if it also permits the objects below the path.
    var isTree = false

    init(path: String, interface: String, member: String?) {
      (self.path, self.interface, self.member) = (path, interface, member)
    }

    init(_ method: BusMethod) {
      self.init(path: method.path, interface: method.interface, member: method.member)
      service = method.destination.isEmpty ? nil : method.destination
    }

    init(_ signal: BusSignal) { self.init(path: signal.path, interface: signal.interface, member: signal.member) }

    /// The same, also of the objects below.
    var tree: Entry {
      var tree = self
      tree.isTree = true
      return tree
    }

    func permits(_ path: String, _ interface: String, _ member: String) -> Bool {
      (path == self.path || isTree && path.hasPrefix("\(self.path)/")) && interface == self.interface
        && (self.member == nil || member == self.member)
    }
  }

  /// True if a call with this destination starts no other service than `service`.
  private static func permits(_ destination: String, as service: String?) -> Bool {
    destination.hasPrefix(":") || destination == service
  }

  private let methods: [Entry]
  private let signals: [Entry]

  /// The calls of `DesktopServices` and `Notification`, with the methods that perform operations on any desktop.
  static let session = BusPermissions(
    methods: [
      Entry(LockScreen.gnome.getActive(at: "")), Entry(LockScreen.plasma.getActive(at: "")),
      Entry(PlasmaLayouts.get(at: "")),
      Entry(BusProperties.getAll(of: PlasmaTouchpads.path, at: "")).tree,
      Entry(BusProperties.getAll(of: PlasmaDesktops.path, at: "")),
      Entry(BusProperties.set(of: PlasmaDesktops.path, at: "")),
      Entry(IdleMonitor.method("AddIdleWatch", at: "")), Entry(IdleMonitor.method("AddUserActiveWatch", at: "")),
      Entry(IdleMonitor.method("RemoveWatch", at: "")),
      Entry(BusProperties.getAll(of: SessionManager.path, at: "")),
      Entry(path: ShellExtension.path, interface: ShellExtension.name, member: nil),
      Entry(DesktopWay.shortcutNames(of: "kwin")), Entry(Shell.properties(at: "")),
      Entry(Notifications.getCapabilities), Entry(Notifications.notify),
    ]
      + Set(DesktopKind.allCases.flatMap { DesktopWays.of($0).ways.compactMap(\.method) }).map { Entry($0) },
    signals: [
      Entry(LockScreen.gnome.activeChanged(from: "")), Entry(LockScreen.plasma.activeChanged(from: "")),
      Entry(PlasmaLayouts.changed(from: "")), Entry(ShellExtension.changed(from: "")),
      Entry(IdleMonitor.fired(from: "")), Entry(PlasmaDesktops.changed(from: "")),
      Entry(BusProperties.changed(of: SessionManager.path, from: "", on: "")), Entry(Shell.changed(from: "")),
    ] + PlasmaTouchpads.changes(from: "").map { Entry($0) })

  /// The calls of `Session` and `SystemKeyboard`.
  static let system = BusPermissions(
    methods: [
      Entry(Logind.getUser(at: "")), Entry(BusProperties.getAll(of: Logind.path, at: "")).tree,
      Entry(BusProperties.getAll(of: SystemKeyboard.path, at: SystemKeyboard.name)),
    ],
    signals: [
      Entry(Logind.prepareForSleep(from: "")), Entry(Logind.userNew(from: "")),
      Entry(Logind.lock(of: Logind.path, from: "")).tree, Entry(Logind.unlock(of: Logind.path, from: "")).tree,
      Entry(BusProperties.changed(of: Logind.path, from: "", on: "")).tree,
      Entry(BusProperties.changed(of: SystemKeyboard.path, from: "", on: "")),
    ])

  private init(methods: [Entry], signals: [Entry]) {
    self.methods = methods + [Entry(BusDriver.hello), Entry(BusDriver.getNameOwner)]
    self.signals = signals + [Entry(BusDriver.nameOwnerChanged(of: ""))]
  }

  /// True if the method may be called.
  /// - Parameter argument: the first argument, if it is a text.
  func permits(_ method: BusMethod, argument: String?) -> Bool {
    if BusDriver.matchMethods.contains(method.member), method.interface == BusDriver.name {
      return Self.permits(method.destination, as: BusDriver.name) && argument.map(permitsListening) == true
    }
    return methods.contains {
      Self.permits(method.destination, as: $0.service) && $0.permits(method.path, method.interface, method.member)
    }
  }

  /// True if a match rule (D-Bus specification, "Match Rules") selects only permitted signals: a rule could also
  /// request the messages of others.
  func permitsListening(to rule: String) -> Bool {
    var values: [Substring: String] = [:]
    for part in rule.split(separator: ",", omittingEmptySubsequences: false) {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2, ["type", "sender", "path", "interface", "member", "arg0"].contains(pair[0]),
        values[pair[0]] == nil, pair[1].count >= 2, pair[1].hasPrefix("'"), pair[1].hasSuffix("'")
      else { return false }
      let value = pair[1].dropFirst().dropLast()
      guard !value.contains("'"), !value.contains("\\") else { return false }
      values[pair[0]] = String(value)
    }
    guard values["type"] == "signal", let path = values["path"], let interface = values["interface"],
      let member = values["member"]
    else { return false }
    return signals.contains { $0.permits(path, interface, member) }
  }
}
