public import Linux

/// Starts programs without waiting for them.
///
///     DirectStarter    as children of this process, with its permissions and restrictions
///     RemoteStarter    as children of a service outside of the sandbox of this process
public protocol Starter: AnyObject {
  /// Starts a program.
  /// - Parameters:
  ///   - arguments: the program and its arguments.
  ///   - variables: added to the shared environment.
  ///   - isFed: true if lines follow for its standard input.
  /// - Returns: the id of the start in `news`.
  /// - Throws: `StartError` for what is known at once; `news` reports later failures.
  func start(_ arguments: [String], adding variables: EnvironmentVariables, isFed: Bool) throws(StartError) -> StartID

  /// Writes a line to the standard input of a program that is fed. If the program does not read, the line is kept until
  /// it does, or until the next line replaces it.
  func feed(_ line: [UInt8], to id: StartID)

  /// Closes the standard input of a program that is fed, after its last line.
  func endInput(of id: StartID)

  /// Prepares for starts in the near future.
  func prepare()

  /// Kills a program and all others of its session, unless it has ended.
  func kill(_ id: StartID)

  /// The descriptor to wait for; call `news` when it is readable. It does not change.
  var descriptor: CInt { get }

  /// True if a line is kept for a program that does not read.
  var hasPendingLines: Bool { get }

  /// The outcomes since the last call; if several programs ended, in the order of their starts.
  func news() -> [StartNews]
}

extension Starter {
  /// Starts a program without standard input.
  public func start(_ arguments: [String], adding variables: EnvironmentVariables) throws(StartError) -> StartID {
    try start(arguments, adding: variables, isFed: false)
  }
}

/// The id of a start, unique in its starter.
public struct StartID: Hashable, Sendable {
  /// Counted from 1.
  let number: UInt32

  init(number: UInt32) { self.number = number }
}

/// The reason for which a program is not started.
public enum StartError: Error, Hashable, Sendable {
  /// The system does not start it. The error contains the program's name.
  case refused(SystemError)
  /// The service that starts programs cannot be reached, or has too many requests.
  case unreachable(SystemError)
}

/// The outcome of a start.
public struct StartNews: Hashable, Sendable {
  /// The kind of outcome.
  public enum Kind: Hashable, Sendable {
    /// The program ended.
    case ended(ChildProcess.ExitStatus)
    /// The program was not started. The error contains its name.
    case refused(SystemError)
    /// The program may still run; its end will not be reported.
    case lost
    /// The program has closed its standard input before the last line. It may still run.
    case closedInput
  }

  /// The start that it is the outcome of.
  public var id: StartID
  public var kind: Kind
}
