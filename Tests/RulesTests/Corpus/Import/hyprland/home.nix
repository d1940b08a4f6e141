{ pkgs, ... }:
{
  wayland.windowManager.hyprland.settings = {
    input.sensitivity = 0.2;
    gesture = [
      # Workspaces
      "3, horizontal, workspace"
      "4, up, dispatcher, exec, ${pkgs.fuzzel}/bin/fuzzel"
      "4, down, close"
    ];
    plugin.touch_gestures = {
      sensitivity = 4.0;
      hyprgrass-bind = [ ", tap:3, exec, foot" ", edge:l:r, workspace, -1" ];
    };
  };
}
