# The program of a release archive, with the libraries of nixpkgs. To use an archive of your own:
# sleight.override { src = ./sleight-VERSION-x86_64.tar.gz; }
{ lib, stdenv, requireFile, autoPatchelfHook, libevdev, libinput, libxkbcommon, libyaml, systemd, wayland
, cairo, pango, glib, withHint ? false
, version ? "0.2.0"
, src ? requireFile {
    name = "sleight-${version}-${stdenv.hostPlatform.parsed.cpu.name}.tar.gz";
    # `make dist` prints it; nix-prefetch-url file://… does as well.
    hash = lib.fakeHash;
    message = "Run `make dist`, and add the archive with nix-store --add-fixed sha256.";
  }
}:

let
  # sleight-hint is beside the program that starts it.
  hintLibraries = lib.optionals withHint [ cairo pango glib ];
in
stdenv.mkDerivation {
  pname = "sleight";
  inherit version src;

  nativeBuildInputs = [ autoPatchelfHook ];
  buildInputs = [ libevdev libinput libxkbcommon libyaml systemd wayland ] ++ hintLibraries;
  # Loaded at run time.
  runtimeDependencies = [ libevdev libinput systemd ];
  dontConfigure = true;
  dontBuild = true;
  dontStrip = true;

  installPhase = ''
    runHook preInstall
    # The program runs while it is installed, to print its schema and completions.
    interpreter=$(cat "$NIX_CC/nix-support/dynamic-linker")
    patchelf --set-interpreter "$interpreter" --add-rpath ${
      lib.makeLibraryPath [ libevdev libinput libxkbcommon libyaml systemd wayland stdenv.cc.cc ]
    } bin/sleight
    patchShebangs install.sh config/gnome-shell/make-extension
    ./install.sh --prefix "$out" --quiet --udev "$out/lib/udev/rules.d"
    ${lib.optionalString withHint ''
      patchelf --set-interpreter "$interpreter" --add-rpath ${
        lib.makeLibraryPath ([ libxkbcommon wayland stdenv.cc.cc ] ++ hintLibraries)
      } bin/sleight-hint
      ./install.sh --hint --prefix "$out" --quiet
    ''}
    runHook postInstall
  '';

  meta = {
    description = "Run actions on touchpad and touchscreen gestures";
    license = lib.licenses.mit;
    platforms = lib.platforms.linux;
    mainProgram = "sleight";
  };
}
