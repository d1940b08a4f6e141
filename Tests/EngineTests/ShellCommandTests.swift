@testable import Engine
import Testing

@Suite("Commands with and without a shell")
struct ShellCommandTests {
  @Test(
    "plain words are started directly",
    arguments: [
      ("foot", ["foot"]),
      ("playerctl play-pause", ["playerctl", "play-pause"]),
      ("  foot \t --app-id  launcher fuzzel ", ["foot", "--app-id", "launcher", "fuzzel"]),
      ("/usr/bin/notify-send hello,world", ["/usr/bin/notify-send", "hello,world"]),
      ("./script.sh -x", ["./script.sh", "-x"]),
      ("brightnessctl set 5%-", ["brightnessctl", "set", "5%-"]),
      ("wpctl set-volume @DEFAULT_AUDIO_SINK@ 5%+", ["wpctl", "set-volume", "@DEFAULT_AUDIO_SINK@", "5%+"]),
      ("env NAME=value foot", ["env", "NAME=value", "foot"]),
      ("gdbus call --method=org.a.b", ["gdbus", "call", "--method=org.a.b"]),
      ("swaymsg workspace next_on_output", ["swaymsg", "workspace", "next_on_output"]),
      ("notify-send Grüße a]b ^c", ["notify-send", "Grüße", "a]b", "^c"]),
      ("echoes", ["echoes"]),
      ("foot echo", ["foot", "echo"]),
    ])
  func direct(line: String, words: [String]) {
    #expect(ShellCommand.arguments(of: line) == words)
  }

  @Test(
    "shell syntax goes to the shell as written",
    arguments: [
      "notify-send 'two words'", "notify-send \"two words\"", "notify-send two\\ words", "notify-send $SLEIGHT_DX",
      "notify-send `date`", "ls *.png", "ls a?", "ls [ab]", "ls ~", "ls ~/x", "date > /tmp/x", "cat < /tmp/x",
      "a | b", "a && b", "a &", "a; b", "(a)", "{ a; }", "echo {1,2}", "a # comment", "! a", "a\nb", "a\0b",
      "NAME=value foot", "NAME=", "", "  \t",
      "cd /", "exit 3", "export A", "set -x", "source x", ". x", ":", "eval a", "exec foot", "trap", "ulimit -n 4",
      "umask", "unset A", "wait", "read x", "alias", "command foot", "type foot", "if true", "while true", "for i in a",
      "case a in", "time foot", "echo hello", "printf hello", "test -f x", "true", "false", "kill 1", "pwd", "local x",
    ])
  func shell(line: String) {
    #expect(ShellCommand.arguments(of: line) == ["/bin/sh", "-c", line])
  }
}
