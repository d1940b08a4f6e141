internal import Glibc
public import Linux

/// The compositor of this session, for the daemon's life: what is in front is listened to, and commands are handed on.
///
/// It is found by the variables that compositors set, or by the sockets they leave in XDG_RUNTIME_DIR. One that is not
/// there yet, or that ends and comes again, is waited for.
public final class CompositorLink {
  /// What `dispatch` hands over.
  public enum Report: Hashable, Sendable {
    /// A compositor has told what is in front; its version where it tells one.
    case connected(CompositorKind, version: String?)
    /// Something else is known now.
    case changed(CompositorState)
    /// A command of the rule at `place` was not done.
    case failed(place: String, text: String)
    /// The compositor is gone, for a reason. Nothing is known until one comes.
    case lost(CompositorKind, reason: String)
    /// A compositor is there and does not say what is in front, for a reason; told once.
    case unreachable(CompositorKind, reason: String)
  }

  /// Which compositor has told what is in front; nil where none has.
  public private(set) var kind: CompositorKind?
  /// What is known.
  public private(set) var state = CompositorState()
  /// Whether a command was not answered yet.
  public var isBusy: Bool { peer.map { !$0.commands.isIdle } ?? false }

  /// Whether one is connected to that has not told what is in front yet.
  public var isAwaited: Bool { peer.map { !$0.isKnown } ?? false }

  private let sockets: CompositorSockets
  private let descriptors: DescriptorSet
  private let timer: TimerDescriptor
  private let timerToken: UInt64
  /// Nil while there is somebody to speak with: a user may have 128 of them.
  private var watch: CompositorWatch?
  private var watchToken: UInt64?
  private var armed: Int64?

  private var peer: (any CompositorPeer)?
  private var place: CompositorSockets.Place?
  /// When it was connected to.
  private var connectedAt: Int64 = 0
  private var retry = CompositorRetry()
  private var reports: [Report] = []
  /// What was told of those that could not be spoken with since one could; no more than a person reads.
  private var told: Set<Report> = []
  private static let mostTold = 16
  private var hasToldSilence = false

  /// Looks for the compositor; `dispatch` hands over what there is to say of it.
  /// - Throws: `SystemError` where the kernel has nothing to wait with, but not for there being no compositor.
  public convenience init() throws(SystemError) { try self.init(CompositorSockets(), at: monotonicNow()) }

  init(_ sockets: CompositorSockets, at now: Int64) throws(SystemError) {
    self.sockets = sockets
    descriptors = try DescriptorSet(uid: sockets.uid)
    timer = try TimerDescriptor()
    timerToken = try descriptors.add(timer.number)
    // Without it, nobody who comes later is noticed.
    try startWatching()
    look(at: now)
    arm(at: now)
  }

  /// Becomes readable when there is something to dispatch. It stays the same for this object's life.
  public var descriptor: CInt { descriptors.number }

  /// Takes in what the compositor said since the last call and hands over what changed by it, in order.
  /// - Parameter now: microseconds of `monotonicNow`.
  public func dispatch(at now: Int64, _ body: (Report) -> Void) {
    for ready in (try? descriptors.ready()) ?? [] {
      switch ready.token {
      case timerToken:
        _ = try? timer.acknowledge()
        armed = nil
      case watchToken: if watch?.hasNews(for: sockets) == true { retry.somethingCame(at: now) }
      default: attempt(at: now) { peer throws(CompositorError) in try peer.handle(ready, at: now) }
      }
    }
    expire(at: now)
    if peer == nil, retry.isDue(at: now) { look(at: now) }
    publish()
    let reports = reports
    self.reports = []
    arm(at: now)
    reports.forEach(body)
  }

  /// Hands on a command in the compositor's own language. Commands are done in order; one that is refused, that is not
  /// answered, or that is for another compositor than the one that runs is told of by `dispatch`.
  /// - Parameters:
  ///   - kind: for which compositor it is.
  ///   - place: where the rule stands, for messages.
  ///   - now: microseconds of `monotonicNow`.
  public func send(_ command: String, to kind: CompositorKind, place: String, at now: Int64) {
    if let peer, peer.kind == kind {
      if let command = peer.commands.append(command, place: place, at: now) {
        attempt(at: now) { peer throws(CompositorError) in try peer.run(command, at: now) }
      }
    } else {
      reports.append(.failed(place: place, text: absence(of: kind)))
    }
    takeFailures()
    arm(at: now)
  }

  /// Why no command of a compositor of `kind`, which is not the one that runs, can be done; for people.
  public func absence(of kind: CompositorKind) -> String {
    let other = place.map { "; \($0.kind.name) runs here, at \($0.path)" } ?? ""
    return "no \(kind.name) runs in this session: \(sockets.absence(of: kind))\(other)"
  }

  // MARK: Coming

  /// Connects to the first compositor that lets us in.
  private func look(at now: Int64) {
    // First, so that one that comes meanwhile is not missed.
    var refusal: CompositorRetry.Refusal?
    do throws(SystemError) { try startWatching() } catch { refusal = .busy }
    for place in sockets.places() {
      do {
        peer = try connect(to: place)
      } catch {
        switch error.code {
        case ENOENT, ENOTDIR: break
        // A socket is there before anybody listens at it, and stays when nobody does any more.
        case ECONNREFUSED: refusal = refusal ?? .refused
        case EAGAIN: refusal = .busy
        default: tellUnreachable(place.kind, "\(error)")
        }
        continue
      }
      self.place = place
      connectedAt = now
      stopWatching()
      attempt(at: now) { peer throws(CompositorError) in try peer.start(at: now) }
      return
    }
    retry.found(refusal, at: now)
  }

  private func startWatching() throws(SystemError) {
    if watch == nil {
      let new = try CompositorWatch()
      watchToken = try descriptors.add(new.number)
      watch = consume new
    }
    watch?.watch(sockets)
  }

  private func stopWatching() {
    if let number = watch?.number { descriptors.remove(number) }
    watch = nil
    watchToken = nil
  }

  private func connect(to place: CompositorSockets.Place) throws(SystemError) -> any CompositorPeer {
    switch place.kind {
    case .sway: try SwayPeer(at: place.path, in: descriptors)
    case .hyprland: try HyprlandPeer(in: place.path, descriptors)
    case .niri: try NiriPeer(at: place.path, in: descriptors)
    }
  }

  // MARK: Going

  /// Does something with the compositor, and lets go of it where that fails.
  private func attempt(at now: Int64, _ body: (any CompositorPeer) throws(CompositorError) -> Void) {
    guard let peer else { return }
    do {
      try body(peer)
    } catch {
      publish()
      peer.commands.abandon("\(error)")
      takeFailures()
      self.peer = nil
      place = nil
      retry.lost(after: now - connectedAt, isClosed: error == .closed, at: now)
      if let kind {
        self.kind = nil
        reports.append(.lost(kind, reason: "\(error)"))
      } else {
        tellUnreachable(peer.kind, "\(error)")
      }
    }
  }

  private func expire(at now: Int64) {
    guard let peer else { return }
    peer.commands.expire(at: now)
    attempt(at: now) { peer throws(CompositorError) in try peer.expire(at: now) }
    if let due = silence, due <= now {
      hasToldSilence = true
      tellUnreachable(peer.kind, "it has not answered within \(CommandQueue.patience / 1_000_000) s")
    }
  }

  /// Until when it is to say what is in front; nil where it has, or has let that time pass.
  private var silence: Int64? {
    guard let peer, !peer.isKnown, !hasToldSilence else { return nil }
    return connectedAt + CommandQueue.patience
  }

  // MARK: Telling

  private func publish() {
    takeFailures()
    if let peer, peer.isKnown, kind == nil {
      kind = peer.kind
      told = []
      hasToldSilence = false
      reports.append(.connected(peer.kind, version: peer.version))
    }
    let new = peer?.state ?? CompositorState()
    guard new != state else { return }
    state = new
    reports.append(.changed(new))
  }

  private func takeFailures() {
    for failure in peer?.commands.takeFailures() ?? [] {
      reports.append(.failed(place: failure.place, text: failure.text))
    }
  }

  private func tellUnreachable(_ kind: CompositorKind, _ reason: String) {
    let report = Report.unreachable(kind, reason: reason)
    if told.count < Self.mostTold, told.insert(report).inserted { reports.append(report) }
  }

  /// Has `descriptor` become readable when there is something to do by then.
  private func arm(at now: Int64) {
    let deadlines = [
      reports.isEmpty ? nil : now, peer?.deadline, peer?.commands.deadline, silence, peer == nil ? retry.deadline : nil,
    ]
    let deadline = deadlines.compactMap { $0 }.min()
    guard deadline != armed else { return }
    do {
      if let deadline { try timer.set(to: deadline) } else { try timer.disarm() }
      armed = deadline
    } catch {
      armed = nil
    }
  }
}
