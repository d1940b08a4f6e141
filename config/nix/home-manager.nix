# A module of Home Manager: the rules as Nix values, checked by `sleight check` when they are built, and the service.
{ self }:
{ config, lib, pkgs, ... }:
let
  options = config.services.sleight;
  # JSON is YAML.
  unchecked = pkgs.writeText "rules.yml" (builtins.toJSON options.rules);
  checked = pkgs.runCommand "rules.yml" { } ''
    ${lib.getExe options.package} check ${unchecked}
    cp ${unchecked} $out
  '';
in
{
  options.services.sleight = {
    enable = lib.mkEnableOption "actions on touchpad and touchscreen gestures";
    package = lib.mkOption {
      type = lib.types.package;
      default = self.packages.${pkgs.stdenv.hostPlatform.system}.default;
      description = "The package of Sleight.";
    };
    rules = lib.mkOption {
      type = lib.types.attrsOf lib.types.anything;
      default = { };
      example = { rules = [ { swipe = "left"; fingers = 3; "do" = { keys = "alt+Right"; }; } ]; };
      description = "The content of the rules file; see sleight(5).";
    };
  };

  config = lib.mkIf options.enable {
    home.packages = [ options.package ];
    xdg.configFile."sleight/rules.yml".source = checked;
    # The units of the package, started with the session.
    xdg.configFile."systemd/user/graphical-session.target.wants/sleight.service".source =
      "${options.package}/lib/systemd/user/sleight.service";
    xdg.configFile."systemd/user/sleight.service".source = "${options.package}/lib/systemd/user/sleight.service";
    xdg.configFile."systemd/user/sleight-commands.service".source =
      "${options.package}/lib/systemd/user/sleight-commands.service";
    xdg.configFile."systemd/user/sleight-commands.socket".source =
      "${options.package}/lib/systemd/user/sleight-commands.socket";
  };
}
