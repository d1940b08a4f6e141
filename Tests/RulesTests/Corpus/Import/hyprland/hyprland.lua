-- Hyprland 0.56
local terminal = "foot"
local function overview()
    hl.exec_cmd("nwg-drawer")
end
local change = function(step)
    hl.exec_cmd("wpctl set-volume @DEFAULT_AUDIO_SINK@ " .. step)
end

hl.config({
    input = { sensitivity = 0.5 },
    gestures = { workspace_swipe_use_r = true },
    plugin = { hyprgrass = { sensitivity = 2.0, edge_margin = 40 } },
})

--[[ Touchpad ]]
hl.gesture({ fingers = 3, direction = "horizontal", action = "workspace" })
-- Windows
hl.gesture({ fingers = 4, direction = "down", mods = "SUPER", action = "close" })
hl.gesture({
    fingers = 4,
    direction = "up",
    -- as large as possible
    action = "fullscreen",
    mode = "maximize",
})
hl.gesture({ fingers = 3, direction = "up", action = overview })
hl.gesture({ fingers = 4, direction = "left", action = function() hl.exec_cmd(terminal .. " --maximized") end })
hl.gesture {
    fingers = 4, direction = "right",
    action = function()
        hl.dispatch(hl.dsp.window.move({ workspace = "e+1" }))
        hl.dispatch(hl.dsp.exec_cmd('notify-send "Moved"'))
    end,
}
hl.gesture({ fingers = 3, direction = "pinchout", action = function()
    local window = hl.get_active_window() -- may be nil
    if window then hl.notification.create({ text = window.title, timeout = 1000 }) end
end })
hl.gesture({ fingers = 3, direction = "down", action = function() change("5%-") end })
hl.gesture({ fingers = 3, direction = "pinchin", action = { update = function(e) print(e.scale) end } })
hl.gesture({ fingers = 4, direction = "pinch", action = "cursor_zoom", zoom_level = 2 })
for i = 3, 4 do
    hl.gesture({ fingers = i, direction = "up", action = "float" })
end

-- Touchscreen
hl.plugin.hyprgrass.bind {
    pattern = { kind = "edge", origin = "d", direction = "u" },
    action = hl.dsp.exec_cmd("wvkbd-mobintl"),
}
hl.plugin.hyprgrass.bind { pattern = "swipe:3:ld", mod = "ALT+SHIFT", action = hl.dsp.focus({ workspace = "+1" }) }
hl.plugin.hyprgrass.bind { pattern = { kind = "longpress", fingers = 2 }, action = hl.dsp.window.drag(), mouse = true }
hl.plugin.hyprgrass.gesture { pattern = { kind = "swipe", fingers = 4, direction = "down" }, action = "close" }
hl.plugin.hyprgrass.gesture {
    gesture = { kind = "edge", origin = "right", direction = "left" },
    action = "emulate_touchpad",
    emulate_fingers = 3,
    emulate_direction = "left",
}
