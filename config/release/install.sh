#!/bin/sh
# Installs Sleight from a release or a checkout, or uninstalls it.
#
#   install.sh [--user] [--prefix DIRECTORY [--destdir DIRECTORY] [--udev DIRECTORY]]
#              [--hint | --ui] [--program FILE [--strip]] [--quiet]
#   install.sh --uninstall [the same options]
#
# Without --prefix, everything goes to ~/.local, and only the udev rule, which makes touchpads and touchscreens readable,
# requires root: the script runs sudo for it. --user skips it, so nothing requires root. --prefix /usr/local installs for
# all users. For packages, --destdir precedes each path that is written, and --udev states the directory of udev's rules.
# Each written path is printed.
#
# --hint installs sleight-hint instead, the program that shows hints on the screen, with its unit and manual page; it
# requires Cairo and Pango, and an installation of Sleight with the same options. --ui does the same for sleight-ui, which sets
# gestures up in a browser.
#
# The list of files is below, once: --uninstall removes what an installation with the same options writes.
set -eu
umask 022

fail() {
  echo "install.sh: $1" >&2
  exit "${2:-1}"
}

root=$(cd "$(dirname "$0")" && pwd -P)
# The script of a checkout is in config/release.
[ -d "$root/config" ] || root=$(cd "$root/../.." && pwd)
prefix='' destdir='' udev='' program='' uninstall=false quiet=false permission=true strip=false name=sleight
while [ $# -gt 0 ]; do
  case $1 in
  --user) permission=false ;;
  --uninstall) uninstall=true ;;
  --hint) name=sleight-hint ;;
  --ui) name=sleight-ui ;;
  --quiet) quiet=true ;;
  --strip) strip=true ;;
  --prefix | --destdir | --program | --udev)
    [ $# -ge 2 ] || fail "$1 requires a value" 64
    case $1 in
    --prefix) prefix=$2 ;;
    --destdir) destdir=$2 ;;
    --program) program=$2 ;;
    --udev) udev=$2 ;;
    esac
    shift
    ;;
  --help | -h)
    sed -n '2,/^set/s/^# \{0,1\}//p' "$0"
    exit
    ;;
  *) fail "unknown argument '$1'; see install.sh --help" 64 ;;
  esac
  shift
done
: "${program:=$root/bin/$name}"
$uninstall || [ -x "$program" ] || fail "$program is not built: run make build, make hint or make ui first"

# Without one of the linked libraries, the program cannot print what is installed below.
libraries() {
  cat >&2 <<TEXT
install.sh: the program cannot start on this machine:
$(LC_ALL=C ldd "$program" 2>&1 | sed -n -e 's/^[[:space:]]*\([^ ]*\) => not found$/    \1 is missing/p' -e 's/.*\(version .* not found\).*/    \1/p')
Its libraries:
    Debian, Ubuntu  apt install libinput10 libevdev2 libxkbcommon0 libwayland-client0 libyaml-0-2
                    for hints: libpangocairo-1.0-0
    Fedora          dnf install libinput libevdev libxkbcommon libwayland-client libyaml
    openSUSE        zypper install libinput10 libevdev2 libxkbcommon0 libwayland-client0 libyaml-0-2
    Arch            pacman -S libinput libevdev libxkbcommon wayland libyaml
It requires glibc 2.36 or later.
TEXT
  exit 1
}
$uninstall || "$program" --help >/dev/null 2>&1 || libraries

# Paths are written into files of lines. All other characters are quoted where they have a meaning.
for path in "$root" "$prefix" "$destdir" "$udev" "$HOME" "${XDG_DATA_HOME:-}"; do
  case $path in *[[:cntrl:]]*) fail "a path contains a control character: $(printf '%s' "$path" | tr '[:cntrl:]' '?')" 64 ;; esac
done
case $prefix in '' | /*) ;; *) fail "--prefix requires an absolute path" 64 ;; esac

if [ -n "$prefix" ]; then
  share=$prefix/share units=$prefix/lib/systemd/user permission=false
  # udev reads rules only from /usr/lib, /usr/local/lib and /etc; /etc is for the administrator.
  case $prefix in /usr) directory=/usr/lib ;; *) directory=/usr/local/lib ;; esac
  : "${udev:=$directory/udev/rules.d}"
else
  [ "$(id -u)" != 0 ] || [ -z "${SUDO_USER:-}" ] ||
    fail "run it without sudo: it runs sudo itself for the udev rule. To install for all users, add --prefix /usr/local" 64
  prefix=$HOME/.local share=${XDG_DATA_HOME:-$HOME/.local/share} udev=/etc/udev/rules.d
  units=$share/systemd/user
fi
bin=$prefix/bin data=$share/sleight extension=$share/gnome-shell/extensions/sleight@sleight

say() { $quiet || printf '%s\n' "$1"; }

# shell_word TEXT: quotes it for a shell, if necessary.
shell_word() {
  case $1 in
  '' | *[!A-Za-z0-9_./~+:@%=,-]*) printf "'%s'" "$(printf '%s' "$1" | sed "s/'/'\\\\''/g")" ;;
  *) printf '%s' "$1" ;;
  esac
}

# replacement TEXT: escapes it for the right side of sed's s|...|...|.
replacement() { printf '%s' "$1" | sed 's/[&|\\]/\\&/g'; }

# unit_word TEXT: as a word of ExecStart, see systemd.syntax(7).
unit_word() {
  case $1 in
  *[!A-Za-z0-9_./+:@=,-]*) printf '"%s"' "$(printf '%s' "$1" | sed 's/%/%%/g; s/[\\"]/\\&/g')" ;;
  *) printf '%s' "$1" ;;
  esac
}

# entry_word TEXT: as a word of Exec in a desktop entry, whose values have escapes of their own.
entry_word() {
  case $1 in
  *[!A-Za-z0-9_./+:@=,-]*)
    printf '"%s"' "$(printf '%s' "$1" | sed 's/%/%%/g; s/[\\"`$]/\\&/g; s/\\/\\\\/g')"
    ;;
  *) printf '%s' "$1" ;;
  esac
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The folders that an installation made are listed in it, so that --uninstall removes them. A package has its own list.
made=$data/folders
made_now=''

# make_folder FOLDER: makes it, and the missing folders above it.
make_folder() {
  [ ! -d "$1" ] || return 0
  make_folder "$(dirname "$1")"
  mkdir "$1"
  made_now="$1
$made_now"
}

# place MODE FILE COMMAND...: writes the output of COMMAND to FILE, or removes FILE.
place() {
  mode=$1 file=$destdir$2
  shift 2
  if $uninstall; then
    [ ! -e "$file" ] || say "removing $file"
    rm -f "$file"
    return
  fi
  say "writing $file"
  make_folder "$(dirname "$file")"
  # The new file replaces the old one, which a running program may have open.
  "$@" >"$file.new"
  chmod "$mode" "$file.new"
  mv -f "$file.new" "$file"
}

version=$(sed -n 's/^ *static let version = "\(.*\)"$/\1/p' "$root/Sources/Tools/sleight/Sleight.swift" 2>/dev/null || cat "$root/VERSION")
page() {
  sed "s|/usr/local/share/sleight|$(replacement "$data")|; s|/usr/local/lib/udev/rules.d|$(replacement "$udev")|
    s|^\.Os\$|.Os Sleight $version|" "$1"
}
unit() { sed "s|@BINDIR@/sleight|$(replacement "$(unit_word "$bin/sleight")")|" "$1"; }
entry() { sed "s|@BINDIR@/sleight|$(replacement "$(entry_word "$bin/sleight")")|" "$1"; }
with_data() { sed "s|/usr/local/share/sleight|$(replacement "$data")|" "$1"; }
completions() { "$program" --generate-completion-script "$1" | sed '1{/^#!/d}'; }

installed=$program
if $strip && ! $uninstall; then
  installed=$work/$name
  strip -o "$installed" "$program"
fi

# Keeps the list of made folders, with the folders of former installations, or removes these folders, if empty.
keep_folders() {
  if $uninstall; then
    former=$(cat "$destdir$made" 2>/dev/null || true)
    [ -z "$former" ] || say "removing $made"
    rm -f "$destdir$made"
    printf '%s\n' "$destdir$data" "$destdir$extension/extension" "$destdir$extension" "$former" | LC_ALL=C sort -ru | while IFS= read -r folder; do
      [ -z "$folder" ] || rmdir "$folder" 2>/dev/null || true
    done
  elif [ -z "$destdir" ] && [ -n "$made_now" ]; then
    say "writing $made"
    printf '%s' "$made_now" >>"$made"
  fi
}

# The link starts the unit with the daemon; the setting 'hint' decides whether it stays.
if [ "$name" = sleight-hint ]; then
  wants=$units/sleight.service.wants
  if $uninstall && [ "$udev" = /etc/udev/rules.d ]; then
    systemctl --user stop sleight-hint.service 2>/dev/null || true
  fi
  place 755 "$bin/sleight-hint" cat "$installed"
  place 644 "$share/man/man1/sleight-hint.1" page "$root/man/sleight-hint.1"
  place 644 "$units/sleight-hint.service" unit "$root/config/systemd/sleight-hint.service"
  if $uninstall; then
    say "removing $destdir$wants/sleight-hint.service"
    rm -f "$destdir$wants/sleight-hint.service"
    rmdir "$destdir$wants" 2>/dev/null || true
  else
    say "writing $destdir$wants/sleight-hint.service"
    make_folder "$destdir$wants"
    ln -sfn ../sleight-hint.service "$destdir$wants/sleight-hint.service"
    [ ! -d "$data" ] || keep_folders
  fi
  exit
fi

if [ "$name" = sleight-ui ]; then
  place 755 "$bin/sleight-ui" cat "$installed"
  place 644 "$share/man/man1/sleight-ui.1" page "$root/man/sleight-ui.1"
  $uninstall || [ ! -d "$data" ] || keep_folders
  exit
fi

# While its unit is there.
if $uninstall && [ "$udev" = /etc/udev/rules.d ]; then
  systemctl --user disable --now sleight.service sleight-commands.socket 2>/dev/null || true
fi

place 755 "$bin/sleight" cat "$installed"
for manual in sleight.1 sleight.5 sleight.7 sleight-desktops.7 sleight-devices.7 sleight-editors.7 \
  sleight-messages.7 sleight-recipes.7; do
  place 644 "$share/man/man${manual##*.}/$manual" page "$root/man/$manual"
done
place 644 "$data/rules.yml" with_data "$root/config/rules.yml"
place 644 "$data/rules.schema.json" "$program" schema
# Those that udev does not read here: what prints a missing permission names them.
for rules in 70-sleight-touch.rules 71-sleight-uinput.rules; do
  place 644 "$data/$rules" cat "$root/config/udev/$rules"
done
for unit in sleight.service sleight-commands.socket sleight-commands.service; do
  place 644 "$units/$unit" unit "$root/config/systemd/$unit"
done
place 644 "$share/applications/sleight.desktop" entry "$root/config/kde/sleight.desktop"
place 644 "$share/metainfo/invalid.sleight.sleight.metainfo.xml" cat "$root/config/appstream/invalid.sleight.sleight.metainfo.xml"
place 644 "${BASHDIR:-$share/bash-completion/completions}/sleight" completions bash
place 644 "${ZSHDIR:-$share/zsh/site-functions}/_sleight" completions zsh
place 644 "${FISHDIR:-$share/fish/vendor_completions.d}/sleight.fish" completions fish

$uninstall || "$root/config/gnome-shell/make-extension" all "$work" "$bin/sleight"
for file in metadata.json extension.js extension/__init__.js; do
  place 644 "$extension/$file" cat "$work/$file"
done

rule=$root/config/udev/70-sleight-touch.rules
if [ "$udev" != /etc/udev/rules.d ]; then
  place 644 "$udev/70-sleight-touch.rules" cat "$rule"
  # `make install-uinput` writes it.
  if $uninstall; then rm -f "$destdir$udev/71-sleight-uinput.rules"; fi
  keep_folders
  [ -n "$destdir" ] || $uninstall || {
    say "Installed. To read the devices that are connected now, run as root:"
    say "    udevadm control --reload"
    say "    udevadm trigger --subsystem-match=input --action=add"
  }
  exit
fi

# The installation of one user. Only this part runs as root.
keep_folders
target=$udev/70-sleight-touch.rules
if $uninstall; then
  # Without a connection to the manager, the link of `enable` is still there.
  link=${XDG_CONFIG_HOME:-$HOME/.config}/systemd/user/graphical-session.target.wants/sleight.service
  if [ -L "$link" ] && [ ! -e "$link" ]; then rm -f "$link"; fi
  systemctl --user daemon-reload 2>/dev/null || true
  command="rm -f $target"
  needed=$([ ! -e "$target" ] || echo yes)
else
  command="install -D -m 644 $(shell_word "$rule") $target
udevadm control --reload
udevadm trigger --subsystem-match=input --action=add"
  needed=$(cmp -s "$rule" "$target" || echo yes)
fi
# The paths are arguments, so that none of their characters is read as a command.
root_command() { # [sudo]
  if $uninstall; then
    "$@" rm -f "$target"
  else
    # shellcheck disable=SC2016
    "$@" sh -c 'install -D -m 644 "$1" "$2" && udevadm control --reload &&
      udevadm trigger --subsystem-match=input --action=add' install.sh "$rule" "$target"
  fi
}
if [ -n "$needed" ] && $permission; then
  say "as root: $(printf '%s\n' "$command" | sed '1h; 1!H; $!d; g; s/\n/ \&\& /g')"
  if [ "$(id -u)" = 0 ]; then
    if root_command; then needed=''; fi
  elif command -v sudo >/dev/null; then
    if root_command sudo; then needed=''; fi
  fi
fi
if $uninstall; then
  [ -z "$needed" ] || say "Left in place: $target. To remove it, run as root: $command"
  exit
fi
systemctl --user daemon-reload 2>/dev/null || true
# A running daemon is the old program, and GNOME and KWin admit only the installed one. Its sockets may be other ones.
if systemctl --user --quiet is-active sleight.service 2>/dev/null; then
  say "restarting sleight.service"
  systemctl --user try-restart sleight-commands.socket sleight.service || true
fi
if [ -n "$needed" ]; then
  say "Touchpads and touchscreens are not readable yet. Without root, 'check', 'explain', 'replay' and 'import' work."
  # One command a line: 'sudo' before the first of several would not apply to the others.
  say "To make them readable, run as root:"
  say "$(printf '%s\n' "$command" | sed 's/^/    /')"
fi
# `sleight` alone says what is set up, and the next command.
case :$PATH: in
*:$bin:*) say "Installed. Next: sleight" ;;
*)
  say "$bin is not in PATH yet: log in again, or run: export PATH=$(shell_word "$bin"):\"\$PATH\""
  say "Installed. Next: $(shell_word "$bin/sleight")"
  ;;
esac
