internal import Desktop
internal import Rules

extension ForeignWord {
  /// The words, by the contexts of the rules file's language in which they are met. A line is
  ///
  ///     meaning <- other names
  ///
  /// and continues on indented lines. A meaning of several words is advice, in which `$` is the name itself; a name may
  /// have both a word and advice. Names are in lower case, with hyphens.
  static let text = """
    # file
    include <- import imports source
    rules <- rule

    # group
    when <- if match

    # rule
    also <- simultaneous
    back <- opposite reverse
    begin <- on-begin on-start start
    cancel <- abort on-cancel
    device <- devices
    distance <- angle scale sensitivity threshold
    do <- action actions command exec shell then
    edge <- border from-edge start-edge
    end <- finish on-end on-finish release
    every <- interval repeat step steps update
    fingers <- contacts finger finger-count num-fingers number-of-fingers touches
    long-press <- hold press
    margin <- edge-distance edge-margin edge-size edge-width
    name <- comment desc description id label title
    pinch <- spread zoom
    resume <- drag-lock
    rotate <- rotation turn
    speed <- velocity
    stroke <- draw shape
    swipe <- flick
    tap <- click
    tip-tap <- tiptap
    when <- condition conditions if
    within <- time timeout
    zone <- area region where
    a rule acts once for each gesture; only with 'every' does it act several times <- cooldown debounce once one-shot
        oneshot rate-limit throttle
    directions are those of the fingers: to reverse one, exchange 'left' and 'right' <- natural
    for a tap and then a drag, write 'pan: any' and 'taps: 1' <- tap-and-drag
    for a tap and then a press, write 'long-press: 500ms' and 'taps: 1' <- tap-and-hold
    a drag lasts until the fingers lift; to lift them at the edge and go on, write 'resume: 500ms' <- edge-motion
        edge-scroll
    the order of the rules decides: an earlier one precedes <- order precedence priority rank weight
    the time of a swipe is 'within', that of a long press its value: 'long-press: 500ms' <- duration
    to act when the fingers lift, write 'at: end'; a continuous gesture also has actions under 'end' <- on-lift
        on-release on-touch-up on-up
    to disable a rule, write 'enabled: false' <- active disable disabled
    two fingers that scroll are a gesture with 'fingers: 2' and 'device: touchpad', such as 'pan: up' <- scroll
        two-finger-scroll wheel
    write a rule below this one, with the same gesture and without its 'when' <- else otherwise
    write actions under 'do': 'do: {desktop: overview}' <- desktop overview
    write actions under 'do': 'do: {keys: super+Page_Down}' <- keys sendkey shortcut
    write actions under 'do': 'do: {run: [program, argument]}' <- run
    write actions under 'do': 'do: {window: close}', and conditions under 'when': 'when: {app: firefox}' <- window
    write actions under 'do': 'do: {workspace: next}' <- workspace
    write conditions under 'when': 'when: {app: firefox}' <- app application class
    write conditions under 'when': 'when: {fullscreen: true}' <- fullscreen
    write conditions under 'when': 'when: {locked: true}' <- locked
    write conditions under 'when': 'when: {mode: resize}' <- mode
    write conditions under 'when': 'when: {modifiers: ctrl}' <- modifier modifiers
    write conditions under 'when': 'when: {output: eDP-1}' <- monitor output
    write the direction as the gesture's value: 'pinch: $' <- in out
    write the direction as the gesture's value: 'swipe: $' <- any down down-left down-right horizontal left right up
        up-left up-right vertical
    write the direction as the gesture's value: 'swipe: left' <- direction directions
    write the gesture as the key: 'swipe: left' <- event kind type
    write the number of taps as the gesture's value: 'tap: double' <- doubletap
    write the shape as the gesture's value: 'stroke: $' <- caret check circle left-bracket pigtail rectangle
        right-bracket star triangle v zigzag
    write where the touch starts as 'edge: left', 'corner: top-left' or 'zone: left' <- from

    # step
    any <- any-of choice either one-of or
    same-touch <- continued held same-fingers still-down
    after <- delay pause wait
    a list of steps is the gesture itself: 'gestures: {my-gesture: [{tap: single}, {swipe: left}]}' <- sequence steps

    # condition
    any <- one-of or
    app <- app-id appid application class program window window-class wm-class
    fullscreen <- full-screen
    maximized <- maximised
    modifiers <- keys modifier mods
    not <- except none unless
    on-battery <- battery discharging unplugged
    orientation <- rotation transform
    pen-near <- pen stylus
    tablet-mode <- convertible laptop tablet
    output <- display monitor screen
    title <- caption name window-title
    write 'connected: external-output' <- docked docking-station external-display external-monitor
    write 'connected: mouse' <- external-mouse mouse
    write 'on-battery: false' <- ac charger charging on-ac power
    all conditions of one mapping must hold <- all and
    no program is asked during a gesture, but one can set a mode beforehand: 'sleight mode night', and here 'when:
        {mode: night}' <- command compositor date day de desktop env exec file host hostname hour keyboard lid
        music network process run running script session session-type shell sound test time user weekday wifi wm
    this is not reported: write a condition on 'app', 'title', 'fullscreen' or 'output' <- floating geometry layout
        minimized pid pinned role size tiled tiling
    workspaces are not reported: write a condition on 'app', 'title' or 'output' <- tag workspace
    write 'device: $' beside the gesture, not under 'when' <- touchpad touchscreen

    # settings
    inject <- backend injection injector
    keyboard <- keymap layout xkb
    it is an option of the daemon: 'sleight run --log-level debug' <- debug log log-level logging verbose
    this is a setting of the desktop, which sends input to programs <- accel acceleration click-method
        disable-while-typing dwt middle-emulation natural natural-scroll natural-scrolling palm-detection tap-to-click
        tapping
    write the command that checks for the lock: 'locked-if: pgrep -x swaylock' <- lock lock-command lock-screen locked
        locker lockscreen screenlock

    # action
    \(compositors)
    click <- button mouse mouse-click
    keys <- chord combo hotkey key key-press keybind keybinding keyboard keypress keystroke press send-key send-keys
        sendkey sendkeys shortcut
    pointer <- cursor move
    run <- argv program
    scroll <- wheel
    type <- string text write
    wait <- delay pause sleep
    window <- toplevel windows
    workspace <- tag virtual-desktop workspaces
    '$' is a key of the rule: write it beside 'do' <- also back begin cancel end every keep resume
    actions on the keyboard and pointer are 'keys', 'hold', 'type', 'click' and 'scroll' <- input
    conditions are under 'when' of a rule: write one rule for each case, the most specific first <- else if then
        unless when
    press the key for it: {keys: XF86AudioMute} <- mute
    press the key for it: {keys: XF86AudioPlay} <- media play
    press the key for it: {keys: XF86AudioRaiseVolume} <- volume
    press the key for it: {keys: XF86MonBrightnessUp} <- brightness
    run a program that calls it: 'do: busctl --user call …' <- busctl d-bus dbus gdbus qdbus
    the actions of the desktop are the same on every one: {workspace: next}, {desktop: overview}, {window: close} <-
        cosmic gnome kde kwin plasma xfce
    this is a command: 'do: sleight pause --toggle', 'do: sleight reload' <- reload toggle
    to do nothing, write 'do: none' <- none
    write '{click: [left, left]}' <- double-click doubleclick
    write '{click: left}' <- left-click
    write '{click: middle}' <- middle-click
    write '{click: right}' <- right-click
    write '{desktop: $}' <- launcher lock notifications overview screenshot show-desktop
    write '{desktop: launcher}' <- app-drawer app-grid applications apps menu
    write '{desktop: lock}' <- lock-screen lock-session lockscreen
    write '{desktop: notifications}' <- message-tray notification
    write '{desktop: overview}' <- activities expose mission-control toggle-overview
    write '{desktop: screenshot}' <- screen-shot
    write '{desktop: show-desktop}' <- showdesktop
    write '{window: $}' <- always-on-top close floating fullscreen maximize minimize tile-left tile-right
    write '{window: always-on-top}' <- keep-above
    write '{window: close}' <- close-window kill killactive window-close
    write '{window: floating}' <- float toggle-floating togglefloating
    write '{window: fullscreen}' <- full-screen fullscreen-window toggle-fullscreen
    write '{window: maximize}' <- maximise maximize-restore-window maximize-window
    write '{window: minimize}' <- iconify minimise minimize-window
    write '{window: next}' <- alt-tab app-switcher cyclenext next-window switch-window
    write '{window: previous}' <- prev-window previous-window
    write '{window: to-next-output}' <- move-to-monitor move-to-output
    write '{window: to-next-workspace}' <- move-to-workspace move-window movetoworkspace
    write '{workspace: next}' <- change-desktop next-desktop next-workspace switch-workspace workspace-next
    write '{workspace: previous}' <- prev-workspace previous-desktop previous-workspace workspace-prev
        workspace-previous
    write a shell command without a key: 'do: playerctl play-pause' <- app application command exec launch notify open
        sh shell spawn start
    write the duration of a mode beside its name: 'mode: {name: resize, for: 5s}' <- for

    # mode-change
    for <- duration lasting lasts time timeout

    # workspace
    1 <- one
    2 <- two
    3 <- three
    4 <- four
    5 <- five
    back <- back-and-forth back-and-forward last-used recent
    first <- begin start
    last <- end
    next-or-new <- create create-new dynamic new new-workspace next-new
    next <- +1 down e+1 following forward forwards m+1 next-on-output next-workspace r+1 right
    previous <- -1 backward backwards e-1 left m-1 prev prev-on-output previous-workspace r-1 up
    send the compositor's command: {hyprland: dispatch togglespecialworkspace} or {sway: scratchpad show} <- scratchpad
        special special-workspace toggle-special toggle-special-workspace togglespecialworkspace
    send Hyprland's command: {hyprland: dispatch workspace empty} <- empty

    # desktop
    launcher <- app-drawer app-grid appgrid applications apps menu run start start-menu
    lock <- lock-screen lock-session lockscreen
    notifications <- calendar message-tray notification
    overview <- activities expose mission-control present-windows scale spread task-view toggle-overview
    screenshot <- capture print print-screen screen-shot
    show-desktop <- desktop minimize-all peek show showdesktop
    workspaces have a key of their own: {workspace: $} <- back first last next previous

    # window
    always-on-top <- above keep-above on-top pin sticky
    close <- exit kill killactive quit
    floating <- float tile toggle-floating togglefloating
    fullscreen <- full-screen toggle-fullscreen
    maximize <- maximise maximized restore zoom
    minimize <- hide iconify minimise
    next <- cycle cyclenext switch
    previous <- prev
    to-next-output <- next-monitor next-output next-screen to-next-monitor to-next-screen to-output
    to-next-workspace <- move-to-next-workspace next-workspace to-workspace
    to-previous-workspace <- move-to-previous-workspace prev-workspace previous-workspace to-prev-workspace
    activate <- focus raise
    tile-left <- half-left left-half quick-tile-left snap-left tile-to-left
    tile-right <- half-right quick-tile-right right-half snap-right tile-to-right
    to tile a window, write '{window: tile-left}' or '{window: tile-right}' <- snap split tile-window
    to focus the window above, send the compositor's command: \(CompositorCommands.actions(for: "focus up")) <- focus-up up
    to focus the window below, send the compositor's command: \(CompositorCommands.actions(for: "focus down")) <- down focus-down
    to focus the window on the left, send the compositor's command: \(CompositorCommands.actions(for: "focus left"));
        to tile it there, write '{window: tile-left}' <-
        focus-left left
    to focus the window on the right, send the compositor's command: \(CompositorCommands.actions(for: "focus right"));
        to tile it there, write '{window: tile-right}' <-
        focus-right right
    to move the window, send the compositor's command: \(CompositorCommands.actions(for: "move left")) <- move-down move-left move-right move-up swap swap-left swap-right

    # direction
    any <- all both every
    down <- abajo bas bottom d downward downwards runter s south top-down top-to-bottom ud unten up-to-down ↓ ⇓
    down-left <- dl downleft ld left-down leftdown south-west southwest sw ↙
    down-right <- downright dr rd right-down rightdown se south-east southeast ↘
    horizontal <- left-right leftright sideways ↔
    left <- gauche izquierda l leftward leftwards links right-to-left rl w west ← ⇐
    right <- derecha droite e east left-to-right lr r rechts rightward rightwards → ⇒
    up <- arriba bottom-to-top bottom-up down-to-up du haut hoch n north oben top u upward upwards ↑ ⇑
    up-left <- left-up leftup lu north-west northwest nw ul upleft ↖
    up-right <- ne north-east northeast right-up rightup ru upright ur ↗
    vertical <- up-down updown ↕
    'in' and 'out' are directions of a pinch <- in inward out outward
    write the directions that are meant, as a list: [up-left, up-right, down-left, down-right] <- diagonal diagonally
    write where the touch starts as 'edge: bottom', beside the direction: 'swipe: up' <- bottom-edge edge-bottom
        from-bottom from-bottom-edge from-the-bottom
    write where the touch starts as 'edge: left', beside the direction: 'swipe: right' <- edge-left from-left
        from-left-edge from-the-left left-edge
    write where the touch starts as 'edge: right', beside the direction: 'swipe: left' <- edge-right from-right
        from-right-edge from-the-right right-edge
    write where the touch starts as 'edge: top', beside the direction: 'swipe: down' <- edge-top from-the-top from-top
        from-top-edge top-edge

    # pinch
    any <- all both
    in <- close inward inwards shrink together zoom-out
    out <- apart expand open outward outwards spread zoom-in
    rotation is a gesture of its own: 'rotate: clockwise' <- clockwise counterclockwise
    the directions of a pinch are 'in' and 'out' <- down down-left down-right horizontal left right up up-left
        up-right vertical
    to zoom in, the fingers move apart <- zoom-in
    to zoom out, the fingers move together <- zoom-out

    # rotate
    any <- all both
    clockwise <- cw right
    counterclockwise <- anti-clockwise anticlockwise ccw counter-clockwise left

    # tap
    10 <- 10x x10
    4 <- 4x quadruple x4
    5 <- 5x quintuple x5
    6 <- 6x x6
    7 <- 7x x7
    8 <- 8x x8
    9 <- 9x x9
    double <- 2x double-tap twice two x2
    single <- 1x once one single-tap x1
    triple <- 3x three thrice triple-tap x3
    a tap beside fingers that rest is 'tip-tap: $', with the number of those that rest under 'fingers' <- left middle right
    a tap beside fingers that rest is 'tip-tap: middle', with the number of those that rest under 'fingers' <- between
        center

    # press
    firm <- deep firmly force hard harder pressure strong

    # tip-tap
    middle <- between center centre inside

    # stroke
    caret <- ^
    check <- check-mark checkmark tick
    circle <- o ring
    left-bracket <- [
    pigtail <- loop
    rectangle <- square
    right-bracket <- ]
    zigzag <- w

    # edge zone
    bottom <- b bottom-edge bottom-half bottom-side bottomedge bottommost d down edge-bottom lower s south
    left <- edge-left l left-edge left-half left-side leftedge leftmost w west
    right <- e east edge-right r right-edge right-half right-side rightedge rightmost
    top <- edge-top n north t top-edge top-half top-side topedge topmost u up upper
    this is a corner: 'corner: $' <- bottom-left bottom-right top-left top-right

    # edge
    the middle of the device is 'zone: center' <- center centre middle

    # corner
    bottom-left <- bl bottomleft down-left lb left-bottom left-down left-lower lower-left sw
    bottom-right <- bottomright br down-right lower-right rb right-bottom right-down right-lower se
    top-left <- left-top left-up left-upper lt nw tl topleft up-left upper-left
    top-right <- ne right-top right-up right-upper rt topright tr up-right upper-right
    this is an edge: 'edge: $' <- bottom left right top

    # zone
    center <- centre middle

    # orientation
    landscape <- horizontal
    portrait <- vertical

    # moment
    begin <- beginning once start threshold
    end <- finish lift release up

    # device
    <- all any
    touchpad <- clickpad pad trackpad type:touchpad
    touchscreen <- display screen touch type:touch type:touchscreen

    # device-property
    ignore <- disable disabled ignored off
    orientation <- rotate rotation rotation-angle transform turned
    output <- display map-to-output monitor screen
    own <- exclusive grab owned
    size <- dimensions
    all devices are read except those with 'ignore: true' <- enabled
    use 'orientation' to turn and 'size' to scale; for other matrices, set the udev property
        LIBINPUT_CALIBRATION_MATRIX, which applies here too <- calibration-matrix matrix
    write width and height together: 'size: 344mm x 194mm' <- height resolution width

    # device-orientation
    inverted <- 180 180° bottom-up flipped upside-down
    left <- ccw counterclockwise
    normal <- 0 0° none
    right <- clockwise cw
    'left': the top edge of the device is on the left as seen by the user; 'right': on the right <- -90 270 270° 90
        90° landscape left-up portrait right-up

    # injector
    uinput <- dotool evdev kernel ydotool
    wayland <- virtual-keyboard wlroots wtype
    without 'inject', it is chosen automatically <- auto

    # desktop-swipes
    disabled <- disable false no none off
    enabled <- all enable on true yes
    unless-taken <- auto taken

    # button
    back <- 275 8 btn-back btn-side button8 mouse4 mouse8 mouse:275
    forward <- 276 9 btn-extra btn-forward button9 mouse5 mouse9 mouse:276
    left <- 0x110 1 272 btn-left button1 left-button left-click left-down left-up leftclick leftdown leftup lmb mb1
        mouse-left mouse1 mouse:272 mouseleft pointer-button1 primary
    middle <- 0x112 2 274 btn-middle button2 center centre middle-button middle-click middleclick mmb mouse-middle
        mouse3 mouse:274 pointer-button2 wheel
    right <- 0x111 273 3 btn-right button3 context mb2 menu mouse-right mouse2 mouse:273 mouseright pointer-button3
        right-button right-click rightclick rmb secondary
    write a double click as a list: [left, left] <- double

    # modifier
    alt <- alt-l lalt leftalt mod1 opt option
    altgr <- alt-gr alt-r iso-level3-shift mod5 ralt rightalt
    ctrl <- ^ c control control-l control-r ctl ctrl-l ctrl-r lcontrol lctrl leftctrl rcontrol rctrl rightctrl strg
    shift <- leftshift lshift maj mayus mayús rightshift rshift shift-l shift-r umschalt
    super <- $mod cmd command gui hyper kernel-super leftmeta leftsuper lmeta logo lsuper lwin meta meta-l meta-r mod
        mod4 rightmeta rmeta rsuper rwin super-l super-r win win-l windows
    """

  /// The lines of the other names of compositors.
  private static let compositors = CompositorCommands.otherNames.filter { !$0.names.isEmpty }
    .map { "\($0.0.rawValue) <- \($0.names.joined(separator: " "))" }.joined(separator: "\n")
}
