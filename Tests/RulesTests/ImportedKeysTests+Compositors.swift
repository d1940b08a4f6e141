import Foreign

extension ImportedKeysTests {
  /// The configurations of compositors.
  static let compositors = [
    Tool(
      name: "hyprland.conf", kind: .hyprland,
      text: """
        general:gaps = 3
        gestures {
            workspace_swipe_distance = 300
            workspace_swipe_invert = true
            gesture = 4, up, fullscreen
            gesture = 3, left, dispatcher, exec, foot
            gesture = 3, swipe, mod: SUPER, resize
            gesture = 3, down, close
            gesture = 4, horizontal, move
            gesture = 4, pinchin, float
            gesture = 2, up, special, magic
        }

        """,
      changes: [
        ("invert = true", "invert = true\n    workspace_swipe_touch = true"),
        ("invert = true", "invert = true\n    workspace_swipe_min_speed_to_force = 5"),
        ("invert = true", "invert = true\n    workspace_swipe_cancel_ratio = 0.3"),
        ("invert = true", "invert = true\n    workspace_swipe_create_new = false"),
        ("invert = true", "invert = true\n    workspace_swipe_direction_lock = false"),
        ("invert = true", "invert = true\n    workspace_swipe_direction_lock_threshold = 20"),
        ("invert = true", "invert = true\n    workspace_swipe_forever = true"),
        ("invert = true", "invert = true\n    close_max_timeout = 400"),
        ("invert = true", "invert = true\n    workspace_swipe = true\n    workspace_swipe_fingers = 4"),
        ("invert = true", "invert = true\n    scrolling:move_snap = 1"),
        ("invert = true", "invert = true\n    wrong = 1"),
        ("4, up, fullscreen", "4, up, fullscreen, maximize"),
        ("4, up, fullscreen", "4, up, scale: 1.5, fullscreen"),
        ("4, up, fullscreen", "4, up, mod: ALT, fullscreen"),
        ("4, up, fullscreen", "4, up, wrong"),
        ("4, up, fullscreen", "10, up, fullscreen"),
        ("4, up, fullscreen", "x, up, fullscreen"),
        ("4, up, fullscreen", "4, upp, fullscreen"),
        ("4, up, fullscreen", "4, up, mod: WRONG, fullscreen"),
        ("4, up, fullscreen", "4, up, scale: abc, fullscreen"),
        ("4, up, fullscreen", "4, up, unset"),
        ("4, up, fullscreen", "4, up, cursorZoom, 2"),
        ("4, up, fullscreen", "4, up, scrollMove"),
        ("4, up, fullscreen", "4, up, foo: bar, fullscreen"),
        ("exec, foot", "exec, [float] foot"),
        ("exec, foot", "workspace, 3"),
        ("exec, foot", "wrong, 3"),
        ("exec, foot", ""),
        ("4, pinchin, float", "4, pinchin, float, float"),
        ("4, pinchin, float", "4, pinchout, float"),
        ("3, down, close", "3, down, close\n    gesture = 3, down, float"),
        ("gestures {", "source = ./foo.conf\ngestures {"),
        ("gesture = 4, up", "gestureb = 4, up"),
      ],
      named: ["workspace_swipe_distance"]),
    Tool(
      name: "hyprgrass", kind: .hyprland,
      text: """
        plugin {
            touch_gestures {
                sensitivity = 4.0
                workspace_swipe_fingers = 3
                long_press_delay = 400
                edge_margin = 10
                resize_on_border_long_press = true
                emulate_touchpad_swipe = false
                hyprgrass-bind = , swipe:3:u, exec, foot
                hyprgrass-bind = , edge:l:r, exec, bar
                hyprgrass-bind = , longpress:3, killactive
                hyprgrass-bind = , tap:4, exec, tapped
                hyprgrass-bind = , pinch:4:i, exec, pinched
                hyprgrass-bindm = , longpress:2, movewindow
            }
        }

        """,
      changes: [
        ("sensitivity = 4.0", "sensitivity = 1.0"),
        ("delay = 400", "delay = 900"),
        ("edge_margin = 10", "edge_margin = 40"),
        ("emulate_touchpad_swipe = false", "emulate_touchpad_swipe = true"),
        ("edge_margin = 10", "edge_margin = 10\n        workspace_swipe_edge = l"),
        ("edge_margin = 10", "edge_margin = 10\n        hold_delay = 3"),
        ("edge_margin = 10", "edge_margin = 10\n        experimental {\n            send_cancel = 1\n        }"),
        ("edge_margin = 10", "edge_margin = 10\n        wrong = 1"),
        (", swipe:3:u", "SUPER, swipe:3:u"),
        ("swipe:3:u", "swipe:3:lu"),
        ("swipe:3:u", "swipe:3:x"),
        ("swipe:3:u", "swipe:u"),
        ("exec, foot", "exec, [float] foot"),
        ("hyprgrass-bind = , swipe", "hyprgrass-bindl = , swipe"),
        ("edge:l:r", "edge:x:r"),
        ("edge:l:r", "edge:l:u"),
        ("longpress:3, kill", "longpress:4, kill"),
        ("pinch:4:i", "pinch:4:o"),
        ("hyprgrass-bindm", "hyprgrass-bind"),
        ("edge_margin = 10", "edge_margin = 10\n        hyprgrass-gesture = swipe, 3, l, workspace"),
      ],
      named: ["resize_on_border_long_press"]),
    Tool(
      name: "hyprland.lua", kind: .hyprland,
      text: """
        hl.config({ gestures = { workspace_swipe_distance = 300, workspace_swipe_invert = true } })
        hl.gesture({ fingers = 4, direction = "up", action = "fullscreen" })
        hl.gesture({ fingers = 3, direction = "left", action = function() hl.exec_cmd("foot") end })
        hl.gesture({ fingers = 3, direction = "swipe", mods = "SUPER", action = "resize" })
        hl.gesture({ fingers = 4, direction = "pinchin", action = "float" })

        """,
      changes: [
        ("action = \"fullscreen\"", "action = \"fullscreen\", mode = \"maximize\""),
        ("action = \"fullscreen\"", "action = \"fullscreen\", arg = \"maximize\""),
        ("action = \"fullscreen\"", "action = \"fullscreen\", scale = 1.5"),
        ("action = \"fullscreen\"", "action = \"fullscreen\", mods = \"ALT\""),
        ("action = \"fullscreen\"", "action = \"fullscreen\", wrong = 1"),
        ("action = \"fullscreen\"", "action = \"fullscreen\", disable_inhibit = true"),
        ("action = \"fullscreen\"", "action = \"wrong\""),
        ("action = \"fullscreen\"", "action = \"move\""),
        ("action = \"fullscreen\"", "action = \"workspace\""),
        ("fingers = 4, direction = \"up\"", "fingers = n, direction = \"up\""),
        ("hl.exec_cmd(\"foot\")", "hl.exec_cmd(\"foot\") hl.exec_cmd(\"bar\")"),
        ("hl.exec_cmd(\"foot\")", "print(\"x\")"),
        ("workspace_swipe_invert = true", "workspace_swipe_invert = true, wrong = 3"),
        ("mods = \"SUPER\"", "mods = \"WRONG\""),
        ("hl.exec_cmd(\"foot\")", "if x then hl.exec_cmd(\"foot\") end"),
      ],
      named: ["workspace_swipe_distance"]),
    Tool(
      name: "sway", kind: .sway,
      text: """
        set $mod Mod4
        bindgesture swipe:3:right workspace prev
        bindgesture pinch:2:inward exec foot
        bindgesture --exact swipe:3:up exec baz
        bindgesture hold:4 exec bar
        bindgesture swipe:4 exec any

        """,
      changes: [
        ("swipe:3:right", "swipe:right"),
        ("swipe:3:right", "swipe:3:right+up"),
        ("swipe:3:right", "swipe:3:foo"),
        ("swipe:3:right", "swipe:7:right"),
        ("swipe:3:right", "swipe:3:right:up"),
        ("swipe:3:right", "swip:3:right"),
        ("hold:4", "hold:1"),
        ("hold:4", "hold"),
        ("hold:4", "hold:4:left"),
        ("exec bar", "exec bar; exec baz"),
        ("exec bar", "mode \"resize\""),
        ("exec bar", ""),
        ("exec bar", "exec xdotool key ctrl+t"),
        ("bindgesture hold", "unbindgesture swipe:3:right\nbindgesture hold"),
        ("bindgesture hold", "mode \"x\" bindgesture hold"),
        ("bindgesture hold", "include ~/foo\nbindgesture hold"),
        ("workspace prev", "[app_id=foo] focus"),
        ("workspace prev", "workspace $mod"),
        ("pinch:2:inward", "pinch:2:inward+up"),
        ("pinch:2:inward", "pinch:2:clockwise"),
        ("pinch:2:inward", "pinch:2"),
        ("pinch:2", "--exact pinch:2"),
        ("--exact", "--input-device=1:2:foo"),
        ("--exact", "--wrong"),
        ("swipe:3:up", "swipe:3"),
      ]),
  ]
}
