internal import Engine
internal import Touch

/// A way for events to the desktop. There are two, and room for more (libei through the portal would be a third): what
/// they have in common is here, and who stands behind an event is nobody's business but `VirtualInput`'s.
protocol Injector: AnyObject {
  /// What it can do as it stands.
  var abilities: Set<InputEvent.Ability> { get }

  /// When to ask again whether events arrive; nil where they do.
  func wait(at now: Timestamp) -> Timestamp?

  /// Sends an event on its way, and allocates nothing for it.
  /// - Returns: false where there is no room for it now.
  /// - Throws: `InjectionError` where it cannot be sent, now or ever.
  func send(_ event: InputEvent) throws(InjectionError) -> Bool
}
