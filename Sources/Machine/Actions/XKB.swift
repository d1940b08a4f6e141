internal import CXKBCommon
internal import Engine
internal import Glibc
internal import Rules

/// A keymap compiled by xkbcommon, freed with the value.
struct XKBKeymap: ~Copyable {
  private let pointer: OpaquePointer

  /// The keymap of `layout`; if nil, that of XKB_DEFAULT_RULES, _MODEL, _LAYOUT, _VARIANT and _OPTIONS, and if those
  /// are not set, xkbcommon's default. Nil if there is no such layout.
  init?(_ layout: KeyboardLayout?) {
    guard let context = XKBContext() else { return nil }
    guard let layout else {
      guard let pointer = xkb_keymap_new_from_names(context.pointer, nil, XKB_KEYMAP_COMPILE_NO_FLAGS) else {
        return nil
      }
      self.pointer = pointer
      return
    }
    let compiled = layout.layout.withCString { name in
      layout.variant.withCString { variant in
        layout.model.withCString { model in
          layout.options.withCString { options in
            // Empty options would mean that there are none, rather than the default.
            var names = xkb_rule_names(
              rules: nil, model: model, layout: name, variant: variant,
              options: layout.options.isEmpty ? nil : options)
            return xkb_keymap_new_from_names(context.pointer, &names, XKB_KEYMAP_COMPILE_NO_FLAGS)
          }
        }
      }
    }
    guard let compiled else { return nil }
    pointer = compiled
  }

  /// The keymap in `text`, as compositors send it (XKB_KEYMAP_FORMAT_TEXT_V1); nil if it is invalid.
  init?(text: String) {
    guard let context = XKBContext(),
      let pointer = xkb_keymap_new_from_string(
        context.pointer, text, XKB_KEYMAP_FORMAT_TEXT_V1, XKB_KEYMAP_COMPILE_NO_FLAGS)
    else { return nil }
    self.pointer = pointer
  }

  deinit { xkb_keymap_unref(pointer) }

  /// The keymap as text, for compositors (XKB_KEYMAP_FORMAT_TEXT_V1); nil if memory runs out.
  var text: String? {
    guard let text = xkb_keymap_get_as_string(pointer, XKB_KEYMAP_FORMAT_TEXT_V1) else { return nil }
    defer { free(text) }
    return String(cString: text)
  }

  var layoutCount: UInt32 { xkb_keymap_num_layouts(pointer) }

  var keycodes: ClosedRange<UInt32> {
    let first = xkb_keymap_min_keycode(pointer)
    return first...max(first, xkb_keymap_max_keycode(pointer))
  }

  /// The names of the layouts, for people: `German`, `English (US)`.
  var layoutNames: [String] {
    (0..<layoutCount).compactMap { index in
      xkb_keymap_layout_get_name(pointer, index).map { String(cString: $0) }
    }
  }

  /// The number of layouts in which a key has keysyms.
  func layouts(of keycode: UInt32) -> UInt32 { xkb_keymap_num_layouts_for_key(pointer, keycode) }

  /// The number of levels of a key in a layout.
  func levels(of keycode: UInt32, layout: UInt32) -> UInt32 {
    xkb_keymap_num_levels_for_key(pointer, keycode, layout)
  }

  /// The keysym of a key's level; nil if it has none or several.
  func keysym(of keycode: UInt32, layout: UInt32, level: UInt32) -> UInt32? {
    var keysyms: UnsafePointer<xkb_keysym_t>?
    guard xkb_keymap_key_get_syms_by_level(pointer, keycode, layout, level, &keysyms) == 1 else { return nil }
    return keysyms?.pointee
  }

  /// The modifier masks that each select a level.
  func modifiers(of keycode: UInt32, layout: UInt32, level: UInt32) -> [UInt32] {
    // No level of xkeyboard-config has more than 16.
    let limit = 64
    return Array(unsafeUninitializedCapacity: limit) { masks, count in
      count = xkb_keymap_key_get_mods_for_level(pointer, keycode, layout, level, masks.baseAddress, limit)
    }
  }

  /// The bit of the modifier that CapsLock sets; 0 if the keymap has none.
  var capsLock: UInt32 { bit(of: XKB_MOD_NAME_CAPS) }

  /// The bit of Shift.
  var shift: UInt32 { bit(of: XKB_MOD_NAME_SHIFT) }

  private func bit(of modifier: String) -> UInt32 {
    let index = xkb_keymap_mod_get_index(pointer, modifier)
    return index < 32 ? 1 << index : 0
  }

  /// The bits that NumLock sets; 0 if the keymap has no such key.
  func numLock(layout: UInt32) -> UInt32 {
    // KEY_NUMLOCK
    modifiers(whileHeld: KeyCode(69).keycode, layout: layout)
  }

  /// The modifiers that are set while `keycode` alone is held in `layout`. (xkb_keymap_mod_get_mask would return them
  /// from 1.10 on.)
  func modifiers(whileHeld keycode: UInt32, layout: UInt32) -> UInt32 {
    guard let state = XKBState(self) else { return 0 }
    state.activate(layout)
    state.update(keycode, isDown: true)
    return state.held
  }

  /// A state for `XKBState`, which retains the keymap.
  fileprivate func newState() -> OpaquePointer? { xkb_state_new(pointer) }
}

/// The state of a keymap's keys and modifiers, freed with the value.
struct XKBState: ~Copyable {
  private let pointer: OpaquePointer

  /// A state without pressed keys; nil if memory runs out.
  init?(_ keymap: borrowing XKBKeymap) {
    guard let pointer = keymap.newState() else { return nil }
    self.pointer = pointer
  }

  deinit { xkb_state_unref(pointer) }

  /// Presses or releases a key.
  func update(_ keycode: UInt32, isDown: Bool) {
    xkb_state_update_key(pointer, keycode, isDown ? XKB_KEY_DOWN : XKB_KEY_UP)
  }

  /// Makes a layout the active one, from 0.
  func activate(_ layout: UInt32) { xkb_state_update_mask(pointer, 0, 0, 0, 0, 0, layout) }

  /// The keysym of a key in a layout with those modifiers, which replace the state's.
  func keysym(of keycode: UInt32, layout: UInt32, with modifiers: UInt32) -> UInt32 {
    xkb_state_update_mask(pointer, modifiers, 0, 0, 0, 0, layout)
    return xkb_state_key_get_one_sym(pointer, keycode)
  }

  /// The modifiers whose keys are down.
  var held: UInt32 { xkb_state_serialize_mods(pointer, XKB_STATE_MODS_DEPRESSED) }

  /// The modifiers that are set for the next key only.
  var latched: UInt32 { xkb_state_serialize_mods(pointer, XKB_STATE_MODS_LATCHED) }
}

/// xkbcommon's context: the search path of layouts, and the log.
struct XKBContext: ~Copyable {
  let pointer: OpaquePointer

  /// Nil if memory runs out.
  init?() {
    guard let pointer = xkb_context_new(XKB_CONTEXT_NO_FLAGS) else { return nil }
    // Errors are reported by this program's own messages, not on stderr.
    xkb_context_set_log_level(pointer, XKB_LOG_LEVEL_CRITICAL)
    self.pointer = pointer
  }

  deinit { xkb_context_unref(pointer) }
}
