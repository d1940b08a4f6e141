{
  description = "Run actions on touchpad and touchscreen gestures";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs = { self, nixpkgs }:
    let
      systems = [ "x86_64-linux" "aarch64-linux" ];
      forEach = function: nixpkgs.lib.genAttrs systems (system: function nixpkgs.legacyPackages.${system});
    in
    {
      packages = forEach (pkgs: {
        # The program of a release archive, which `make dist` writes.
        default = pkgs.callPackage ./package.nix { };
        # With hints on the screen.
        sleight-hint = pkgs.callPackage ./package.nix { withHint = true; };
      });
      nixosModules.default = import ./nixos.nix { inherit self; };
      homeManagerModules.default = import ./home-manager.nix { inherit self; };
    };
}
