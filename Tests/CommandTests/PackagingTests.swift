import Testing

@Suite("What is packaged")
struct PackagingTests {
  @Test("the version of the program is that of its manual pages once they are installed, and of its packages")
  func same() async {
    let home = Home()
    let version = await home.sleight("--version").output.prefix { $0 != "\n" }.dropFirst("sleight ".count)
    let installed = await home.shell(
      "make -s -C '\(project(""))' install PREFIX=/usr DESTDIR='\(home.path)/root' binary=\"$SLEIGHT\"")
    #expect(installed.status == 0, "\(installed.errors)")
    for section in [1, 5, 7] {
      let page = home.content(of: "root/usr/share/man/man\(section)/sleight.\(section)")
      #expect(page.contains("\n.Os Sleight \(version)\n"), "sleight(\(section))")
    }
    // dpkg takes the version from the latest entry, which is first.
    #expect(text(of: project("config/debian/changelog")).hasPrefix("sleight (\(version)) "))
  }

  @Test("a package says whose the protocols are that the program speaks")
  func copyright() {
    let told = text(of: project("config/debian/copyright"))
    let folder = project("Sources/CWayland/Protocols")
    let holders = names(in: folder).flatMap { text(of: "\(folder)/\($0)").matches(of: /Copyright © ([0-9-]+) +(.+)/) }
    #expect(holders.count == 7)
    for holder in holders { #expect(told.contains("\(holder.1) \(holder.2)\n"), "\(holder.0)") }
  }
}
