internal import Glibc
internal import Linux
internal import Testing

extension InTheGuest {
  /// The rules file is saved while hands move.
  @Suite struct Reloading {
    @Test("200 saves in every way, every third a bad file: each gesture acts once, by rules that are in force")
    func saves() throws {
      let scene = try ReloadScene()
      let process = "/proc/\(scene.daemon.program.process)"
      let start = now()
      // Allocations of the first reload are no leak.
      scene.save(.renamedOver)
      try scene.wait(untilAdopted: 1)
      try scene.make(.swipe)
      let (descriptors, watches) = (try descriptors(of: scene), watches(of: process))
      let memory = try resident(process)

      let methods = Dotfiles.SaveMethod.allCases
      let moves = ReloadScene.Move.allCases
      var (saves, gestures) = (1, 0)
      for round in 0..<8 {
        // In quick succession, or with time for each to be read.
        let pauses = round.isMultiple(of: 2) ? [0, 1, 0, 4] : [6, 11, 2, 16]
        for index in 0..<24 {
          let method = methods[(round * 24 + index) * 5 % methods.count]
          if index % 3 == 1 { scene.saveMistake(saves, method) } else { scene.save(method) }
          scene.pause(frames: pauses[index % 4])
          saves += 1
        }
        scene.save(methods[round % methods.count])
        saves += 1
        while !scene.isQuiet {
          try scene.make(moves[gestures % moves.count])
          gestures += 1
        }
        let last = scene.saved
        try scene.wait(untilAdopted: last)
        #expect(try scene.make(.swipe) == last)
        gestures += 1
      }
      #expect(saves >= 200 && gestures >= 40)
      #expect(scene.leftOver == [])
      #expect(scene.adopted == scene.adopted.sorted() && Set(scene.adopted).count == scene.adopted.count)
      #expect(try self.descriptors(of: scene) == descriptors)
      #expect(self.watches(of: process) <= watches + 8)
      let after = try resident(process)
      #expect(after < memory + 1024)
      try scene.daemon.stop()
      print("figure: \(saves) saves, \(scene.adopted.count) taken over, \(gestures) gestures in \(now() - start)")
      print("figure: anonymous resident memory \(memory) kB after the first save, \(after) kB after the last")
    }

    @Test("a reload in the middle of a gesture that is followed cancels it, also if its rule is gone")
    func followed() throws {
      let touchpad = try Surface(.touchpad)
      let folder = try Guest.folder()
      let daemon = try Daemon(
        rulesText: """
          rules:
            - {swipe: left, fingers: 3, do: none}
            - {pan: up, fingers: 4, begin: none, do: none, cancel: echo 'cancelled' >>\(folder)/acts}

          """, folder: folder, reading: [touchpad])
      let follower = try Program.sleight("follow", "--json")
      try follower.waitForLine(containing: "\"mode\": \"default\"")
      try touchpad.land(4)
      try touchpad.move(by: .init(x: 0, y: -20), in: .milliseconds(200))
      try follower.waitForLine(containing: "\"phase\": \"began\"")
      try Guest.write("rules: [{swipe: left, fingers: 3, do: none}]\n", to: daemon.rulesFile)
      try Program.run(Guest.sleight, "reload", as: .user)
      let line = try follower.waitForLine(containing: "\"phase\": \"cancelled\"")
      #expect(line.contains("\"rule\": \"rules.yml:3\""), "\(line)")
      try daemon.expectActs(["cancelled"])
      try touchpad.lift()
      try daemon.stop()
    }

    @Test("a directory that its user may not read for a while is looked into again when he may", arguments: [0, 0o400])
    func forbidden(mode: mode_t) throws {
      let scene = try ReloadScene()
      scene.savesAsRoot = true
      let directory = "\(scene.dotfiles.folder)/generation-0"
      for (count, place) in [directory, "\(directory)/sleight"].enumerated() {
        chmod(place, mode)
        scene.save(.inPlace)
        try scene.finishSaving()
        try wait(otherwise: { "can still be read: \(scene.daemon.program)" }) {
          let refusals = scene.daemon.program.lines(.errors).count { $0.contains("cannot be read: Permission denied") }
          return refusals > count ? () : nil
        }
        chmod(place, 0o755)
        try scene.wait(untilAdopted: scene.saved)
      }
      #expect(try scene.make(.swipe) == scene.saved)
    }

    @Test("a file that is mounted from elsewhere, read-only, and saved there")
    func mounted() throws {
      let folder = try Guest.folder()
      let source = "\(try Guest.folder())/source.yml"
      try Guest.write(Self.rules(1), to: source)
      try Guest.write("", to: "\(folder)/mounted.yml")
      try Program.run("mount", "--bind", source, "\(folder)/mounted.yml")
      defer { _ = try? Program.run("umount", "-l", "\(folder)/mounted.yml") }
      try Program.run("mount", "-o", "remount,bind,ro", "\(folder)/mounted.yml")
      let program = try Program.sleight("run", "--config", "\(folder)/mounted.yml")
      try program.waitForLine(containing: "1 rule from", in: .errors)
      try Guest.write(Self.rules(2), to: source)
      try program.waitForLine(containing: "2 rules from", in: .errors)
      try Guest.write(Self.rules(3), to: source)
      try program.waitForLine(containing: "3 rules from", in: .errors)
    }

    @Test("where the kernel has no watch to spare the daemon says so, and reads when it is asked")
    func noWatches() throws {
      let limit = "/proc/sys/fs/inotify/max_user_watches"
      let before = try #require(Guest.read(limit))
      defer { try? Guest.write(before, to: limit) }
      let folder = try Guest.folder()
      let file = "\(folder)/rules.yml"
      try Guest.write(Self.rules(1), to: file)
      let program = try Program.sleight("run", "--config", file)
      try program.waitForLine(containing: "1 rule from", in: .errors)
      try Guest.write("1", to: limit)
      try Guest.write(Self.rules(2), to: file)
      try program.waitForLine(containing: "2 rules from", in: .errors)
      try program.waitForLine(
        containing: "warning: changes of the rules file go unnoticed until 'sleight reload': inotify_add_watch",
        in: .errors)
      try Guest.write(Self.rules(3), to: file)
      program.signal(SIGHUP)
      try program.waitForLine(containing: "3 rules from", in: .errors)
      try Guest.write(Self.rules(4), to: file)
      #expect(try Program.run(Guest.sleight, "reload", as: .user) == "4 rules from \(file)\n")
      // Once, however often the same happens.
      #expect(program.lines(.errors).count { $0.contains("go unnoticed") } == 1)
      // Once there are some again, it works as before.
      try Guest.write(before, to: limit)
      #expect(try Program.run(Guest.sleight, "reload", as: .user) == "4 rules from \(file)\n")
      try Guest.write(Self.rules(5), to: file)
      try program.waitForLine(containing: "5 rules from", in: .errors)
    }

    /// A file with a number of rules.
    private static func rules(_ count: Int) -> String {
      "rules:\n" + (1...count).map { "  - {swipe: left, fingers: 3, device: pad \($0), do: foot}\n" }.joined()
    }

    /// The open descriptors of a daemon, without the numbers that tell one socket from another.
    private func descriptors(of scene: ReloadScene) throws -> [String] {
      try scene.waitUntilIdle()
      return scene.daemon.program.openFiles.map { String($0.prefix { $0 != "[" }) }.sorted()
    }

    /// The number of inotify watches of a process.
    private func watches(of process: String) -> Int {
      let descriptors = Guest.names(in: "\(process)/fdinfo").compactMap { Guest.read("\(process)/fdinfo/\($0)") }
      return descriptors.joined().split(separator: "\n").count { $0.hasPrefix("inotify ") }
    }

    /// The resident memory in kB, without code, which is paged in and out.
    private func resident(_ process: String) throws -> Int {
      let line = Guest.read("\(process)/status")?.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
      return try #require(line?.split(separator: " ").dropFirst().first.flatMap { Int($0) })
    }
  }
}
