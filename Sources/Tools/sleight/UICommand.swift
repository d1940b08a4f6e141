import ArgumentParser
import Glibc
import Linux

struct UICommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ui",
    abstract: "Set gestures up in a browser.",
    discussion: """
      Runs sleight-ui(1), a program of its own: it serves pages to the desktop's browser on this machine, and to nobody \
      else, and ends when they are closed.
      """)

  @OptionGroup var config: ConfigOption

  @Flag(help: "Print the address, and open no browser.")
  var noBrowser = false

  @Option(
    help: ArgumentHelp("End this long after the last page was closed. (default: 600)", valueName: "seconds"),
    completion: .list(["60", "600", "3600"]))
  var exitAfter: Int?

  func run() throws {
    try Failure.report {
      let options =
        (config.config.map { ["--config", $0] } ?? []) + (noBrowser ? ["--no-browser"] : [])
        + (exitAfter.map { ["--exit-after", "\($0)"] } ?? [])
      throw SeparateProgram(named: "sleight-ui").execute(options)
    }
  }
}
