internal import Linux

/// A request of a `RemoteStarter` to a `LaunchService`.
enum LaunchRequest: Equatable {
  /// The first request: the environment that all programs have in common, each entry as `NAME=value`.
  case open(environment: [String], isSilent: Bool)
  /// Starts a program; with `isFed`, lines follow for its standard input.
  case start(StartID, arguments: [String], variables: EnvironmentVariables, isFed: Bool = false)
  /// Writes a line to the standard input of a program.
  case feed(StartID, line: [UInt8])
  /// Closes the standard input of a program after its last line.
  case endInput(StartID)
  /// Kills a program and all others of its session.
  case kill(StartID)
  /// Asks for the owner of the file at a path.
  case owner(path: String)

  private enum Kind {
    static let open: UInt8 = 1
    static let start: UInt8 = 2
    static let kill: UInt8 = 3
    static let owner: UInt8 = 4
    static let startFed: UInt8 = 5
    static let feed: UInt8 = 6
    static let endInput: UInt8 = 7
  }

  /// The request, encoded as a frame.
  var frame: [UInt8] {
    switch self {
    case .open(let environment, let isSilent):
      Frame.bytes(Kind.open) {
        $0.append(isSilent ? 1 : 0)
        $0.append(strings: environment)
      }
    case .start(let id, let arguments, let variables, let isFed):
      Frame.bytes(isFed ? Kind.startFed : Kind.start) {
        $0.append(number: id.number)
        $0.append(number: UInt32(arguments.count))
        $0.append(strings: arguments)
        $0.append(contentsOf: variables.bytes)
      }
    case .feed(let id, let line):
      Frame.bytes(Kind.feed) {
        $0.append(number: id.number)
        $0.append(contentsOf: line)
      }
    case .endInput(let id): Frame.bytes(Kind.endInput) { $0.append(number: id.number) }
    case .kill(let id): Frame.bytes(Kind.kill) { $0.append(number: id.number) }
    case .owner(let path): Frame.bytes(Kind.owner) { $0.append(strings: [path]) }
    }
  }

  /// Decodes a frame; nil if it is invalid.
  init?(_ frame: Frame) {
    var rest = frame.content
    switch frame.kind {
    case Kind.open:
      guard let flag = rest.popFirst(), flag <= 1, let environment = rest.strings() else { return nil }
      self = .open(environment: environment, isSilent: flag == 1)
    case Kind.start, Kind.startFed:
      guard let number = rest.popNumber(), let count = rest.popNumber(), let arguments = rest.popStrings(Int(count)),
        let variables = EnvironmentVariables(terminated: rest)
      else { return nil }
      self = .start(
        StartID(number: number), arguments: arguments, variables: variables, isFed: frame.kind == Kind.startFed)
    case Kind.feed:
      guard let number = rest.popNumber() else { return nil }
      self = .feed(StartID(number: number), line: Array(rest))
    case Kind.endInput, Kind.kill:
      guard let number = rest.popNumber(), rest.isEmpty else { return nil }
      self = frame.kind == Kind.kill ? .kill(StartID(number: number)) : .endInput(StartID(number: number))
    case Kind.owner:
      guard let strings = rest.strings(), strings.count == 1 else { return nil }
      self = .owner(path: strings[0])
    default: return nil
    }
  }
}

/// A reply of a `LaunchService`.
enum LaunchReply: Equatable {
  /// A program was not started, for a reason of errno(3).
  case refused(StartID, code: Int32)
  /// A program ended.
  case ended(StartID, ChildProcess.ExitStatus)
  /// A program has closed its standard input before the last line.
  case closedInput(StartID)
  /// The owner of a file; nil if there is no such file, or it is not accessible.
  case owner(FileOwner?)

  private enum Kind {
    static let refused: UInt8 = 1
    static let exited: UInt8 = 2
    static let signaled: UInt8 = 3
    static let owner: UInt8 = 4
    static let noOwner: UInt8 = 5
    static let closedInput: UInt8 = 6
  }

  /// The reply, encoded as a frame.
  var frame: [UInt8] {
    switch self {
    case .refused(let id, let code): Self.frame(Kind.refused, id, code)
    case .ended(let id, .exited(let status)): Self.frame(Kind.exited, id, status)
    case .ended(let id, .signaled(let signal)): Self.frame(Kind.signaled, id, signal)
    case .closedInput(let id): Frame.bytes(Kind.closedInput) { $0.append(number: id.number) }
    case .owner(let owner?):
      Frame.bytes(Kind.owner) {
        $0.append(number: owner.user)
        for number in [owner.device, owner.inode] {
          $0.append(number: UInt32(truncatingIfNeeded: number))
          $0.append(number: UInt32(truncatingIfNeeded: number >> 32))
        }
      }
    case .owner(nil): Frame.bytes(Kind.noOwner) { _ in }
    }
  }

  private static func frame(_ kind: UInt8, _ id: StartID, _ value: Int32) -> [UInt8] {
    Frame.bytes(kind) {
      $0.append(number: id.number)
      $0.append(number: UInt32(bitPattern: value))
    }
  }

  /// Decodes a frame; nil if it is invalid.
  init?(_ frame: Frame) {
    var rest = frame.content
    var numbers: [UInt32] = []
    while let number = rest.popNumber() { numbers.append(number) }
    guard rest.isEmpty else { return nil }
    switch (frame.kind, numbers.count) {
    case (Kind.refused, 2): self = .refused(StartID(number: numbers[0]), code: Int32(bitPattern: numbers[1]))
    case (Kind.exited, 2): self = .ended(StartID(number: numbers[0]), .exited(Int32(bitPattern: numbers[1])))
    case (Kind.signaled, 2): self = .ended(StartID(number: numbers[0]), .signaled(Int32(bitPattern: numbers[1])))
    case (Kind.closedInput, 1): self = .closedInput(StartID(number: numbers[0]))
    case (Kind.owner, 5):
      let device = UInt64(numbers[1]) | UInt64(numbers[2]) << 32
      let inode = UInt64(numbers[3]) | UInt64(numbers[4]) << 32
      self = .owner(FileOwner(user: numbers[0], device: device, inode: inode))
    case (Kind.noOwner, 0): self = .owner(nil)
    default: return nil
    }
  }
}
