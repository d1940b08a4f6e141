// swift-tools-version: 6.1
import PackageDescription

/// What every module is compiled with: the Swift 6 language mode, imports that stay private unless they are part of
/// a public declaration, and existentials that say so.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// The same for what reads, checks, prints, draws or starts programs, none of it between two frames: it is compiled to be
/// small, which makes these modules a quarter smaller.
let small: [SwiftSetting] = settings + [.unsafeFlags(["-Osize"], .when(configuration: .release))]

/// The house. Data goes one way: a hand moves, `Libinput` reads it, `Gestures` recognises it, `Rules` says what it means,
/// `Actions` does that. Each step is a module of its own that can be read and tested alone.
///
/// The order below is that of who may know whom: a module imports only what stands above it and is named here as its
/// dependency, nobody imports Foundation (with it the program would be four times as large), and a C library is known
/// to one module alone, which gives each of its handles one owner. `Tests/StructureTests` sees to all of that.
let package = Package(
  name: "sleight",
  products: [.executable(name: "sleight", targets: ["sleight"])],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
  ],
  targets: [
    // C: headers that Swift cannot import by itself.
    .systemLibrary(name: "CLinux"),
    .systemLibrary(name: "CUinput"),
    .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
    .systemLibrary(name: "CUdev", pkgConfig: "libudev", providers: [.apt(["libudev-dev"])]),
    .systemLibrary(name: "CXKBCommon", pkgConfig: "xkbcommon", providers: [.apt(["libxkbcommon-dev"])]),
    // These two are loaded when they are needed and not linked with, which pkg-config would do.
    .systemLibrary(name: "CLibinput", providers: [.apt(["libinput-dev"])]),
    .systemLibrary(name: "CSystemd", providers: [.apt(["libsystemd-dev"])]),
    // And what wayland-scanner makes of protocols that libwayland does not bring along.
    .target(name: "CWayland", exclude: ["Protocols"], linkerSettings: [.linkedLibrary("wayland-client")]),

    // The kernel's handles: descriptors, epoll, timers, signals, sockets, processes, and the error of a call that fails.
    .target(name: "Linux", dependencies: ["CLinux"], swiftSettings: settings),
    // Programs that are started: by this process, or by a service outside of the sandbox that it is in.
    .target(name: "Launching", dependencies: ["Linux"], swiftSettings: small),
    // YAML as a tree whose every node knows its place in the file.
    .target(name: "YAML", dependencies: ["CYAML"], swiftSettings: small),
    // One JSON object a line, read and written: recordings, results for programs, the words over the socket.
    .target(name: "JSONLines", swiftSettings: small),

    // What a hand does, as values in millimetres and microseconds, and the recordings of it.
    .target(name: "Touch", dependencies: ["JSONLines"], swiftSettings: settings),
    // Touch events to gestures: a pure function of events and time, without clock, input or output.
    .target(name: "Gestures", dependencies: ["Touch"], swiftSettings: settings),
    // What is wrong with a file: places, messages, suggestions, for people and for programs.
    .target(name: "Diagnostics", dependencies: ["JSONLines"], swiftSettings: small),
    // niri's actions as its command line has them, in the form that its socket takes.
    .target(name: "Niri", dependencies: ["JSONLines"], swiftSettings: small),
    // What a terminal shows: cells, dots finer than cells, and what changes one screen into the next.
    .target(name: "Terminal", dependencies: ["Diagnostics"], swiftSettings: small),
    // Rules as values: triggers, conditions and actions, and the rule that a gesture matches in a situation. Matching
    // runs between two frames.
    .target(name: "Rules", dependencies: ["Touch", "Gestures", "Diagnostics"], swiftSettings: settings),
    // The rules file: its language, reading and checking it, including others, its schema, and adding drawings to it.
    .target(
      name: "RulesFile",
      dependencies: ["Touch", "Gestures", "Rules", "Diagnostics", "YAML", "JSONLines", "Linux", "Niri"],
      swiftSettings: small),
    // The words spoken over the daemon's socket.
    .target(name: "Control", dependencies: ["JSONLines"], swiftSettings: small),
    // The daemon without its surroundings, as a pure function: inputs with their times in, effects out.
    .target(name: "Engine", dependencies: ["Touch", "Gestures", "Rules", "Control"], swiftSettings: settings),
    // Explanations: which rules match a gesture, and why the others do not.
    .target(
      name: "Explaining", dependencies: ["Touch", "Gestures", "Rules", "Engine", "RulesFile", "Diagnostics", "YAML"],
      swiftSettings: small),
    // Importers: the configurations of other gesture tools, written as rules files.
    .target(
      name: "Importing", dependencies: ["Touch", "Gestures", "Rules", "RulesFile", "Diagnostics", "YAML"],
      swiftSettings: small),
    // What fingers did, and what was recognised in it, as a picture: of a recording, or live in a terminal.
    .target(name: "Pictures", dependencies: ["Touch", "Gestures", "Diagnostics", "Terminal"], swiftSettings: small),
    // A connection to the compositor: screens, keymap, windows, and keys and a pointer of our own.
    .target(name: "Wayland", dependencies: ["Linux", "CWayland"], swiftSettings: settings),
    // Live devices to touch events.
    .target(name: "Libinput", dependencies: ["Touch", "Linux", "CLibinput", "CUdev"], swiftSettings: settings),
    // The effects that reach the desktop: commands that start, keys that are pressed.
    .target(
      name: "Actions",
      dependencies: ["Engine", "Gestures", "Rules", "Touch", "Launching", "Linux", "Wayland", "CXKBCommon", "CUinput"],
      swiftSettings: settings),
    // What is around the program: whether the session is locked, or another one is in front, and what its compositor
    // tells and takes over a socket of its own.
    .target(name: "Desktop", dependencies: ["Rules", "JSONLines", "Linux", "Niri", "CSystemd"], swiftSettings: small),
    // Shared by the daemon, doctor and the live commands: the loop over the touch devices, the state of the desktop, and
    // the client of the control socket.
    .target(
      name: "Surroundings",
      dependencies: [
        "Touch", "Diagnostics", "Rules", "RulesFile", "JSONLines", "Control", "Wayland", "Libinput", "Actions",
        "Desktop", "Linux",
      ], swiftSettings: small),
    // Log messages, for the journal or for people.
    .target(
      name: "Journal",
      dependencies: ["Touch", "Diagnostics", "Linux", .product(name: "Logging", package: "swift-log")],
      swiftSettings: small),
    // The engine with its surroundings: one thread and one loop, and the socket at which the daemon is asked.
    .target(
      name: "Daemon",
      dependencies: [
        "Touch", "Gestures", "Diagnostics", "Rules", "Engine", "RulesFile", "Explaining", "Wayland", "Libinput",
        "Actions", "Desktop", "Control", "Launching", "Linux", "Surroundings", "Journal",
        .product(name: "Logging", package: "swift-log"),
      ], swiftSettings: settings),
    // Diagnosis: everything that gestures need, and the commands that fix what is missing.
    .target(
      name: "Doctor",
      dependencies: [
        "Touch", "Diagnostics", "Rules", "RulesFile", "Control", "Wayland", "Libinput", "Actions", "Desktop", "Linux",
        "Surroundings",
      ], swiftSettings: small),
    // The commands.
    .executableTarget(
      name: "sleight",
      dependencies: [
        "Touch", "Gestures", "Diagnostics", "Rules", "Engine", "RulesFile", "Explaining", "Importing", "Pictures",
        "Wayland", "Libinput", "Actions", "Control", "Surroundings", "Journal", "Daemon", "Doctor", "Launching",
        "Terminal", "Linux", "JSONLines",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ], resources: [.embedInCode("Starter/rules.yml")], swiftSettings: small),

    // This file against what the modules do.
    .testTarget(name: "StructureTests", dependencies: ["Linux"], swiftSettings: settings),
    // How many trials a test makes, in `make test` and in `make test-all`.
    .target(name: "Trials", path: "Tests/Trials", swiftSettings: settings),
    // What is pure, tested fast and without privileges.
    .testTarget(name: "JSONLinesTests", dependencies: ["JSONLines"], swiftSettings: settings),
    .testTarget(name: "YAMLTests", dependencies: ["YAML"], swiftSettings: settings),
    .testTarget(
      name: "TouchTests", dependencies: ["Touch", "Trials"], resources: [.embedInCode("Samples")],
      swiftSettings: settings),
    .target(name: "Hands", dependencies: ["Touch"], path: "Tests/Hands", swiftSettings: settings),
    .testTarget(
      name: "GesturesTests", dependencies: ["Gestures", "Touch", "Hands", "Trials"], swiftSettings: settings),
    .testTarget(name: "NiriTests", dependencies: ["Niri", "JSONLines"], swiftSettings: settings),
    .testTarget(name: "DiagnosticsTests", dependencies: ["Diagnostics", "JSONLines"], swiftSettings: settings),
    .testTarget(name: "TerminalTests", dependencies: ["Terminal"], swiftSettings: settings),
    .testTarget(
      name: "RulesTests",
      dependencies: [
        "Rules", "RulesFile", "Explaining", "Importing", "Diagnostics", "Gestures", "Touch", "JSONLines", "Trials",
      ],
      exclude: ["Corpus"], swiftSettings: settings),
    .testTarget(
      name: "PicturesTests",
      dependencies: ["Pictures", "Engine", "Gestures", "Explaining", "Rules", "RulesFile", "Terminal", "Touch"],
      swiftSettings: settings),
    .testTarget(
      name: "EngineTests",
      dependencies: [
        "Engine", "Control", "Desktop", "Gestures", "Hands", "Linux", "Rules", "RulesFile", "Touch", "Trials",
      ],
      exclude: ["Scenarios"],
      swiftSettings: settings),
    .testTarget(
      name: "SurroundingsTests",
      dependencies: ["Desktop", "Rules", "RulesFile", "Surroundings", "Touch", "Wayland"], swiftSettings: settings),
    .testTarget(
      name: "JournalTests", dependencies: ["Journal", "Touch", .product(name: "Logging", package: "swift-log")],
      swiftSettings: settings),
    .testTarget(
      name: "DoctorTests",
      dependencies: [
        "Actions", "Desktop", "Doctor", "Engine", "Libinput", "Linux", "Rules", "RulesFile", "Surroundings",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "DaemonTests",
      dependencies: [
        "Actions", "Control", "Daemon", "Desktop", "Engine", "Gestures", "Hands", "Launching", "Libinput", "Linux",
        "Rules",
        "RulesFile", "Touch", "Trials", "Wayland", .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: settings),

    // What reaches the machine, tested on it.
    .testTarget(name: "LinuxTests", dependencies: ["Linux", "CLinux"], swiftSettings: settings),
    .testTarget(name: "LaunchingTests", dependencies: ["Launching", "Linux"], swiftSettings: settings),
    // A real compositor without a screen.
    .target(name: "HeadlessSway", dependencies: ["Linux"], path: "Tests/HeadlessSway", swiftSettings: settings),
    .testTarget(
      name: "WaylandTests",
      dependencies: [
        "Wayland", "HeadlessSway", "Linux", "Actions", "Engine", "Rules", "RulesFile", "Gestures", "Touch",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "DesktopTests", dependencies: ["Desktop", "HeadlessSway", "JSONLines", "Linux", "Rules"],
      swiftSettings: settings),
    .testTarget(
      name: "ActionsTests",
      dependencies: ["Actions", "Engine", "Rules", "Gestures", "Touch", "Launching", "Linux", "Wayland"],
      swiftSettings: settings),

    // A real terminal whose screen can be read.
    .target(name: "TmuxWindow", dependencies: ["Linux"], path: "Tests/TmuxWindow", swiftSettings: settings),
    // Whatever may come from outside, read by whom it is meant for. `make fuzz` looks for what does harm; what it kept
    // is tried again by the tests.
    .target(
      name: "Fuzzing",
      dependencies: [
        "Control", "Desktop", "Diagnostics", "Engine", "Gestures", "Importing", "JSONLines", "Linux", "Niri",
        "Pictures", "Rules",
        "RulesFile", "Touch",
      ], path: "Tests/Fuzz/Fuzzing", swiftSettings: settings),
    .testTarget(name: "FuzzTests", dependencies: ["Fuzzing"], path: "Tests/Fuzz/FuzzTests", swiftSettings: settings),

    // The program as a user runs it.
    .testTarget(
      name: "CommandTests", dependencies: ["sleight", "HeadlessSway", "JSONLines", "TmuxWindow"],
      swiftSettings: settings),
    // Runs in the guest of Tests/Guest only, where there are a kernel with uinput, udev and a compositor.
    .testTarget(
      name: "SystemTests", dependencies: ["CLinux", "CUinput", "Linux", "JSONLines", "TmuxWindow"],
      swiftSettings: settings),
  ]
)

// Programs that try the others for as long as one likes. libFuzzer, which the first is linked with, is brought along by
// `make fuzz` alone, and `make soak` makes the second.
if Context.environment["SLEIGHT_TRIALS"] != nil {
  package.targets += [
    .executableTarget(
      name: "fuzz", dependencies: ["Fuzzing", "Linux"], path: "Tests/Fuzz/Program", swiftSettings: settings),
    .executableTarget(
      name: "soak",
      dependencies: ["Actions", "Control", "Engine", "Gestures", "Hands", "Linux", "Rules", "RulesFile", "Touch"],
      path: "Tests/Soak", swiftSettings: settings),
  ]
}

// The tests of one target alone, with what they need and nothing else: `make test-unit TESTS=GesturesTests`.
if let name = Context.environment["SLEIGHT_TESTS"] {
  package.targets.removeAll { $0.type == .test && $0.name != name }
}
