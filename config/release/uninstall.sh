#!/bin/sh
# Uninstalls what install.sh installed with the same options. The rules in ~/.config/sleight stay.
exec "$(dirname "$0")/install.sh" --uninstall "$@"
