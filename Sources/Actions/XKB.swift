internal import CXKBCommon
internal import Glibc
internal import Rules

/// A keymap as xkbcommon compiles it; freed when this goes.
struct XKBKeymap: ~Copyable {
  private let pointer: OpaquePointer

  /// The keymap that the names of `layout` stand for; without one, that of XKB_DEFAULT_RULES, _MODEL, _LAYOUT,
  /// _VARIANT and _OPTIONS, and where those are not set, xkbcommon's own default. Nil where there is no such layout.
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
            // Options that are set but empty would mean that there are none, rather than the default.
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

  /// The keymap that `text` describes, as a compositor sends it (XKB_KEYMAP_FORMAT_TEXT_V1); nil where it is none.
  init?(text: String) {
    guard let context = XKBContext(),
      let pointer = xkb_keymap_new_from_string(
        context.pointer, text, XKB_KEYMAP_FORMAT_TEXT_V1, XKB_KEYMAP_COMPILE_NO_FLAGS)
    else { return nil }
    self.pointer = pointer
  }

  deinit { xkb_keymap_unref(pointer) }

  /// The keymap as text, as compositors take it (XKB_KEYMAP_FORMAT_TEXT_V1); nil where there is no memory.
  var text: String? {
    guard let text = xkb_keymap_get_as_string(pointer, XKB_KEYMAP_FORMAT_TEXT_V1) else { return nil }
    defer { free(text) }
    return String(cString: text)
  }

  /// How many layouts there are.
  var layoutCount: UInt32 { xkb_keymap_num_layouts(pointer) }

  /// The keycodes there are.
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

  /// How many layouts a key has symbols in.
  func layouts(of keycode: UInt32) -> UInt32 { xkb_keymap_num_layouts_for_key(pointer, keycode) }

  /// How many levels a key has in a layout.
  func levels(of keycode: UInt32, layout: UInt32) -> UInt32 {
    xkb_keymap_num_levels_for_key(pointer, keycode, layout)
  }

  /// The keysym of a key's level; nil where it has none or several.
  func keysym(of keycode: UInt32, layout: UInt32, level: UInt32) -> UInt32? {
    var keysyms: UnsafePointer<xkb_keysym_t>?
    guard xkb_keymap_key_get_syms_by_level(pointer, keycode, layout, level, &keysyms) == 1 else { return nil }
    return keysyms?.pointee
  }

  /// The sets of modifiers that each choose a level.
  func modifiers(of keycode: UInt32, layout: UInt32, level: UInt32) -> [UInt32] {
    // No level of xkeyboard-config has more than 16.
    let limit = 64
    return Array(unsafeUninitializedCapacity: limit) { masks, count in
      count = xkb_keymap_key_get_mods_for_level(pointer, keycode, layout, level, masks.baseAddress, limit)
    }
  }

  /// The bit of the modifier that CapsLock sets; 0 where the keymap does not have it.
  var capsLock: UInt32 {
    let index = xkb_keymap_mod_get_index(pointer, XKB_MOD_NAME_CAPS)
    return index < 32 ? 1 << index : 0
  }

  /// The modifiers that are on while `keycode` alone is held. (xkb_keymap_mod_get_mask would tell from 1.10 on.)
  func modifiers(whileHeld keycode: UInt32) -> UInt32 {
    guard let state = XKBState(self) else { return 0 }
    state.update(keycode, isDown: true)
    return state.held
  }

  /// For `XKBState`: what refers to the keymap keeps it.
  fileprivate func newState() -> OpaquePointer? { xkb_state_new(pointer) }
}

/// Which keys of a keymap are down, and what that makes of the others; freed when this goes.
struct XKBState: ~Copyable {
  private let pointer: OpaquePointer

  /// No key is down. Nil where there is no memory.
  init?(_ keymap: borrowing XKBKeymap) {
    guard let pointer = keymap.newState() else { return nil }
    self.pointer = pointer
  }

  deinit { xkb_state_unref(pointer) }

  /// A key went down or up.
  func update(_ keycode: UInt32, isDown: Bool) {
    xkb_state_update_key(pointer, keycode, isDown ? XKB_KEY_DOWN : XKB_KEY_UP)
  }

  /// The modifiers whose keys are down.
  var held: UInt32 { xkb_state_serialize_mods(pointer, XKB_STATE_MODS_DEPRESSED) }

  /// The modifiers that are on for the next key alone.
  var latched: UInt32 { xkb_state_serialize_mods(pointer, XKB_STATE_MODS_LATCHED) }
}

/// What xkbcommon compiles in: where it looks for layouts, and whom it tells of mistakes.
struct XKBContext: ~Copyable {
  let pointer: OpaquePointer

  /// Nil where there is no memory.
  init?() {
    guard let pointer = xkb_context_new(XKB_CONTEXT_NO_FLAGS) else { return nil }
    // What goes wrong is told by our own errors, once and in one place, rather than on stderr.
    xkb_context_set_log_level(pointer, XKB_LOG_LEVEL_CRITICAL)
    self.pointer = pointer
  }

  deinit { xkb_context_unref(pointer) }
}
