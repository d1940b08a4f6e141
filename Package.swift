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

/// The modules in the order data goes through them; each imports only what stands above it.
let package = Package(
  name: "sleight",
  products: [.executable(name: "sleight", targets: ["sleight"])],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
  ],
  targets: [
    // C: what Swift cannot import by itself. Only the overlay named behind each may import it.
    .systemLibrary(name: "CLinux"),  // Linux
    .systemLibrary(name: "CUinput"),  // Actions
    .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),  // YAML
    .systemLibrary(name: "CUdev", pkgConfig: "libudev", providers: [.apt(["libudev-dev"])]),  // Libinput
    .systemLibrary(name: "CLibinput", pkgConfig: "libinput", providers: [.apt(["libinput-dev"])]),  // Libinput
    .systemLibrary(name: "CXKBCommon", pkgConfig: "xkbcommon", providers: [.apt(["libxkbcommon-dev"])]),  // Actions
    .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),  // Desktop

    // Leaves: the kernel's handles, YAML with spans, JSON one object a line.
    .target(name: "Linux", dependencies: ["CLinux"], swiftSettings: settings),
    .target(name: "YAML", dependencies: ["CYAML"], swiftSettings: settings),
    .target(name: "JSONLines", swiftSettings: settings),

    // The house.
    .target(name: "Touch", dependencies: ["JSONLines"], swiftSettings: settings),
    .target(name: "Gestures", dependencies: ["Touch"], swiftSettings: settings),
    .target(name: "Diagnostics", dependencies: ["JSONLines"], swiftSettings: settings),
    .target(
      name: "Rules", dependencies: ["Touch", "Gestures", "Diagnostics", "YAML", "JSONLines", "Linux"],
      swiftSettings: settings),
    .target(name: "Libinput", dependencies: ["Touch", "Linux", "CLibinput", "CUdev"], swiftSettings: settings),
    .target(
      name: "Actions", dependencies: ["Gestures", "Rules", "Touch", "Linux", "CXKBCommon", "CUinput"],
      swiftSettings: settings),
    .target(name: "Desktop", dependencies: ["Linux", "CSystemd"], swiftSettings: settings),
    .target(name: "Control", dependencies: ["JSONLines"], swiftSettings: settings),
    .target(
      name: "Daemon",
      dependencies: [
        "Touch", "Gestures", "Diagnostics", "Rules", "Libinput", "Actions", "Desktop", "Control", "Linux", "JSONLines",
        .product(name: "Logging", package: "swift-log"),
      ], swiftSettings: settings),
    .executableTarget(
      name: "sleight",
      dependencies: [
        "Touch", "Gestures", "Diagnostics", "Rules", "Libinput", "Actions", "Control", "Daemon", "Linux", "JSONLines",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ], resources: [.embedInCode("Starter/rules.yml")], swiftSettings: settings),

    // What is pure, tested fast and without privileges.
    .testTarget(name: "JSONLinesTests", dependencies: ["JSONLines"], swiftSettings: settings),
    .testTarget(name: "YAMLTests", dependencies: ["YAML"], swiftSettings: settings),
    .testTarget(
      name: "TouchTests", dependencies: ["Touch"], resources: [.embedInCode("Samples")], swiftSettings: settings),
    .target(name: "Hands", dependencies: ["Touch"], path: "Tests/Hands", swiftSettings: settings),
    .testTarget(name: "GesturesTests", dependencies: ["Gestures", "Touch", "Hands"], swiftSettings: settings),
    .testTarget(name: "DiagnosticsTests", dependencies: ["Diagnostics", "JSONLines"], swiftSettings: settings),
    .testTarget(
      name: "RulesTests", dependencies: ["Rules", "Diagnostics", "Gestures", "Touch", "JSONLines"],
      swiftSettings: settings),

    .testTarget(
      name: "DaemonTests", dependencies: ["Actions", "Daemon", "Gestures", "Hands", "Linux", "Rules", "Touch"],
      swiftSettings: settings),

    // What reaches the machine, tested on it.
    .testTarget(name: "LinuxTests", dependencies: ["Linux", "CLinux"], swiftSettings: settings),
    .testTarget(name: "DesktopTests", dependencies: ["Desktop", "Linux"], swiftSettings: settings),
    .testTarget(
      name: "ActionsTests", dependencies: ["Actions", "Rules", "Gestures", "Touch", "Linux"], swiftSettings: settings),

    // The program as a user runs it.
    .testTarget(name: "CommandTests", dependencies: ["sleight", "JSONLines"], swiftSettings: settings),
    // Runs in the guest of Tests/Guest only, where there are a kernel with uinput, udev and a compositor.
    .testTarget(
      name: "SystemTests", dependencies: ["CLinux", "CUinput", "Linux", "JSONLines"], swiftSettings: settings),
  ]
)
