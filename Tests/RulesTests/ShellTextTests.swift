import Foreign
import Testing

@Suite("Commands of a shell, as far as they are understood without one")
struct ShellTextTests {
  @Test(
    "the programs that a command may start",
    arguments: [
      ("a && b; c | d", ["a", "b", "c", "d"]), ("sh -c 'xdotool key a; b'", ["sh", "xdotool", "b"]),
      ("nohup env X=1 a &", ["a"]), ("if a; then b; fi", ["a", "b", "fi"]),
      ("x=$(xprop -root | head)", ["xprop", "head"]),
      ("echo $(a $(b) c) `d`", ["echo", "a", "b", "d"]), ("echo \"$(a)\" $(b", ["echo", "a", "b"]),
      ("echo ')' a", ["echo"]),
      ("echo '$(a)'", ["echo"]),
    ])
  func programs(command: String, expected: [String]) {
    #expect(ShellText(command).allPrograms == expected)
  }

  @Test("X11's programs and what GNOME refuses are named wherever they stand")
  func obstacles() {
    for command in ["sleep 1; xdotool key a", "sh -c \"wmctrl -s 1\"", "notify-send \"$(xprop -root)\""] {
      #expect(
        InputCommands.obstacle(to: ShellText(command))?.hasSuffix(" reaches X11 windows only") == true, "\(command)")
    }
    let eval = "gdbus call --session --dest org.gnome.Shell --method org.gnome.Shell.Eval 'Main.overview.show()'"
    #expect(InputCommands.obstacle(to: ShellText(eval)) == "GNOME 41 and later refuses 'Shell.Eval'")
    #expect(InputCommands.obstacle(to: ShellText("notify-send xdotool")) == nil)
  }
}
