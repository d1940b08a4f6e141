// Libinput
