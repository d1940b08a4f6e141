# A module of NixOS: installs Sleight, and allows the user of the active session to read touchpads and touchscreens.
{ self }:
{ config, lib, pkgs, ... }:
let
  options = config.programs.sleight;
  uinput = pkgs.writeTextDir "lib/udev/rules.d/71-sleight-uinput.rules"
    (builtins.readFile ../udev/71-sleight-uinput.rules);
in
{
  options.programs.sleight = {
    enable = lib.mkEnableOption "actions on touchpad and touchscreen gestures";
    package = lib.mkOption {
      type = lib.types.package;
      default = self.packages.${pkgs.stdenv.hostPlatform.system}.default;
      description = "The package of Sleight.";
    };
    uinput = lib.mkOption {
      type = lib.types.bool;
      default = false;
      description = ''
        Allows the user of the active session to create input devices, which rules that press keys require on some
        desktops: see sleight(1), PERMISSIONS. It applies to every program of the user.
      '';
    };
  };

  config = lib.mkIf options.enable {
    environment.systemPackages = [ options.package ];
    systemd.packages = [ options.package ];
    # services.udev.extraRules would be read too late: 73-seat-late.rules evaluates the tag.
    services.udev.packages = [ options.package ] ++ lib.optional options.uinput uinput;
    boot.kernelModules = lib.mkIf options.uinput [ "uinput" ];
  };
}
