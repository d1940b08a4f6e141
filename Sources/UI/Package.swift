// swift-tools-version: 6.0
import PackageDescription

/// `sleight-ui`: a package of its own, so that building and testing the daemon never fetches or builds the server
/// library, and so that no module of Sleight can be imported here. It knows what any program may know: the output of
/// commands.
///
/// FlyingFox has 12,000 lines and no dependency, and builds in half a minute; with the Foundation that it requires, the
/// program has 60 MB. Hummingbird has limits of time and size, which FlyingFox lacks, and brings fifteen packages that
/// take minutes to build. `Gate` limits bodies; `Connections` ends heads without end.
let package = Package(
  name: "sleight-ui",
  products: [.executable(name: "sleight-ui", targets: ["sleight-ui"])],
  dependencies: [.package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1")],
  targets: [
    .executableTarget(
      name: "sleight-ui", dependencies: [.product(name: "FlyingFox", package: "FlyingFox")],
      path: ".", sources: ["Server"],
      resources: [
        .embedInCode("Pages/index.html"), .embedInCode("Pages/style.css"), .embedInCode("Pages/strings.js"),
        .embedInCode("Pages/dom.js"), .embedInCode("Pages/server.js"), .embedInCode("Pages/machine.js"),
        .embedInCode("Pages/gestures.js"), .embedInCode("Pages/changes.js"), .embedInCode("Pages/recipes.js"),
        .embedInCode("Pages/app.js"), .embedInCode("Pages/groups.js"), .embedInCode("Pages/profiles.js"),
        .embedInCode("Pages/touches.js"), .embedInCode("Pages/fingers.js"), .embedInCode("Pages/learn.js"),
        .embedInCode("Pages/action.js"), .embedInCode("Pages/text.js"), .embedInCode("Pages/language.js"),
      ],
      swiftSettings: [
        .swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("MemberImportVisibility"),
      ])
  ]
)
