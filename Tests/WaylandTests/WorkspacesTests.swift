import HeadlessSway
import Testing
import Waiting

@testable import Wayland

/// The list of workspaces, as ext_workspace_v1 describes it.
@Suite("The workspaces of a compositor")
struct WorkspacesTests {
  /// The object that the client binds, and those that the compositor makes.
  private let manager: UInt32 = 4
  private let groups: [UInt32] = [0xff00_0000, 0xff00_0001]
  private let all: [UInt32] = [0xff00_0002, 0xff00_0003, 0xff00_0004, 0xff00_0005]

  private let inactive: UInt32 = 0
  private let active: UInt32 = 1
  private let hidden: UInt32 = 4

  private func read(_ display: WaylandDisplay) throws {
    while isReadable(display.descriptor, within: 100) { try display.dispatch() }
  }

  /// A server with two groups, the first with three workspaces and the second with one; the first of each is active.
  private func start() throws -> (FakeCompositor, WaylandDisplay, Workspaces) {
    let server = try FakeCompositor()
    let display = try WaylandDisplay(at: server.path)
    try server.accept()
    try server.offer([(.workspaces, version: 1), (.output, version: 4)])
    try read(display)
    let workspaces = Workspaces(of: display)
    #expect(workspaces.isOffered)
    try display.flush()
    for group in groups { try server.send(manager, 0, [.word(group)]) }
    for (index, workspace) in all.enumerated() {
      try server.send(manager, 1, [.word(workspace)])
      try server.send(workspace, 1, [.text("\(index + 1)")])
      try server.send(groups[index / 3], 3, [.word(workspace)])
    }
    try server.send(all[0], 3, [.word(active)])
    try server.send(manager, 2)
    try server.send(all[3], 3, [.word(active)])
    try server.send(manager, 2)
    return (server, display, workspaces)
  }

  private func show(_ index: Int, insteadOf other: Int, _ server: FakeCompositor) throws {
    try server.send(all[other], 3, [.word(inactive)])
    try server.send(all[index], 3, [.word(active)])
    try server.send(manager, 2)
  }

  @Test("the neighbours are those in the group that was used last, and go round; the one before is remembered")
  func places() throws {
    let (server, display, workspaces) = try start()
    try read(display)
    // The second group has one only.
    #expect(workspaces.place(of: .next) == 3 && workspaces.place(of: .number(2)) == nil)
    try show(1, insteadOf: 0, server)
    try read(display)
    #expect(workspaces.place(of: .next) == 2 && workspaces.place(of: .previous) == 0)
    #expect(workspaces.place(of: .first) == 0 && workspaces.place(of: .last) == 2)
    #expect(workspaces.place(of: .number(3)) == 2 && workspaces.place(of: .number(4)) == nil)
    #expect(workspaces.place(of: .back) == 3)
    try show(2, insteadOf: 1, server)
    try read(display)
    #expect(workspaces.place(of: .next) == 0 && workspaces.place(of: .back) == 1)
    withExtendedLifetime(server) {}
  }

  @Test("of an output, the neighbours are those in its group, whichever was used last")
  func outputs() throws {
    let (server, display, workspaces) = try start()
    // Bound after the manager: its id is the next one.
    let outputs = Outputs(of: display)
    try display.flush()
    try server.send(groups[0], 1, [.word(manager + 1)])
    try server.send(manager, 2)
    try read(display)
    let output = Output.ID(name: 2)
    // The second group was used last.
    #expect(workspaces.place(of: .next) == 3)
    #expect(workspaces.place(of: .next, on: output) == 1 && workspaces.place(of: .previous, on: output) == 2)
    #expect(!workspaces.isShown(.next, on: output) && workspaces.isShown(.first, on: output))
    try server.send(groups[0], 2, [.word(manager + 1)])
    try read(display)
    #expect(workspaces.place(of: .next, on: output) == 3)
    withExtendedLifetime((server, outputs)) {}
  }

  @Test("hidden and removed workspaces are left out, and so are all once the compositor has ended the list")
  func removal() throws {
    let (server, display, workspaces) = try start()
    try show(1, insteadOf: 0, server)
    try server.send(all[2], 3, [.word(hidden)])
    try server.send(manager, 2)
    try read(display)
    #expect(workspaces.place(of: .next) == 0 && workspaces.place(of: .last) == 1)
    try server.send(groups[0], 4, [.word(all[0])])
    try server.send(all[0], 5)
    try server.send(manager, 2)
    try read(display)
    #expect(workspaces.place(of: .first) == 0 && workspaces.place(of: .next) == 0)
    try server.send(manager, 3)
    try read(display)
    #expect(!workspaces.isOffered && workspaces.place(of: .first) == nil)
    #expect(try !workspaces.show(.first))
  }
}
