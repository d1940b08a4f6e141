import Glibc
import Linux
import Testing
import Time

@Suite("Watching a file however it is saved")
struct FileWatchTests {
  /// Watches `path`, runs `change`, and returns true if the change was detected.
  private func notices(_ path: String, _ change: () -> Void) throws -> Bool {
    var watch = try FileWatch()
    try watch.watch([path])
    let before = watch.hasChanged()
    change()
    let noticed = watch.hasChanged()
    // Watching again, with the new state of the path.
    try watch.watch([path])
    let after = watch.hasChanged()
    #expect(!before && !after)
    return noticed
  }

  @Test("detects a file that is written in place, or replaced by a rename")
  func saved() throws {
    let scratch = Scratch()
    let file = scratch.write("rules.yml", "one")
    #expect(try notices(file) { scratch.write("rules.yml", "two") })
    #expect(
      try notices(file) {
        scratch.write(".rules.yml.swp", "three")
        rename("\(scratch.path)/.rules.yml.swp", file)
      })
    #expect(
      try notices(file) {
        rename(file, "\(file)~")
        scratch.write("rules.yml", "four")
      })
    #expect(try notices(file) { chmod(file, 0o600) })
  }

  @Test("detects that a file is removed, and created again")
  func gone() throws {
    let scratch = Scratch()
    let file = scratch.write("rules.yml", "one")
    #expect(try notices(file) { unlink(file) })
    #expect(try notices(file) { scratch.write("rules.yml", "two") })
  }

  @Test("ignores other files in the directory")
  func others() throws {
    let scratch = Scratch()
    let file = scratch.write("rules.yml", "one")
    #expect(
      try !notices(file) {
        scratch.write("other.yml", "two")
        unlink("\(scratch.path)/other.yml")
      })
  }

  @Test("detects that a symbolic link points elsewhere, and changes of its target")
  func links() throws {
    let scratch = Scratch()
    mkdir("\(scratch.path)/dotfiles", 0o700)
    mkdir("\(scratch.path)/config", 0o700)
    scratch.write("dotfiles/one.yml", "one")
    scratch.write("dotfiles/two.yml", "two")
    let link = "\(scratch.path)/config/rules.yml"
    symlink("../dotfiles/one.yml", link)
    #expect(try notices(link) { scratch.write("dotfiles/one.yml", "more") })
    #expect(
      try notices(link) {
        unlink(link)
        symlink("../dotfiles/two.yml", link)
      })
    #expect(
      try notices(link) {
        symlink("../dotfiles/one.yml", "\(link).new")
        rename("\(link).new", link)
      })
    #expect(try !notices(link) { scratch.write("dotfiles/two.yml", "more") })
  }

  @Test("detects changes of a directory that is a link, moved away, or created later")
  func directories() throws {
    let scratch = Scratch()
    let file = "\(scratch.path)/config/sleight/rules.yml"
    #expect(try notices(file) { mkdir("\(scratch.path)/config", 0o700) })
    #expect(try notices(file) { mkdir("\(scratch.path)/config/sleight", 0o700) })
    #expect(try notices(file) { scratch.write("config/sleight/rules.yml", "one") })
    #expect(try notices(file) { rename("\(scratch.path)/config", "\(scratch.path)/old") })
    #expect(try notices(file) { symlink("old", "\(scratch.path)/config") })
    #expect(try notices(file) { scratch.write("old/sleight/rules.yml", "two") })
    #expect(try notices(file) { unlink("\(scratch.path)/config") })
  }

  @Test("detects all changes in a directory that is watched as a whole")
  func whole() throws {
    let scratch = Scratch()
    let directory = "\(scratch.path)/rules.d"
    func notices(_ change: () -> Void) throws -> Bool {
      var watch = try FileWatch()
      try watch.watch(["\(scratch.path)/rules.yml"], directories: [directory])
      let before = watch.hasChanged()
      change()
      return !before && watch.hasChanged()
    }
    #expect(try notices { mkdir(directory, 0o700) })
    #expect(try notices { scratch.write("rules.d/a.yml", "one") })
    #expect(try notices { scratch.write("rules.d/a.yml", "two") })
    #expect(try notices { rename("\(directory)/a.yml", "\(scratch.path)/a.yml") })
    #expect(try notices { scratch.write("rules.yml", "one") })
    #expect(try !notices { scratch.write("a.yml", "three") })
    #expect(try notices { rename(directory, "\(directory).old") })
  }

  @Test("does not follow circular links endlessly")
  func loop() throws {
    let scratch = Scratch()
    symlink("b", "\(scratch.path)/a")
    symlink("a", "\(scratch.path)/b")
    #expect(try notices("\(scratch.path)/a") { unlink("\(scratch.path)/b") })
  }

  @Test("detects writes through a hard link")
  func hardLink() throws {
    let scratch = Scratch()
    let file = scratch.write("rules.yml", "one")
    mkdir("\(scratch.path)/dotfiles", 0o700)
    link(file, "\(scratch.path)/dotfiles/rules.yml")
    #expect(try notices(file) { scratch.write("dotfiles/rules.yml", "two") })
    // After another file replaced the hard-linked one, the other link is no longer watched.
    #expect(try notices(file) { rename(scratch.write("new", "three"), file) })
    #expect(try !notices(file) { scratch.write("dotfiles/rules.yml", "four") })
  }

  @Test("detects a link replaced by GNU ln, whose target is a file or a directory", arguments: ["rules.yml", "."])
  func generations(target: String) throws {
    let scratch = Scratch()
    for name in ["1", "2"] {
      mkdir("\(scratch.path)/\(name)", 0o700)
      scratch.write("\(name)/rules.yml", name)
    }
    // As in a Nix store: the link leads to a link, which leads into a directory of the current generation.
    symlink("1", "\(scratch.path)/current")
    symlink("current/\(target)", "\(scratch.path)/config")
    let file = target == "." ? "\(scratch.path)/config/rules.yml" : "\(scratch.path)/config"
    #expect(try notices(file) { scratch.write("1/rules.yml", "more") })
    for next in ["2", "1"] {
      #expect(
        try notices(file) {
          symlink(next, "\(scratch.path)/temporary")
          rename("\(scratch.path)/temporary", "\(scratch.path)/current")
        })
      #expect(try notices(file) { scratch.write("\(next)/rules.yml", "more") })
    }
  }

  @Test("detects that a directory is removed while a shell is in it, and created again")
  func directoryInUse() throws {
    let scratch = Scratch()
    let directory = "\(scratch.path)/sleight"
    let file = "\(directory)/rules.yml"
    mkdir(directory, 0o700)
    // The kernel reports the removal of a directory only after the last process has left it.
    let shell = open(directory, O_RDONLY | O_DIRECTORY)
    defer { close(shell) }
    #expect(try notices(file) { rmdir(directory) })
    #expect(try notices(file) { mkdir(directory, 0o700) })
    #expect(try notices(file) { scratch.write("sleight/rules.yml", "one") })
  }

  @Test(
    "detects that an unreadable directory becomes readable", .enabled(if: getuid() != 0, "root may read everything"))
  func forbidden() throws {
    let scratch = Scratch()
    mkdir("\(scratch.path)/config", 0o700)
    mkdir("\(scratch.path)/config/sleight", 0o700)
    let file = scratch.write("config/sleight/rules.yml", "one")
    for directory in ["\(scratch.path)/config", "\(scratch.path)/config/sleight"] {
      for mode: mode_t in [0, 0o100, 0o400] {
        // It does not matter if this change is detected: the rules in force stay.
        chmod(directory, mode)
        #expect(try notices(file) { chmod(directory, 0o700) })
      }
    }
    #expect(try notices(file) { scratch.write("config/sleight/rules.yml", "two") })
  }

  @Test("detects changes in a whole directory whose path contains a link or a dot", arguments: ["link", "."])
  func wholeByAnotherName(name: String) throws {
    let scratch = Scratch()
    mkdir("\(scratch.path)/rules.d", 0o700)
    symlink("rules.d", "\(scratch.path)/link")
    let directory = "\(scratch.path)/\(name)"
    func notices(_ change: () -> Void) throws -> Bool {
      var watch = try FileWatch()
      try watch.watch([], directories: [directory])
      let before = watch.hasChanged()
      change()
      return !before && watch.hasChanged()
    }
    #expect(try notices { scratch.write("\(name)/a.yml", "one") })
    #expect(try notices { unlink("\(directory)/a.yml") })
    if name == "link" {
      #expect(try notices { rename("\(scratch.path)/rules.d", "\(scratch.path)/old") })
      #expect(try notices { mkdir("\(scratch.path)/rules.d", 0o700) })
      #expect(try notices { scratch.write("rules.d/a.yml", "two") })
    }
  }

  @Test(
    "a change while the path is resolved is not missed", arguments: ConcurrentChange.allCases)
  func concurrentChange(kind: ConcurrentChange) async throws {
    let scratch = Scratch()
    let home = scratch.path
    mkdir("\(home)/dotfiles", 0o700)
    var watch = try FileWatch()
    for round in 0..<200 {
      kind.prepare(in: home)
      try watch.watch(["\(home)/config/rules.yml"])
      let writer = Task.detached { kind.meddle(in: home) }
      // Sometimes too early, sometimes too late.
      let start = Timestamp.now + .microseconds(round % 100)
      while Timestamp.now < start {}
      try watch.watch(["\(home)/config/rules.yml"])
      await writer.value
      // Either the change was detected, and the path is watched anew; or the watches are up to date.
      if watch.hasChanged() { continue }
      scratch.write("config/rules.yml", "last")
      let isDetected = watch.hasChanged()
      try #require(isDetected, "missed in round \(round)")
    }
  }

  /// A change of `config/rules.yml` by another program.
  enum ConcurrentChange: String, CaseIterable {
    case fileToLink, linkToFile, directoryComes, directoryIsReplaced, linkIsRepointed

    /// The state before the change.
    func prepare(in home: String) {
      let (config, file) = ("\(home)/config", "\(home)/config/rules.yml")
      unlink(file)
      unlink(config)
      rmdir(config)
      for name in ["old", "dotfiles"] { unlink("\(home)/\(name)/rules.yml") }
      rmdir("\(home)/old")
      switch self {
      case .fileToLink, .directoryIsReplaced:
        mkdir(config, 0o700)
        save(file)
      case .linkToFile:
        mkdir(config, 0o700)
        save("\(home)/dotfiles/rules.yml")
        symlink("../dotfiles/rules.yml", file)
      case .directoryComes: break
      case .linkIsRepointed:
        mkdir("\(home)/old", 0o700)
        save("\(home)/old/rules.yml")
        symlink("old", config)
      }
    }

    func meddle(in home: String) {
      let (config, file) = ("\(home)/config", "\(home)/config/rules.yml")
      switch self {
      case .fileToLink:
        save("\(home)/dotfiles/rules.yml")
        symlink("../dotfiles/rules.yml", "\(home)/new")
        rename("\(home)/new", file)
      case .linkToFile:
        save("\(home)/new")
        rename("\(home)/new", file)
      case .directoryComes:
        mkdir(config, 0o700)
        save(file)
      case .directoryIsReplaced:
        rename(config, "\(home)/old")
        mkdir(config, 0o700)
        save(file)
      case .linkIsRepointed:
        save("\(home)/dotfiles/rules.yml")
        symlink("dotfiles", "\(home)/new")
        rename("\(home)/new", config)
      }
    }

    private func save(_ file: String) {
      guard let stream = fopen(file, "we") else { return }
      fputs("text", stream)
      fclose(stream)
    }
  }
}
