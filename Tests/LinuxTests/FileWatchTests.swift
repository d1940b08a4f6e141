import Glibc
import Linux
import Testing

@Suite("Watching a file however it is saved")
struct FileWatchTests {
  /// Watches `path`, lets `change` happen, and says whether that was noticed.
  private func notices(_ path: String, _ change: () -> Void) throws -> Bool {
    var watch = try FileWatch()
    watch.watch([path])
    let before = watch.hasChanged()
    change()
    let noticed = watch.hasChanged()
    // And once more, with what is there now.
    watch.watch([path])
    let after = watch.hasChanged()
    #expect(!before && !after)
    return noticed
  }

  @Test("written in place, and written beside and renamed over it")
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

  @Test("gone, and back")
  func gone() throws {
    let scratch = Scratch()
    let file = scratch.write("rules.yml", "one")
    #expect(try notices(file) { unlink(file) })
    #expect(try notices(file) { scratch.write("rules.yml", "two") })
  }

  @Test("what else is saved in the directory is no change")
  func others() throws {
    let scratch = Scratch()
    let file = scratch.write("rules.yml", "one")
    #expect(
      try !notices(file) {
        scratch.write("other.yml", "two")
        unlink("\(scratch.path)/other.yml")
      })
  }

  @Test("a symbolic link that is pointed elsewhere, and what it points to")
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

  @Test("a directory that is a link, moved away, or not there at first")
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

  @Test("whatever comes, goes or is saved in a directory that is watched as a whole")
  func whole() throws {
    let scratch = Scratch()
    let directory = "\(scratch.path)/rules.d"
    func notices(_ change: () -> Void) throws -> Bool {
      var watch = try FileWatch()
      watch.watch(["\(scratch.path)/rules.yml"], directories: [directory])
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

  @Test("links that lead to one another are not followed for ever")
  func loop() throws {
    let scratch = Scratch()
    symlink("b", "\(scratch.path)/a")
    symlink("a", "\(scratch.path)/b")
    #expect(try notices("\(scratch.path)/a") { unlink("\(scratch.path)/b") })
  }
}
