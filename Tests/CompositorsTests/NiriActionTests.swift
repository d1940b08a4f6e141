import JSONLines
import Testing

@testable import Desktop

@Suite("niri's actions")
struct NiriActionTests {
  @Test(
    "are the arguments of niri msg action",
    arguments: [
      ("focus-column-left", #"{"FocusColumnLeft": {}}"#),
      ("quit", #"{"Quit": {"skip_confirmation": false}}"#),
      ("quit --skip-confirmation", #"{"Quit": {"skip_confirmation": true}}"#),
      ("quit -s", #"{"Quit": {"skip_confirmation": true}}"#),
      ("spawn -- foot -e 'a  b' \"c \\\" d\"", #"{"Spawn": {"command": ["foot", "-e", "a  b", "c \" d"]}}"#),
      ("spawn-sh -- 'foot | cat'", #"{"SpawnSh": {"command": "foot | cat"}}"#),
      ("close-window", #"{"CloseWindow": {"id": null}}"#),
      ("close-window --id 12", #"{"CloseWindow": {"id": 12}}"#),
      ("close-window --id=12", #"{"CloseWindow": {"id": 12}}"#),
      ("focus-workspace 3", #"{"FocusWorkspace": {"reference": {"Index": 3}}}"#),
      (
        "move-column-to-workspace mail --focus false",
        #"{"MoveColumnToWorkspace": {"reference": {"Name": "mail"}, "focus": false}}"#
      ),
      (
        "move-window-to-workspace --window-id 4 2",
        #"{"MoveWindowToWorkspace": {"window_id": 4, "reference": {"Index": 2}, "focus": true}}"#
      ),
      ("set-column-width -10%", #"{"SetColumnWidth": {"change": {"AdjustProportion": -10}}}"#),
      ("set-column-width 50%", #"{"SetColumnWidth": {"change": {"SetProportion": 50}}}"#),
      ("set-window-height +5", #"{"SetWindowHeight": {"id": null, "change": {"AdjustFixed": 5}}}"#),
      ("set-window-height 600", #"{"SetWindowHeight": {"id": null, "change": {"SetFixed": 600}}}"#),
      (
        "move-floating-window -x +5 -y -2.5",
        #"{"MoveFloatingWindow": {"id": null, "x": {"AdjustFixed": 5}, "y": {"AdjustFixed": -2.5}}}"#
      ),
      ("switch-layout next", #"{"SwitchLayout": {"layout": "Next"}}"#),
      ("switch-layout 1", #"{"SwitchLayout": {"layout": {"Index": 1}}}"#),
      ("set-column-display tabbed", #"{"SetColumnDisplay": {"display": "Tabbed"}}"#),
      ("unset-workspace-name", #"{"UnsetWorkspaceName": {"reference": null}}"#),
      ("set-workspace-name 'a b' --workspace 2", #"{"SetWorkspaceName": {"name": "a b", "workspace": {"Index": 2}}}"#),
      ("of-a-newer-version", #"{"OfANewerVersion": {}}"#),
    ])
  func written(text: String, json: String) throws {
    #expect(try NiriAction.json(for: text).text == json)
  }

  @Test(
    "are rejected with a reason if they are invalid",
    arguments: [
      ("spawn foot", "'--' is required before the command to start"),
      ("focus-workspace", "it requires 'reference'"),
      ("focus-window", "it requires '--id'"),
      ("focus-window --id", "'--id' requires a value"),
      ("focus-window --id x", "'x' is not a value of 'id'"),
      ("focus-workspace 256", "'256' is not a value of 'reference'"),
      ("focus-column-left now", "unexpected argument 'now'"),
      ("close-window --ids 1", "it has no option '--ids'"),
      ("set-column-width wide", "'wide' is not a value of 'change'"),
      ("Quit", "'Quit' is not an action's name"),
      ("spawn -- 'foot", "unclosed quote"),
      ("  ", "it is empty"),
    ])
  func refused(text: String, reason: String) {
    #expect(throws: NiriAction.Problem(reason)) { try NiriAction.json(for: text) }
  }

  @Test("are recognised by their names without the table, and their parameters are not")
  func names() {
    for name in NiriAction.names { #expect(NiriAction.isName(name), "\(name)") }
    for word in [
      "-d--delay-ms=number", "--id=number", "--id=number!", "<index=number>", "[output=text]", "-s--skip-confirmation",
      "focus", "-", "", "open-overview close-overview",
    ] {
      #expect(!NiriAction.names.contains(word) && !NiriAction.isName(word), "\(word)")
    }
  }
}
