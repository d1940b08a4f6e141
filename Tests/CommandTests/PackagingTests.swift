import Glibc
import Testing

@Suite("What is packaged")
struct PackagingTests {
  @Test("the version of the program is that of its manual pages once they are installed, and of its packages")
  func same() async {
    let home = Home()
    let version = await home.sleight("--version").output.prefix { $0 != "\n" }.dropFirst("sleight ".count)
    let installed = await home.shell(
      """
      make -s -C '\(project(""))' install install-hint install-ui PREFIX=/usr DESTDIR='\(home.path)/root' \
        binary="$SLEIGHT" ui_binary="$SLEIGHT"
      """)
    #expect(installed.status == 0, "\(installed.errors)")
    let pages = await home.shell("cd '\(project("man"))' && ls *.[157]").output.split(separator: "\n")
    #expect(pages.count > 3)
    for name in pages {
      let page = home.content(of: "root/usr/share/man/man\(name.suffix(1))/\(name)")
      #expect(page.contains("\n.Os Sleight \(version)\n"), "\(name)")
    }
    // dpkg takes the version from the latest entry, which is first.
    #expect(text(of: project("config/debian/changelog")).hasPrefix("sleight (\(version)) "))
    for package in ["arch/PKGBUILD", "arch/PKGBUILD.bin"] {
      #expect(text(of: project("config/\(package)")).contains("\npkgver=\(version)\n"), "\(package)")
    }
    #expect(text(of: project("config/rpm/sleight.spec")).contains("\nVersion:        \(version)\n"))
    #expect(text(of: project("config/nix/package.nix")).contains("\n, version ? \"\(version)\"\n"))
    // Software centres show the first release of the metainfo.
    let metainfo = text(of: project("config/appstream/invalid.sleight.sleight.metainfo.xml"))
    #expect(metainfo.contains("<releases>\n    <release version=\"\(version)\" "))
  }

  @Test("a release installs itself for one user without root, prints each file that it writes, and removes all of them")
  func release() async {
    let home = Home()
    let build = await home.shell(
      """
      export SOURCE_DATE_EPOCH=1700000000
      cp /bin/true sleight
      for copy in 1 2; do '\(project("config/release/build"))' 1.2.3 sleight $copy; done
      cmp 1/*.tar.gz 2/*.tar.gz && tar -xf 1/*.tar.gz && mv sleight-* release
      # Packing the real one would take most of the test's time.
      cp "$SLEIGHT" release/bin/sleight
      """)
    #expect(build.status == 0, "\(build.errors)")

    let installed = await home.shell("release/install.sh --user")
    #expect(installed.status == 0, "\(installed.errors)")
    let lines = installed.output.split(separator: "\n").map(String.init)
    let files = (await home.shell("find \"$HOME/.local\" -type f")).output.split(separator: "\n").map(String.init)
    #expect(lines.filter { $0.hasPrefix("writing ") }.sorted() == files.map { "writing \($0)" }.sorted())
    #expect(lines.contains("Installed. Next: \(home.path)/.local/bin/sleight"))
    let start = lines.drop { $0 != "To make them readable, run as root:" }.dropFirst()
    let commands = start.prefix { $0.hasPrefix("    ") }
    #expect(commands.map { $0.split(separator: " ")[0] } == ["install", "udevadm", "udevadm"], "\(lines)")

    #expect((await home.shell(".local/bin/sleight --version")).status == 0)
    let unit = home.content(of: ".local/share/systemd/user/sleight.service")
    #expect(unit.contains("\nExecStart=\(home.path)/.local/bin/sleight run\n"))
    #expect(home.content(of: ".local/share/man/man1/sleight.1").contains("\n.Os Sleight 1.2.3\n"))

    // Nor are folders left, except one that is in use.
    #expect((await home.shell("touch .local/share/zsh/mine")).status == 0)
    let uninstalled = await home.shell("release/uninstall.sh --user; find .local")
    #expect(
      uninstalled.output.split(separator: "\n").map(String.init).sorted()
        == ([".local", ".local/share", ".local/share/zsh", ".local/share/zsh/mine"] + files.map { "removing \($0)" })
        .sorted())
  }

  @Test("its folder, the home directory and --prefix may contain any character but line feeds, and none is executed")
  func characters() async {
    let home = Home()
    let name = #"x'; touch y; ' "a&b|c%d$e\f"#
    mkdir("\(home.path)/stubs", 0o755)
    home.write("stubs/id", "#!/bin/sh\necho 1000\n", mode: 0o755)
    home.write("stubs/sudo", "#!/bin/sh\nfor word in \"$@\"; do printf '<%s>\\n' \"$word\"; done >>root\n", mode: 0o755)
    home.write("stubs/systemctl", "#!/bin/sh\necho \"$@\" >>units\n", mode: 0o755)
    let script = """
      set -e
      name='\(name.replacing("'", with: "'\\''"))'
      mkdir "$name"
      cp -r '\(project("config"))' '\(project("man"))' "$name/"
      mkdir -p "$name/Sources/Tools/sleight"
      cp '\(project("Sources/Tools/sleight/Sleight.swift"))' "$name/Sources/Tools/sleight/"
      export PATH="$PWD/stubs:$PATH" HOME="$PWD/home-$name"
      unset XDG_DATA_HOME
      "$name/config/release/install.sh" --program "$SLEIGHT"
      "$name/config/release/install.sh" --program "$SLEIGHT" --prefix "$PWD/prefix-$name" --quiet
      "$HOME/.local/bin/sleight" --version
      grep -rhE '^(ExecStart|Exec)=' "$HOME/.local/share" "prefix-$name/lib/systemd" | LC_ALL=C sort
      for extension in "$HOME/.local" "prefix-$name"; do
        python3 -c 'import json, sys; print(*json.load(open(sys.argv[1]))["programs"])' \
          "$extension/share/gnome-shell/extensions/sleight@sleight/metadata.json"
      done
      test ! -e y
      "$name/config/release/install.sh" --program "$SLEIGHT" --prefix "$PWD/a
      b" || echo $?
      "$name/config/release/install.sh" --program "$SLEIGHT" --prefix relative || echo $?
      """
    let result = await home.shell(script)
    let path = "\(home.path)/home-\(name)/.local/bin/sleight"
    let prefixed = "\(home.path)/prefix-\(name)/bin/sleight"
    func quoted(_ path: String) -> String {
      path.replacing("%", with: "%%").replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    }
    let lines = result.output.split(separator: "\n").map(String.init)
    #expect(result.output.contains("\nExecStart=\"\(quoted(path))\" run\n"), "\(result)")
    #expect(result.output.contains("\nExecStart=\"\(quoted(prefixed))\" start-commands\n"))
    #expect(lines.contains(path) && lines.contains(prefixed))
    #expect(lines.suffix(2) == ["64", "64"])
    let rule = "\(home.path)/\(name)/config/udev/70-sleight-touch.rules"
    #expect(
      home.content(of: "root").hasSuffix("<install.sh>\n<\(rule)>\n</etc/udev/rules.d/70-sleight-touch.rules>\n"))
    #expect(home.content(of: "units").contains("--user try-restart sleight-commands.socket sleight.service\n"))
  }

  @Test("without a library, the installer names it and writes nothing")
  func missingLibrary() async {
    let home = Home()
    let built = await home.shell(
      """
      echo 'int answer(void) { return 0; }' >sample.c && cc -shared -o libsample.so.1 sample.c
      echo 'int answer(void); int main(void) { return answer(); }' >main.c && cc -o program main.c libsample.so.1
      rm libsample.so.1
      """)
    #expect(built.status == 0, "\(built.errors)")
    let installed = await home.shell(
      "'\(project("config/release/install.sh"))' --user --program \"$PWD/program\"; find . -name .local")
    #expect(installed.output == "")
    #expect(installed.errors.contains("\n    libsample.so.1 is missing\n"), "\(installed.errors)")
    #expect(installed.errors.contains("libyaml-0-2"))
  }

  @Test("a package says whose the protocols are that the program speaks")
  func copyright() {
    let told = text(of: project("config/debian/copyright"))
    let folder = project("Sources/C/CWayland/Protocols")
    let holders = names(in: folder).flatMap { text(of: "\(folder)/\($0)").matches(of: /Copyright © ([0-9-]+) +(.+)/) }
    #expect(holders.count == 12)
    for holder in holders { #expect(told.contains("\(holder.1) \(holder.2)\n"), "\(holder.0)") }
  }

  @Test(
    "the source archive is the same each time; a build from it takes the versions it was made with, not newer ones",
    .enabled(if: access(project(".git"), F_OK) == 0, "needs a checkout"))
  func source() async throws {
    let home = Home()
    let script = """
      set -e
      cd '\(project("."))'
      for copy in 1 2; do make --no-print-directory source; mv .build/dist/sleight-0*.tar.gz "$OLDPWD/$copy.tar.gz"; done
      cd "$OLDPWD"
      cmp 1.tar.gz 2.tar.gz
      mkdir source
      tar --extract --file 1.tar.gz --strip-components 1 --directory source
      cmp source/Package.resolved '\(project("Package.resolved"))'
      # The repositories, with a newer release of each.
      mkdir apple
      for name in swift-log swift-argument-parser; do
        git clone --quiet --bare '\(project(".build/repositories"))'/$name-* apple/$name
        commit=$(git -C apple/$name -c user.name=a -c user.email=a commit-tree -m newer 'HEAD^{tree}')
        git -C apple/$name tag 1.999.0 "$commit"
      done
      export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=url.$PWD/apple/.insteadOf GIT_CONFIG_VALUE_0=https://github.com/apple/
      cd source
      # That of the tests has no compiler.
      PATH='\(getenv("PATH").map { String(cString: $0) } ?? "")'
      resolve() { swift package --cache-path ../cache resolve >../log 2>&1 || { cat ../log >&2; exit 1; }; }
      resolve
      cmp Package.resolved '\(project("Package.resolved"))'
      git -C .build/checkouts/swift-log rev-parse HEAD
      rm -r Package.resolved .build
      resolve
      grep -c '"version" : "1.999.0"' Package.resolved
      """
    let result = await home.shell(script)
    #expect(result.status == 0, "\(result)")
    let lines = result.output.split(separator: "\n")
    #expect(text(of: project("Package.resolved")).contains("\"revision\" : \"\(lines.first ?? "")\""), "\(result)")
    #expect(lines.last == "2", "\(result)")
  }
}
