import Glibc
import Testing

@Suite("Rules files that the user's own group may write")
struct PrivateGroupTests {
  private let rule = "rules: [{pinch: in, do: foot}]\n"

  /// The first rules file of README.
  private static let firstRule =
    text(of: project("README.md")).split(separator: "```yaml\n").dropFirst().first?.split(separator: "```").first
    .map(String.init) ?? ""

  @Test("the first rule of README works with the umask of any distribution", arguments: ["022", "002", "077"])
  func umasks(umask: String) async {
    let home = Home()
    home.write("first.yml", Self.firstRule)
    home.installPrograms(missingIn: await home.sleight("check", "first.yml").output)
    let result = await home.shell(
      """
      umask \(umask)
      mkdir -p config/sleight
      cat first.yml >config/sleight/rules.yml
      "$SLEIGHT" check
      """)
    #expect(Self.firstRule.hasPrefix("rules:\n"))
    #expect(result.status == 0 && result.output.hasSuffix("no errors\n"), "\(result)")
    var status = stat()
    #expect(
      stat(home.rules, &status) == 0 && status.st_mode & 0o777 == ["022": 0o644, "002": 0o664, "077": 0o600][umask])
  }

  /// Groups by their numbers in Debian's database: of root alone, of nobody, and the primary group of another user.
  @Test(
    "a group with another user is refused, a group of the user alone is not",
    .enabled(if: getuid() == 0, "only root can give a file to any group"),
    arguments: [("root", true), ("daemon", false), ("nogroup", false), ("4711", false)])
  func groups(group: String, isAccepted: Bool) async {
    let home = Home()
    home.writeRules(rule)
    #expect(
      await home.shell("chgrp \(group) config/sleight/rules.yml && chmod 664 config/sleight/rules.yml").status == 0)
    let result = await home.sleight("check")
    #expect(result.status == (isAccepted ? 0 : 1), "\(result)")
    #expect(result.output.contains("chmod go-w") != isAccepted)
  }

  @Test(
    "another member makes the group shared, and so does another name or number than the user's",
    .enabled(if: getuid() == 0, "only root can replace the group database"))
  func members() async {
    let home = Home()
    home.writeRules(rule)
    for name in ["group", "passwd"] { home.write(name, "", mode: 0o644) }
    let script = """
      mount --bind group /etc/group && mount --bind passwd /etc/passwd || exit 9
      chgrp 4711 config/sleight/rules.yml; chmod 664 config/sleight/rules.yml
      try() {
        echo "$1" >group; echo "root:x:0:$2:root:/root:/bin/sh" >passwd; echo "daemon:x:1:1::/:/bin/sh" >>passwd
        echo "$3" >>passwd; "$SLEIGHT" check >/dev/null; echo $?
      }
      try root:x:4711: 4711
      try root:x:4711:root 4711
      try root:x:4711:daemon 4711
      try root:x:4711: 4711 other:x:5:4711::/:/bin/sh
      try hers:x:4711: 4711
      try root:x:4711: 4712
      """
    let result = await Program(["unshare", "-m", "/bin/sh", "-c", script], in: home).result()
    guard result.status != 9 else { return }
    #expect(result.output == "0\n0\n1\n1\n1\n1\n", "\(result)")
  }
}
