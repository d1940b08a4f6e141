import JSONLines
import Testing

@Suite("sleight schema, and what is installed of it")
struct SchemaTests {
  @Test("prints a JSON Schema")
  func prints() async throws {
    let home = Home()
    let result = await home.sleight("schema")
    #expect(result.status == 0)
    #expect(result.errors == "")
    let schema = try JSONReader.read(result.output)
    #expect(schema["$schema"]?.string == "http://json-schema.org/draft-07/schema#")
    #expect(schema["properties"]?["rules"] != nil)
  }

  @Test("an installed program's rules files name the schema that was installed with it, which is what it prints")
  func installed() async {
    let home = Home()
    let root = "\(home.path)/root/usr"
    let installed = await home.shell(
      "make -s -C '\(project(""))' install PREFIX=/usr DESTDIR='\(home.path)/root' binary=\"$SLEIGHT\"")
    #expect(installed.status == 0, "\(installed.errors)")
    #expect(text(of: "\(root)/share/sleight/rules.schema.json") == (await home.sleight("schema")).output)
    // The rules file in a package names the path at which its files will be installed.
    let starter = text(of: project("config/rules.yml"))
    #expect(text(of: "\(root)/share/sleight/rules.yml") == starter.replacing("/usr/local/share", with: "/usr/share"))

    #expect(await home.shell("root/usr/bin/sleight init").status == 0)
    let here = starter.replacing("/usr/local/share", with: "\(root)/share")
    #expect(starter.hasPrefix("# yaml-language-server: $schema=/usr/local/share/sleight/rules.schema.json\n"))
    #expect(text(of: home.rules) == here)
    #expect(await home.sleight("check").status == 0)

    home.write("gestures.conf", "gesture swipe left 3 foot\n")
    let rules = await home.shell("root/usr/bin/sleight import gestures.conf")
    #expect(rules.output.hasPrefix("# yaml-language-server: $schema=\(root)/share/sleight/rules.schema.json\n"))

    let uninstalled = await home.shell(
      "make -s -C '\(project(""))' uninstall PREFIX=/usr DESTDIR='\(home.path)/root'; find root -type f")
    #expect(uninstalled.output == "")
  }

  @Test("a reader that has read enough ends it without a signal")
  func closedPipe() async {
    let home = Home()
    // The schema is larger than a pipe.
    let result = await home.shell("(\"$SLEIGHT\" schema; echo $? >&2) | true")
    #expect(result == .init(status: 0, errors: "0\n"))
  }
}
