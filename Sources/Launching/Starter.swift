public import Linux

/// Starts programs and does not wait for them.
///
///     DirectStarter    they are children of this process, with all that it is allowed and forbidden
///     RemoteStarter    they are children of a service outside of what the system forbids this process
public protocol Starter: AnyObject {
  /// Starts a program.
  /// - Parameters:
  ///   - arguments: the program and its arguments.
  ///   - variables: what it has in its environment besides what all have.
  /// - Returns: what `news` calls it.
  /// - Throws: `StartError`, as far as it is known at once; what is known later is told by `news`.
  func start(_ arguments: [String], adding variables: EnvironmentVariables) throws(StartError) -> StartID

  /// Gets ready to start programs soon.
  func prepare()

  /// Kills a program and all others of its session, where it has not ended.
  func kill(_ id: StartID)

  /// What became of programs since the last call, in the order they were started in where several ended.
  func news() -> [StartNews]
}

/// Tells a start from all others of the same starter.
public struct StartID: Hashable, Sendable {
  /// They are counted from 1.
  let number: UInt32

  init(number: UInt32) { self.number = number }
}

/// Why a program is not started.
public enum StartError: Error, Hashable, Sendable {
  /// The system does not start it. The error has the program's name.
  case refused(SystemError)
  /// The service that starts programs cannot be reached, or takes no more.
  case unreachable(SystemError)
}

/// What became of a program.
public struct StartNews: Hashable, Sendable {
  /// What there is to tell.
  public enum Kind: Hashable, Sendable {
    /// It ended.
    case ended(ChildProcess.ExitStatus)
    /// It was not started. The error has the program's name.
    case refused(SystemError)
    /// It may go on, and nobody will tell how it ends.
    case lost
  }

  /// Which program.
  public var id: StartID
  /// What there is to tell.
  public var kind: Kind
}
