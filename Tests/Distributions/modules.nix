# Evaluates the modules of config/nix against nixpkgs' lib, with the options that they set and derivations that only
# record their text:
#
#   nix-instantiate --eval --strict --json --argstr lib PATH-OF-NIXPKGS/lib Tests/Distributions/modules.nix
{ lib }:
let
  library = import lib;
  any = library.mkOption { type = library.types.anything; default = null; };
  list = library.mkOption { type = library.types.listOf library.types.anything; default = [ ]; };
  package = { type = "derivation"; name = "sleight"; outPath = "/package"; meta.mainProgram = "sleight"; };
  pkgs = {
    stdenv.hostPlatform.system = "x86_64-linux";
    writeText = name: text: "text of ${name}: ${text}";
    writeTextDir = name: text: "folder with ${name}: ${text}";
    runCommand = name: _: script: "built by: ${script}";
  };
  self.packages.x86_64-linux.default = package;
  evaluate = module: options: settings: (library.evalModules {
    specialArgs = { inherit pkgs; };
    modules = [ (import module { inherit self; }) { inherit options; } { config = settings; } ];
  }).config;
  nixos = evaluate ../../config/nix/nixos.nix {
    environment.systemPackages = list;
    systemd.packages = list;
    services.udev.packages = list;
    boot.kernelModules = list;
  };
  home = evaluate ../../config/nix/home-manager.nix {
    home.packages = list;
    xdg.configFile = library.mkOption {
      type = library.types.attrsOf (library.types.submodule { options.source = any; });
      default = { };
    };
  };
  system = nixos { programs.sleight = { enable = true; uinput = true; }; };
  off = nixos { };
  user = home {
    services.sleight = {
      enable = true;
      rules.rules = [ { swipe = "left"; fingers = 3; "do" = { keys = "alt+Right"; }; } ];
    };
  };
in
{
  nixos = {
    packages = map toString system.environment.systemPackages;
    units = map toString system.systemd.packages;
    udev = map toString system.services.udev.packages;
    modules = system.boot.kernelModules;
  };
  off = off.environment.systemPackages ++ off.boot.kernelModules ++ off.services.udev.packages;
  home = library.mapAttrs (_: file: toString file.source) user.xdg.configFile;
}
