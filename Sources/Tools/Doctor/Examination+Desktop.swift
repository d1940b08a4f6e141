internal import Actions
internal import Desktop
internal import Diagnostics
internal import Linux
internal import Rules
internal import Surroundings
internal import Touch

/// The compositor: what it reports, its commands, and injection.
extension Examination {
  /// True if rules use conditions that only a compositor can evaluate.
  private var usesCompositor: Bool {
    !rules.subjects.isDisjoint(with: [
      .app, .title, .fullscreen, .maximized, .overview, .output, .orientation, .connected, .under,
    ])
  }

  /// The desktop's name for people.
  var desktopName: String? { Environment.desktopName(in: currentDesktop) }

  var compositorFindings: [Finding] {
    var findings: [Finding] = []
    let own = desktop.compositor?.text
    let source = desktop.windowSource.map { "; \($0.name) reports the focused window" }
    if let problem = desktop.waylandProblem {
      let isRequired = usesCompositor && own == nil || !input.missingCapabilities.isEmpty
      findings.append(
        Finding(
          .compositor, isRequired ? .wrong : .note,
          "no connection to a Wayland compositor: \(problem)\(missingSession)",
          remedy: compositorRemedy))
    } else {
      let name = own ?? desktopName ?? "a Wayland compositor"
      findings.append(Finding(.compositor, .good, "connected to \(name)\(source ?? "")"))
      if source == nil, permission == nil, !usesCompositor,
        let reason = desktop.reasonUnknown(.app, desktop: desktopName)
      {
        findings.append(Finding(.compositor, .note, "\(reason); no rule requires it"))
      }
    }
    return findings + permissionFindings + swipeFindings + operationFindings + compositorCommands
  }

  /// The permission that GNOME and KWin grant only after a step of the user: windows, keys and pointer.
  private var permissionFindings: [Finding] {
    guard let permission = missingPermission else { return [] }
    // A capability that rules lack without it is a finding of its own.
    return [Finding(.compositor, .note, permission.reason, remedy: permission.commands)]
  }

  /// The desktop's permission; nil if it is granted.
  private var missingPermission: (reason: String, commands: [String])? {
    desktop.waylandProblem == nil && desktop.windowSource == nil ? permission : nil
  }

  /// The finding on the setting 'desktop-swipes' without the extension that it requires.
  private var swipeFindings: [Finding] {
    guard rules.desktopSwipes != .enabled, desktop.waylandProblem == nil, !hasShellExtension, !isExtensionSuspended,
      grant == .shellExtension, let permission
    else { return [] }
    let state = isExtensionInstalled ? "enabled" : "installed"
    return [
      Finding(
        .compositor, .wrong,
        "'desktop-swipes' has no effect: it requires Sleight's extension of GNOME Shell, which is not \(state)",
        remedy: permission.commands)
    ]
  }

  /// The findings on actions of the desktop that rules require: those that it cannot perform, or else the others.
  private var operationFindings: [Finding] {
    let required = rules.desktopOperations
    guard let first = required.first else { return [] }
    guard let kind = desktop.compositor?.kind ?? desktopKind else {
      return [
        Finding(
          .compositor, .wrong,
          "\(desktopName ?? "this desktop") has no known way to perform '\(first.operation.text)' of \(first.location)")
      ]
    }
    let ways = DesktopWays.of(kind)
    let name = kind == .other ? desktopName ?? kind.name : kind.name
    let findings = required.compactMap { location, operation in
      ways.obstacle(to: operation).map {
        Finding(.compositor, .note, "\(location): \(name) cannot perform '\(operation.text)': \($0)")
      }
    }
    if kind.known.grant == .shellExtension, !hasShellExtension, !isExtensionSuspended, let permission {
      return [
        Finding(
          .compositor, .wrong,
          "actions of the desktop, as in \(first.location), require Sleight's extension of GNOME Shell",
          remedy: permission.commands)
      ] + findings
    }
    guard findings.isEmpty else { return findings }
    return [Finding(.compositor, .good, "\(name) performs the rules' actions of the desktop")]
  }

  /// The commands that lead to a compositor: to the one that is running, or one to start or install.
  private var compositorRemedy: [String] {
    if let displayRemedy { return [displayRemedy] }
    guard !sessions.isX11, desktopName == nil else { return [] }
    return [sessions.start ?? sessions.install].compactMap { $0 }
  }

  /// The advice that is no command.
  private var missingSession: String {
    guard displayRemedy == nil else { return "" }
    if sessions.isX11 { return "; this is an X11 session: log out and select a Wayland session" }
    if let desktopName { return "; the compositor of this \(desktopName) session has ended: log out and in" }
    return sessions.start == nil ? "; no Wayland session is installed" : "; run this in a Wayland session, or start one"
  }

  /// The findings on commands of rules that the compositor refuses, or whose compositor is not running.
  private var compositorCommands: [Finding] {
    let refusals = desktop.compositor?.release.map { SessionCompositor.refusals(of: rules, by: $0) } ?? []
    return refusals.map { Finding(.compositor, .wrong, $0) } + missingCompositors
  }

  /// The findings on commands of rules for compositors that are not running.
  private var missingCompositors: [Finding] {
    DesktopKind.withSocket.compactMap { compositor in
      let locations = rules.rules.filter { rule in
        rule.reaction.all.contains { if case .compositor(compositor, _) = $0 { true } else { false } }
      }.map(\.location)
      guard let absence = absences[compositor], let first = locations.first else { return nil }
      let others = locations.count > 1 ? " and \(locations.count - 1) more" : ""
      return Finding(.compositor, .wrong, "\(absence); required by the commands of \(first)\(others)")
    }
  }

  /// The permission that the desktop has.
  private var grant: DesktopGrant? { DesktopGrant(currentDesktop: currentDesktop) }

  /// The extension of GNOME Shell, or the desktop entry for KWin, that is missing; nil on other desktops.
  private var permission: (reason: String, commands: [String])? {
    if grant == .shellExtension {
      guard isExtensionInstalled else {
        return (
          "Sleight's extension of GNOME Shell is not installed: it reports the focused window, and sends keys", []
        )
      }
      if isExtensionSuspended {
        return ("GNOME Shell disables Sleight's extension while the session is locked", [])
      }
      let enable = "gnome-extensions enable \(ShellExtension.uuid)"
      if isExtensionFound == false {
        return (
          "Sleight's extension of GNOME Shell was installed after this session started: log out and in first, then run "
            + "'\(enable)'", ["gnome-session-quit --logout"]
        )
      }
      return (
        "Sleight's extension of GNOME Shell is not enabled: it reports the focused window, and sends keys", [enable]
      )
    }
    guard grant == .desktopEntry else { return nil }
    let entry = [
      "[Desktop Entry]", "Type=Application", "Name=Sleight", "NoDisplay=true", "Exec=\(program) run",
      "X-KDE-Wayland-Interfaces=org_kde_plasma_window_management,org_kde_kwin_fake_input",
    ]
    return (
      "KWin does not permit \(program) to see windows and to send keys: that requires a desktop entry; restart the "
        + "daemon afterwards",
      [
        "mkdir -p ~/.local/share/applications",
        "printf '%s\\n' \(entry.map(\.shellWord).joined(separator: " ")) >~/.local/share/applications/sleight.desktop",
      ]
    )
  }

  /// True if the extension of GNOME Shell is disabled because the session is locked.
  private var isExtensionSuspended: Bool {
    grant == .shellExtension && isExtensionInstalled && !hasShellExtension && isLocked
  }

  /// The reason for the injectors; nil if keys and the pointer have different ones.
  private var injectionReason: String? {
    let (keys, pointer) = (input.keysReason, input.pointerReason)
    guard let reason = keys ?? pointer, keys == pointer || keys == nil || pointer == nil else { return nil }
    return ": \(reason)"
  }

  var inputFindings: [Finding] {
    let isRequired = rules.needsKeyboard || rules.needsPointer
    // The desktop's own permission is preferred to that for /dev/uinput, which applies to all programs.
    let grant = rules.injection == nil ? missingPermission?.commands ?? [] : []
    var findings = input.missingCapabilities.map {
      isExtensionSuspended && rules.injection == nil
        ? Finding(.input, .note, "keys and the pointer cannot be used while the session is locked")
        : Finding(.input, .wrong, $0.reason, remedy: grant.isEmpty ? $0.commands : grant)
    }
    if findings.isEmpty {
      let means = [
        input.keys.map { "keys can be sent with \($0.rawValue)" },
        input.pointer.map { "the pointer can be moved with \($0.rawValue)" },
      ].compactMap { $0 }
      let need = isRequired ? "" : "; no rule requires it"
      findings.append(
        means.isEmpty
          ? Finding(.input, .note, "neither keys nor pointer can be injected\(need)")
          : Finding(.input, .good, means.joined(separator: " and ") + (injectionReason ?? "") + need))
    }
    findings += input.missingTouchpad.map { [Finding(.input, .wrong, $0.reason, remedy: $0.commands)] } ?? []
    findings += unknownOutputs
    if let error = input.keymapError {
      findings.append(Finding(.keymap, rules.needsKeyboard ? .wrong : .note, "\(error)"))
    } else if !input.layouts.isEmpty {
      let layouts = input.layouts.joined(separator: ", ")
      findings.append(Finding(.keymap, .good, "keyboard layout '\(layouts)', from \(input.keymapSource)"))
    }
    return findings
  }

  /// The touchscreens whose output is unknown, if rules click where the fingers are.
  private var unknownOutputs: [Finding] {
    guard rules.needsPositions || rules.needsTouchedWindow else { return [] }
    return devices.compactMap(\.device).filter { device in
      let properties = rules.devices.properties(of: device)
      return device.kind == .touchscreen && properties.isIgnored != true
        && desktop.panels.panel(under: device, stated: properties.output, mapped: desktop.mappedOutputs)?.area == nil
    }.map { Finding(.input, .note, Panel.unknownText(under: $0.name)) }
  }

  /// The finding on keyboards that are read to know when somebody types.
  var typingFindings: [Finding] {
    guard rules.readsTyping else { return [] }
    guard let problem = desktop.typingProblem else {
      return [Finding(.conditions, .good, "keyboards are read to know when somebody types")]
    }
    return [
      Finding(
        .conditions, .wrong, "whether somebody types is known from the desktop alone: \(problem)",
        remedy: desktop.keyboardRemedy)
    ]
  }

  var conditionFindings: [Finding] {
    let unknown = UnknownSubject.all(of: rules, on: desktop, called: desktopName)
    if unknown.isEmpty, rules.subjects.isDisjoint(with: Self.reported) { return [] }
    guard !unknown.isEmpty else {
      return [Finding(.conditions, .good, "all conditions of the rules can be evaluated")]
    }
    return unknown.map { one in
      Finding(
        .conditions, isExtensionSuspended ? .note : .wrong, one.text,
        remedy: one.subject == .modifiers ? desktop.keyboardRemedy : desktop.machine.remedies[one.subject] ?? [])
    }
  }

  /// The subjects that depend on the desktop.
  private static let reported: Set<Condition.Subject> = [
    .app, .title, .fullscreen, .maximized, .overview, .output, .orientation, .modifiers, .tabletMode, .onBattery,
    .connected, .penNear, .under,
  ]
}
