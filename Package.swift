// swift-tools-version: 6.0
import PackageDescription

/// The settings of every module: the Swift 6 language mode, imports that are private unless they are part of a public
/// declaration, and explicit existentials.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// The settings of the programs' modules. The compiler would import `_StringProcessing` into each, whose engine for
/// regular expressions would add 1.2 MB to the program; `Text` takes its place.
let program: [SwiftSetting] =
  settings + [.unsafeFlags(["-Xfrontend", "-disable-implicit-string-processing-module-import"])]

/// The settings of modules that do nothing between two frames, or so little that `make bench` tells no difference: they
/// are compiled for size, which makes them a quarter smaller.
let small: [SwiftSetting] = program + [.unsafeFlags(["-Osize"], .when(configuration: .release))]

/// The modules. Data flows one way: `Libinput` reads touch events, `Gestures` recognises gestures in them, `Rules`
/// matches rules, `Engine` turns these into effects, and `Actions` performs the effects. Sources/README.md follows a
/// touch through them.
///
/// `Tests/StructureTests` asserts the structure: a module imports only modules above it that are named here as its
/// dependencies; none imports Foundation, which would make the program four times as large; a C library is imported by
/// one module only, which owns its handles; and the engine, with all below it, has no clock and no descriptor.
let package = Package(
  name: "sleight",
  products: [
    .executable(name: "sleight", targets: ["sleight"]),
    // Only this one requires Cairo and Pango, so that the daemon is built and installed without them.
    .executable(name: "sleight-hint", targets: ["hint"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.11.0"),
  ],
  targets: [
    // C libraries, with wrappers for what Swift cannot import by itself.
    .systemLibrary(name: "CLinux"),
    .systemLibrary(name: "CUinput"),
    .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
    .systemLibrary(name: "CUdev", pkgConfig: "libudev", providers: [.apt(["libudev-dev"])]),
    .systemLibrary(name: "CXKBCommon", pkgConfig: "xkbcommon", providers: [.apt(["libxkbcommon-dev"])]),
    .systemLibrary(name: "CCairo", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"])]),
    // Loaded at run time when needed. With pkg-config they would be linked.
    .systemLibrary(name: "CLibinput", providers: [.apt(["libinput-dev"])]),
    .systemLibrary(name: "CLibevdev", providers: [.apt(["libevdev-dev"])]),
    .systemLibrary(name: "CSystemd", providers: [.apt(["libsystemd-dev"])]),
    // libwayland, and the code of wayland-scanner for protocols that it does not include.
    .target(name: "CWayland", exclude: ["Protocols"], linkerSettings: [.linkedLibrary("wayland-client")]),

    // Searches for texts and patterns in texts.
    .target(name: "Text", swiftSettings: small),
    // Moments and durations in microseconds, for pure modules and for those of the kernel. The clock is in `Linux`,
    // which a pure module may not import.
    .target(name: "Time", swiftSettings: program),
    // The kernel's handles: descriptors, epoll, timers, signals, sockets and processes, and errors of system calls.
    .target(name: "Linux", dependencies: ["Time", "CLinux"], swiftSettings: program),
    // Starting programs: by this process, or by a service outside its sandbox, whose process uses this and `Linux`
    // alone.
    .target(name: "Launching", dependencies: ["Time", "Linux"], swiftSettings: small),
    // JSON, one object per line: recordings, output for programs, the messages of the control socket. It is a reader of
    // untrusted input, and ten modules speak it.
    .target(name: "JSONLines", swiftSettings: small),

    // Touch events as values, in millimetres and microseconds, and recordings.
    .target(name: "Touch", dependencies: ["Text", "Time", "JSONLines"], swiftSettings: program),
    // An owned device: what is real, and what the desktop is shown of it. A module, so that it stays a pure function:
    // its tests run a thousand hands, and `Libinput` has the descriptors.
    .target(name: "Owning", dependencies: ["Time", "Touch"], swiftSettings: program),
    // Diagnostics: source locations, messages, suggestions, for people and for programs.
    .target(name: "Diagnostics", dependencies: ["Text", "JSONLines"], swiftSettings: small),
    // Touch events to gestures: a pure function of events and time. A kind of gesture has one file, with the words for
    // its limits: hence `Diagnostics`.
    .target(name: "Gestures", dependencies: ["Text", "Time", "Touch", "Diagnostics"], swiftSettings: program),
    // YAML as a tree of nodes with their locations in the file.
    .target(name: "YAML", dependencies: ["Text", "Diagnostics", "CYAML"], swiftSettings: small),
    // Rules as values: triggers, conditions and actions, and the rule that a gesture matches in a situation. Matching
    // runs between two frames.
    .target(name: "Rules", dependencies: ["Text", "Time", "Touch", "Gestures", "Diagnostics"], swiftSettings: small),
    // Desktops, each with a folder for all that is known of it: its compositor's socket or its services on the bus, its
    // commands, the ways of its actions, the gestures that it handles itself, and its words in imports and advice; the
    // login session and the system's keyboard settings. Below what reads commands, and what sends them.
    .target(
      name: "Desktop",
      dependencies: ["Text", "Time", "Touch", "Gestures", "Rules", "Diagnostics", "JSONLines", "Linux", "CSystemd"],
      swiftSettings: small),
    // The words of other tools and compositors, as tables in text, and what needs code: a shell's words, chords, and
    // commands that press keys. Below the rules file, whose advice uses them, and the importers.
    .target(
      name: "Foreign", dependencies: ["Text", "Rules", "Diagnostics", "Desktop"], swiftSettings: small),
    // The rules file: its language, reading and checking it, including others, its schema, and adding drawings to it.
    .target(
      name: "RulesFile",
      dependencies: [
        "Text", "Time", "Touch", "Gestures", "Rules", "Diagnostics", "YAML", "JSONLines", "Linux", "Desktop", "Foreign",
      ],
      swiftSettings: small),
    // The daemon without its surroundings, as a pure function: inputs with their times in, effects out.
    .target(name: "Engine", dependencies: ["Text", "Time", "Touch", "Gestures", "Rules"], swiftSettings: program),
    // The messages of the control socket.
    .target(
      name: "Control", dependencies: ["Time", "Touch", "Rules", "Engine", "JSONLines"], swiftSettings: small),
    // Explanations: which rules match a gesture, and why the others do not; and gestures as JSON.
    .target(
      name: "Explaining",
      dependencies: [
        "Text", "Time", "Touch", "Gestures", "Rules", "Engine", "Desktop", "Foreign", "RulesFile", "Diagnostics",
        "YAML", "JSONLines",
      ],
      swiftSettings: small),
    // The language server, without its descriptors: messages of the protocol in, messages out. What it tells is that of
    // the checker, the schema and the explanations.
    .target(
      name: "LanguageServer",
      dependencies: ["Text", "Desktop", "Rules", "Diagnostics", "YAML", "RulesFile", "Explaining", "JSONLines"],
      swiftSettings: small),
    // Importers: the configurations of other gesture tools, written as rules files.
    .target(
      name: "Importing",
      dependencies: [
        "Text", "Time", "Touch", "Gestures", "Rules", "Engine", "Foreign", "RulesFile", "Explaining", "Diagnostics",
        "YAML", "Desktop",
      ],
      swiftSettings: small),
    // Pictures of touches and gestures: of a recording, or live in a terminal, with its screens: cells, and dots finer
    // than cells.
    .target(name: "Pictures", dependencies: ["Time", "Touch", "Gestures", "Diagnostics"], swiftSettings: small),
    // The connection to a Wayland compositor: outputs, keymap, windows, virtual keyboard and pointer.
    .target(name: "Wayland", dependencies: ["Text", "Time", "Linux", "CWayland"], swiftSettings: small),
    // Touch events of live devices.
    .target(
      name: "Libinput", dependencies: ["Text", "Time", "Touch", "Owning", "Linux", "CLibinput", "CLibevdev", "CUdev"],
      swiftSettings: program),
    // The effects that reach the desktop: commands that start, keys that are pressed.
    .target(
      name: "Actions",
      dependencies: [
        "Text", "Time", "Engine", "Gestures", "Rules", "Touch", "Launching", "Linux", "Wayland", "Desktop",
        "CXKBCommon", "CUinput",
      ],
      swiftSettings: small),
    // Shared by the daemon, doctor and the live commands: the loop over the touch devices, the state of the desktop,
    // and the client of the control socket.
    .target(
      name: "Surroundings",
      dependencies: [
        "Time", "Touch", "Gestures", "Diagnostics", "Rules", "JSONLines", "Control", "Wayland", "Libinput", "Actions",
        "Desktop", "Linux",
      ], swiftSettings: small),
    // The engine with its surroundings: one thread and one loop, the socket at which the daemon is asked, and its log,
    // for the journal or for people.
    .target(
      name: "Daemon",
      dependencies: [
        "Time", "Touch", "Gestures", "Diagnostics", "Rules", "Engine", "RulesFile", "Explaining", "Wayland", "Libinput",
        "Actions", "Desktop", "Control", "Launching", "Linux", "Surroundings", "JSONLines",
        .product(name: "Logging", package: "swift-log"),
      ], swiftSettings: program),
    // Diagnosis: everything that gestures need, and the commands that fix what is missing.
    .target(
      name: "Doctor",
      dependencies: [
        "Text", "Time", "Touch", "Diagnostics", "Rules", "RulesFile", "Control", "Wayland", "Libinput", "Actions",
        "Desktop", "Linux", "Surroundings",
      ], swiftSettings: small),
    // The hint that follows from what `sleight follow` prints, whoever draws it.
    .target(name: "Hints", dependencies: ["Time", "Diagnostics", "JSONLines"], swiftSettings: small),
    // Hints on the screen: a program of its own, which reads what `sleight follow` prints.
    .executableTarget(
      name: "hint", dependencies: ["Time", "Linux", "Wayland", "Hints", "CCairo"], swiftSettings: small),
    // The command line.
    .executableTarget(
      name: "sleight",
      dependencies: [
        "Text", "Time", "Touch", "Gestures", "Diagnostics", "Rules", "Engine", "Foreign", "RulesFile", "Explaining",
        "Importing", "LanguageServer", "Hints", "Pictures", "Libinput", "Actions", "Control", "Surroundings", "Daemon",
        "Doctor", "Launching", "Desktop", "Linux", "JSONLines",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ], resources: [.embedInCode("Starter/rules.yml"), .embedInCode("Recipes/sleight-recipes.7")], swiftSettings: small
    ),

    // Tests of this file against the modules.
    .testTarget(name: "StructureTests", dependencies: ["Linux"], swiftSettings: settings),
    // The number of trials of random tests, in `make test` and in `make test-all`.
    .target(name: "Trials", path: "Tests/Trials", swiftSettings: settings),
    // Waiting for what a test expects.
    .target(name: "Waiting", dependencies: ["Time", "Linux"], path: "Tests/Waiting", swiftSettings: settings),
    // Tests of pure modules: fast, without privileges.
    .testTarget(name: "TextTests", dependencies: ["Text"], swiftSettings: program),
    .testTarget(name: "JSONLinesTests", dependencies: ["JSONLines"], swiftSettings: settings),
    .testTarget(name: "YAMLTests", dependencies: ["Diagnostics", "YAML"], swiftSettings: settings),
    .testTarget(
      name: "TouchTests", dependencies: ["Time", "Touch", "Trials"], resources: [.embedInCode("Samples")],
      swiftSettings: settings),
    .target(name: "Hands", dependencies: ["Time", "Touch"], path: "Tests/Hands", swiftSettings: settings),
    .testTarget(
      name: "GesturesTests", dependencies: ["Time", "Gestures", "Touch", "Hands", "Trials"], swiftSettings: settings),
    .testTarget(name: "OwningTests", dependencies: ["Time", "Owning", "Touch", "Trials"], swiftSettings: settings),
    .testTarget(name: "CompositorsTests", dependencies: ["Desktop", "JSONLines"], swiftSettings: settings),
    .testTarget(name: "DiagnosticsTests", dependencies: ["Diagnostics", "JSONLines"], swiftSettings: settings),
    .testTarget(
      name: "RulesTests",
      dependencies: [
        "Time", "Rules", "Foreign", "RulesFile", "Explaining", "Importing", "Diagnostics", "Gestures", "Touch",
        "JSONLines",
        "Hands",
        "Trials", "Desktop",
      ],
      exclude: ["Corpus"], swiftSettings: settings),
    .testTarget(
      name: "LanguageServerTests",
      dependencies: ["LanguageServer", "RulesFile", "Diagnostics", "JSONLines", "YAML"], swiftSettings: settings),
    .testTarget(name: "HintsTests", dependencies: ["Hints", "JSONLines", "Time"], swiftSettings: settings),
    .testTarget(
      name: "PicturesTests",
      dependencies: [
        "Time", "Pictures", "Engine", "Gestures", "Explaining", "Hands", "Linux", "Rules", "RulesFile", "Touch",
        "Trials",
      ], exclude: ["Fonts"], swiftSettings: settings),
    .testTarget(
      name: "EngineTests",
      dependencies: [
        "Time", "Engine", "Desktop", "Gestures", "Hands", "Linux", "Rules", "RulesFile", "Touch", "Trials",
      ],
      exclude: ["Scenarios"],
      swiftSettings: settings),
    .testTarget(
      name: "SurroundingsTests",
      dependencies: ["Time", "Desktop", "Rules", "RulesFile", "Surroundings", "Touch", "Wayland"],
      swiftSettings: settings),
    .testTarget(
      name: "DoctorTests",
      dependencies: [
        "Actions", "Control", "Desktop", "Doctor", "Engine", "Libinput", "Linux", "Rules", "RulesFile",
        "Surroundings", "Touch",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "DaemonTests",
      dependencies: [
        "Time", "Actions", "Control", "Daemon", "Desktop", "Engine", "Gestures", "Hands", "Launching", "Linux",
        "Rules", "RulesFile", "Surroundings", "Touch", "Trials", "Waiting", "Wayland",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: settings),

    // Tests of modules that use the kernel or a compositor.
    .testTarget(name: "LinuxTests", dependencies: ["Time", "Linux", "CLinux", "Waiting"], swiftSettings: settings),
    .testTarget(name: "LibinputTests", dependencies: ["Time", "Libinput", "Touch", "CLinux"], swiftSettings: settings),
    .testTarget(
      name: "LaunchingTests", dependencies: ["Time", "Launching", "Linux", "Waiting"], swiftSettings: settings),
    // A headless compositor.
    .target(
      name: "HeadlessSway", dependencies: ["Time", "Linux", "Waiting"], path: "Tests/HeadlessSway",
      swiftSettings: settings),
    .testTarget(
      name: "WaylandTests",
      dependencies: [
        "Time", "Wayland", "HeadlessSway", "Linux", "CLinux", "Actions", "Engine", "Gestures", "RulesFile",
        "Surroundings", "Touch", "Waiting", "YAML",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "DesktopTests",
      dependencies: [
        "Time", "Desktop", "HeadlessSway", "JSONLines", "Linux", "Rules", "Trials", "Waiting", "CSystemd",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "ActionsTests",
      dependencies: [
        "Time", "Actions", "Engine", "Rules", "Gestures", "Touch", "Launching", "Linux", "Waiting", "Wayland",
      ],
      swiftSettings: settings),

    // Pictures of screens.
    .target(
      name: "ScreenPicture", path: "Tests/ScreenPicture", exclude: ["Stored", "ppm.py"], swiftSettings: settings),
    // A terminal whose screen can be read.
    .target(name: "TmuxWindow", dependencies: ["Linux", "Waiting"], path: "Tests/TmuxWindow", swiftSettings: settings),
    // The readers of external input, for `make fuzz`. The tests repeat the inputs that it kept.
    .target(
      name: "Fuzzing",
      dependencies: [
        "Time", "Control", "Desktop", "Diagnostics", "Engine", "Foreign", "Gestures", "Importing",
        "JSONLines", "LanguageServer",
        "Libinput", "Linux", "Pictures", "Rules", "RulesFile", "Touch",
      ], path: "Tests/Fuzz/Fuzzing", swiftSettings: settings),
    .testTarget(
      name: "FuzzTests", dependencies: ["Fuzzing", "Trials"], path: "Tests/Fuzz/FuzzTests", swiftSettings: settings),

    // Tests of the program as users run it.
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "sleight", "Hands", "HeadlessSway", "JSONLines", "Linux", "ScreenPicture", "Time", "TmuxWindow", "Touch",
        "Trials", "Waiting",
      ],
      swiftSettings: settings),
    // Tests for the guest of Tests/Guest, which has a kernel with uinput, udev and a compositor.
    .testTarget(
      name: "SystemTests",
      dependencies: [
        "CLinux", "CUinput", "Diagnostics", "Hands", "Linux", "JSONLines", "ScreenPicture", "Time", "TmuxWindow",
        "Touch",
      ],
      swiftSettings: settings),
  ]
)

/// The folders of Sources, and the modules in each: the way of a touch, then that of a file, and who uses both.
let folders: KeyValuePairs = [
  "C": [
    "CLinux", "CUinput", "CYAML", "CUdev", "CXKBCommon", "CLibinput", "CLibevdev", "CSystemd", "CWayland", "CCairo",
  ],
  "Touch": ["Time", "Touch"],
  "Gestures": ["Owning", "Gestures"],
  "Rules": ["Rules", "Engine"],
  "Language": ["Text", "JSONLines", "Diagnostics", "YAML", "Foreign", "RulesFile"],
  "Machine": ["Linux", "Launching", "Libinput", "Wayland", "Actions"],
  "Desktops": ["Desktop"],
  "Daemon": ["Control", "Surroundings", "Daemon"],
  "Tools": ["Explaining", "LanguageServer", "Pictures", "Doctor", "Hints", "hint", "sleight"],
  "Import": ["Importing"],
]
for (folder, modules) in folders {
  for target in package.targets where modules.contains(target.name) {
    target.path = "Sources/\(folder)/\(target.name)"
  }
}

// Trials of any length. The first is linked with libFuzzer, which only `make fuzz` adds; `make soak` builds the second.
if Context.environment["SLEIGHT_TRIALS"] != nil {
  package.targets += [
    .executableTarget(
      name: "fuzz", dependencies: ["Fuzzing", "Linux"], path: "Tests/Fuzz/Program", swiftSettings: settings),
    .executableTarget(
      name: "soak",
      dependencies: [
        "Time", "Actions", "Engine", "Gestures", "Hands", "Linux", "Rules", "RulesFile", "Touch",
      ],
      path: "Tests/Soak", swiftSettings: settings),
  ]
}

// The tests of one target and its dependencies: `make test-unit TESTS=GesturesTests`.
if let name = Context.environment["SLEIGHT_TESTS"] {
  package.targets.removeAll { $0.type == .test && $0.name != name }
}
