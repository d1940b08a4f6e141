import Testing

/// Configurations such as people have, and the rules they become.
struct ImportSample: CustomTestStringConvertible {
  /// The file's name.
  var name: String
  /// What is in it.
  var text: String
  /// The whole of the rules file.
  var rules: String

  var testDescription: String { name }

  static let all = [libinputGestures, touchegg, touchegg1, fusuma, gebaar, lisgd, lisgdHeader, comfortableSwipe]

  static let libinputGestures = ImportSample(
    name: "libinput-gestures.conf",
    text: #"""
      # Workspaces

      # Move to the next workspace
      gesture swipe up 4 _internal ws_up
      gesture swipe down 4 _internal -w ws_down
      gesture: swipe left 4 _internal --cols=2 ws_left
      # Browser
      gesture swipe left 3	xdotool key alt+Right
      gesture swipe right 3 ydotool key 56:1 105:1 105:0 56:0
      gesture swipe right_up xdotool key --clearmodifiers Control_L+T
      gesture pinch in 2 xdotool keydown ctrl click 4 keyup ctrl
      gesture pinch anticlockwise 3 notify-send "turned: left" && beep # twice
      gesture hold on+1.5 3 wtype -M ctrl t -m ctrl
      gesture swipe left 3 xdotool key alt+Left
      gesture swipe sideways 3 foot
      swipe_threshold 100
      timeout 0.5
      device ELAN1300:00 04F3:3059 Touchpad

      """#,
    rules: #"""
      # Sleight's rules, made by 'sleight import' from libinput-gestures.conf, a configuration of libinput-gestures.
      # 'swipe_threshold 100' counts libinput's units, of which a slow finger makes 10.52 in a millimetre: 'distance:
      # 9.5mm'.
      # 'timeout 0.5' is the time that a swipe or a pinch may take: 'within: 500ms'.
      # Workspaces and windows are handled by the keys that GNOME, Xfce, Cinnamon and MATE have for it; 'sleight
      # import --desktop' writes those of another desktop.
      # libinput-gestures acts when the fingers lift. These rules act on the way, as soon as the fingers have come far
      # enough; 'at: end' makes a swipe wait for the lift.
      # A hold acts when its time is over, while the fingers rest; libinput-gestures waits until they lift.
      # 1 line of comments that stood at no gesture is not kept.

      rules:
        # Move to the next workspace
        # was '_internal ws_up'
        - swipe: up
          fingers: 4
          distance: 9.5mm
          within: 500ms
          do: {keys: ctrl+alt+Right}

        # was '_internal -w ws_down'
        - swipe: down
          fingers: 4
          distance: 9.5mm
          within: 500ms
          do: {keys: ctrl+alt+Left}

        # was '_internal --cols=2 ws_left'
        - swipe: left
          fingers: 4
          distance: 9.5mm
          within: 500ms
          do: {keys: ctrl+alt+Right}

        # the keys of 'ydotool key 56:1 105:1 105:0 56:0' on a keyboard with layout us
        - swipe: right
          fingers: 3
          distance: 9.5mm
          within: 500ms
          do: {keys: alt+Left}
        - pinch: in
          fingers: 2
          within: 500ms
          do: xdotool keydown ctrl click 4 keyup ctrl
        - rotate: counterclockwise
          fingers: 3
          do: 'notify-send "turned: left" && beep # twice'
        - long-press: 1500ms
          fingers: 3
          do: {keys: ctrl+t}
        - swipe: left
          fingers: 3
          distance: 9.5mm
          within: 500ms
          do: {keys: alt+Left}
        - swipe: up-right
          fingers: 3-4
          distance: 9.5mm
          within: 500ms
          do: {keys: ctrl+shift+t}

      # Not carried over:
      #   libinput-gestures.conf:15 there is no gesture 'swipe sideways'

      # Not exactly as it was:
      #   libinput-gestures.conf:12 the tool ran this without a shell, which takes operators and '#' for arguments: here
      #     a shell runs it

      # Not needed, or without effect:
      #   libinput-gestures.conf:8 line 14 is for the same gesture: this one never acted
      #   libinput-gestures.conf:18 Sleight reads every touchpad; a rule that is for this one alone has 'device:
      #     ELAN1300:00 04F3:3059 Touchpad'

      """#)

  static let touchegg = ImportSample(
    name: "touchegg.conf",
    text: #"""
      <touchégg>
        <settings>
          <property name="action_execute_threshold">40</property>
        </settings>
        <!-- Everywhere -->
        <application name="All">
          <gesture type="SWIPE" fingers="3" direction="UP">
            <action type="MAXIMIZE_RESTORE_WINDOW"><animate>true</animate></action>
          </gesture>
          <gesture type="SWIPE" fingers="4" direction="LEFT">
            <action type="CHANGE_DESKTOP"><direction>auto</direction></action>
          </gesture>
          <gesture type="SWIPE" fingers="3" direction="LEFT">
            <action type="SEND_KEYS">
              <modifiers>Control_L+Shift_L</modifiers>
              <keys>Tab</keys>
              <on>end</on>
            </action>
          </gesture>
          <gesture type="PINCH" fingers="4" direction="OUT">
            <!-- The launcher -->
            <action type="RUN_COMMAND">
              <command>rofi -show drun &amp;&amp; notify-send "it's open"</command>
              <on>begin</on>
            </action>
          </gesture>
          <gesture type="SWIPE" fingers="3" direction="DOWN">
            <action type="GNOME_SHELL"></action>
          </gesture>
          <gesture type="PINCH" fingers="2" direction="IN">
            <action type="SEND_KEYS">
              <repeat>true</repeat>
              <modifiers>Control_L</modifiers>
              <keys>KP_Subtract</keys>
              <decreaseKeys>KP_Add</decreaseKeys>
            </action>
          </gesture>
          <gesture type="PINCH" fingers="2" direction="OUT">
            <action type="SEND_KEYS">
              <repeat>true</repeat>
              <modifiers>Control_L</modifiers>
              <keys>KP_Add</keys>
              <decreaseKeys>KP_Subtract</decreaseKeys>
            </action>
          </gesture>
        </application>
      </touchégg>

      """#,
    rules: #"""
      # Sleight's rules, made by 'sleight import' from touchegg.conf, a configuration of Touchégg.
      # Actions that are not said to be done at the end act on the way, as soon as the fingers have come far enough;
      # Touchégg waits until they lift, as 'at: end' does here.
      # 'action_execute_threshold' is 40% where 20% is usual, and the 'distance' of a swipe 24mm where 12mm is usual.
      # Workspaces and windows are handled by the keys that GNOME, Xfce, Cinnamon and MATE have for it; 'sleight
      # import --desktop' writes those of another desktop.
      # 'repeat' acts every 10%, as in Touchégg.

      rules:
        # Everywhere
        # was MAXIMIZE_RESTORE_WINDOW
        - swipe: up
          fingers: 3
          distance: 24mm
          do: {keys: alt+F10}

        # the workspace follows the fingers, as it does with natural scrolling
        # was CHANGE_DESKTOP
        - swipe: left
          fingers: 4
          distance: 24mm
          do: {keys: ctrl+alt+Right}
        - swipe: left
          fingers: 3
          distance: 24mm
          at: end
          do: {keys: ctrl+shift+Tab}

        # The launcher
        - pinch: out
          fingers: 4
          do: rofi -show drun && notify-send "it's open"

        # 'back' is what line 38 said of the other way
        - pinch: in
          fingers: 2
          every: 10%
          do: {keys: ctrl+KP_Subtract}
          back: {keys: ctrl+KP_Add}

      # Not needed, or without effect:
      #   touchegg.conf:28 Touchégg knows no action 'GNOME_SHELL': this never did anything

      """#)

  static let touchegg1 = ImportSample(
    name: "touchegg-1.conf",
    text: #"""
      <touchégg>
        <settings>
          <property name="composed_gestures_time">0</property>
        </settings>
        <application name="All">
          <gesture type="DRAG" fingers="2" direction="ALL"><action type="SCROLL">SPEED=7:INVERTED=true</action></gesture>
          <gesture type="DRAG" fingers="5" direction="RIGHT"><action type="CHANGE_DESKTOP">NEXT</action></gesture>
          <gesture type="TAP" fingers="5" direction=""><action type="SEND_KEYS">Control+F4</action></gesture>
          <gesture type="ROTATE" fingers="2" direction="LEFT"><action type="SEND_KEYS">Control+L</action></gesture>
        </application>
      </touchégg>

      """#,
    rules: #"""
      # Sleight's rules, made by 'sleight import' from touchegg-1.conf, a configuration of Touchégg.
      # Actions that are not said to be done at the end act on the way, as soon as the fingers have come far enough;
      # Touchégg waits until they lift, as 'at: end' does here.
      # Workspaces and windows are handled by the keys that GNOME, Xfce, Cinnamon and MATE have for it; 'sleight
      # import --desktop' writes those of another desktop.

      rules:
        # was CHANGE_DESKTOP
        - swipe: right
          fingers: 5
          do: {keys: ctrl+alt+Right}
        - tap: single
          fingers: 5
          do: {keys: ctrl+F4}
        - rotate: counterclockwise
          fingers: 2
          do: {keys: ctrl+l}

      # Not carried over:
      #   touchegg-1.conf:6 SCROLL is done by the desktop itself, or not at all: no rule does it

      """#)

  static let fusuma = ImportSample(
    name: "config.yml",
    text: #"""
      swipe:
        4:
          left:
            workspace: next # the one behind
          right:
            sendkey: "LEFTMETA+A"
            threshold: 0.5
          up: # louder
            command: 'xdotool key XF86AudioRaiseVolume'
            interval: 0.2
          down:
            command: 'xdotool key XF86AudioLowerVolume'
            interval: 0.2
      pinch:
        in:
          command: "xdotool key ctrl+plus"
        out:
          command: "xdotool key ctrl+minus"
      rotate:
        3:
          begin: { command: notify-send turning }
          clockwise:
            update: { sendkey: BRIGHTNESSUP }
          counterclockwise:
            update: { sendkey: BRIGHTNESSDOWN }
      hold:
        3:
          command: |
            notify-send "held"
            playerctl pause
          threshold: 2
        4:
          server: four_finger_hold
      threshold:
        pinch: 2
      ---
      context:
        thumbsense: true
      swipe:
        4:
          left: { sendkey: "LEFTALT+LEFT" }

      """#,
    rules: #"""
      # Sleight's rules, made by 'sleight import' from config.yml, a configuration of Fusuma.
      # Workspaces and windows are handled by the keys that GNOME, Xfce, Cinnamon and MATE have for it; 'sleight
      # import --desktop' writes those of another desktop.
      # A 'threshold' is a factor of what is usual: 12mm for a swipe, 10% for a pinch, 12° for a rotation here, and
      # never less than a half of it.
      # A short 'interval' has Fusuma act again and again in one gesture. So do these rules, in steps of what a hand
      # does in that time; without 'every', a swipe acts once.
      # Fusuma exchanged in and out in its version 3.0, and the file does not say for which it was written: where
      # yours was older, exchange the two.
      # An 'update' is a step of what a hand does in its 'interval': with 120mm, 100% or 90° in a second.
      # A hold is one of 0.7s, times its 'threshold'.

      rules:
        # the one behind
        - swipe: left
          fingers: 4
          do: {keys: ctrl+alt+Right}
        - swipe: right
          fingers: 4
          distance: 6mm
          do: {keys: super+a}

        # louder
        # 'back' is what line 11 said of the other way
        - pan: up
          fingers: 4
          every: 7.2mm
          do: {keys: XF86AudioRaiseVolume}
          back: {keys: XF86AudioLowerVolume}

        # 'back' is what line 25 said of the other way
        - rotate: clockwise
          fingers: 3
          begin: notify-send turning
          every: 9°
          do: {keys: XF86MonBrightnessUp}
          back: {keys: XF86MonBrightnessDown}
        - long-press: 1400ms
          fingers: 3
          do: |-
            notify-send "held"
            playerctl pause
        - pinch: in
          fingers: 2-4
          distance: 20%
          do: {keys: ctrl+plus}
        - pinch: out
          fingers: 2-4
          distance: 20%
          do: {keys: ctrl+minus}

      # Not carried over:
      #   config.yml:32 Fusuma itself knows no 'server': it belongs to a plugin
      #   config.yml:41 it is for 'thumbsense', which no rule can ask for

      """#)

  static let gebaar = ImportSample(
    name: "gebaard.toml",
    text: #"""
      [swipe.commands.three]
      left_up = ""
      up = "bspc node -f north"  # north
      left = 'xdotool key Super_L+semicolon'

      [pinch.commands.two]
      out = "xdotool key Control_L+equal"
      in = "xdotool key Control_L+minus"

      [[swipe.commands]]
      fingers = 2
      type = "TOUCH"
      right = """
      onboard \
        --quiet"""

      [switch.commands]
      tablet = "onboard"

      [pinch.settings]
      threshold = 0.2
      one_shot = false

      [swipe.settings]
      threshold = 0.75
      trigger_on_release = true

      """#,
    rules: #"""
      # Sleight's rules, made by 'sleight import' from gebaard.toml, a configuration of Gebaar.
      # A swipe's 'threshold' is 75% where 50% is usual, and its distance 18mm where 12mm is usual.
      # Swipes act on the way, as soon as the fingers have come far enough; 'at: end' makes one wait for the lift.
      # A pinch's 'threshold' is the 'distance' here, or the step of one that goes on: 20%.

      rules:
        # north
        - swipe: up
          fingers: 3
          distance: 18mm
          at: end
          do: bspc node -f north
        - swipe: left
          fingers: 3
          distance: 18mm
          at: end
          do: {keys: super+semicolon}

        # 'back' is what line 8 said of the other way
        - pinch: out
          fingers: 2
          every: 20%
          do: {keys: ctrl+equal}
          back: {keys: ctrl+minus}
        - swipe: right
          fingers: 2
          device: touchscreen
          distance: 18mm
          at: end
          do: onboard --quiet

      # Not carried over:
      #   gebaard.toml:18 a switch is no gesture: the desktop sees to 'tablet'

      """#)

  static let lisgd = ImportSample(
    name: "lisgd.sh",
    text: #"""
      #!/bin/sh
      # Gestures of the tablet
      VOLUME="pactl set-sink-volume @DEFAULT_SINK@"
      exec lisgd -d /dev/input/event9 -t 100 -m 1200 \
        -g "1,DU,B,*,R,pkill -RTMIN \"wvkbd\"" \
        -g "1,UD,B,*,R,pkill -USR1 wvkbd" \
        -g "2,LR,L,*,P,$VOLUME +5%" \
        -g "1,ULDR,TL,L,R,swaymsg 'workspace next'" \
        -g '3,RL,xdotool key alt+Left' \
        -g "9,RL,*,*,R,foot"

      """#,
    rules: #"""
      # Sleight's rules, made by 'sleight import' from lisgd.sh, a configuration of lisgd.
      # What lisgd does while the finger is down ('P') is done again and again: a pan with 'every'.
      # The distances M and L are a third and two thirds of a screen of 344mm by 194mm.
      # lisgd acts when the fingers lift. These rules act on the way, as soon as the fingers have come far enough;
      # 'at: end' makes a swipe wait for the lift.
      # lisgd counts in pixels. They are taken for those of a screen of 344mm with 1920 of them: 5.6 in a millimetre.

      rules:
        # Gestures of the tablet
        - swipe: up
          fingers: 1
          device: touchscreen
          edge: bottom
          distance: 17.9mm
          within: 1200ms
          do: pkill -RTMIN "wvkbd"
        - swipe: down
          fingers: 1
          device: touchscreen
          zone: bottom
          distance: 17.9mm
          within: 1200ms
          do: pkill -USR1 wvkbd
        - pan: right
          fingers: 2
          device: touchscreen
          edge: left
          every: 10.7mm
          do: pactl set-sink-volume @DEFAULT_SINK@ +5%
        - swipe: down-right
          fingers: 1
          device: touchscreen
          corner: top-left
          distance: 260.7mm
          within: 1200ms
          do: swaymsg 'workspace next'
        - swipe: left
          fingers: 3
          device: touchscreen
          distance: 17.9mm
          within: 1200ms
          do: {keys: alt+Left}

      # Not carried over:
      #   lisgd.sh:10 no gesture has 9 fingers

      # Not exactly as it was:
      #   lisgd.sh:6 lisgd counts a swipe that ends at the edge, too; here it starts in the half next to it

      """#)

  static let lisgdHeader = ImportSample(
    name: "config.h",
    text: #"""
      unsigned int distancethreshold = 125;
      unsigned int timeoutms = 800;
      unsigned int orientation = 1;
      double edgesizeleft = 100.0;
      char *device = "/dev/input/touchscreen";

      Gesture gestures[] = {
      	/* louder */
      	{ 2, SwipeDU, EdgeLeft, DistanceAny, ActModePressed, "pactl set-sink-volume 0 +5%" },
      	// { 1, SwipeLR, EdgeAny, DistanceAny, ActModeReleased, "foot" },
      	{ 3, SwipeRL, CornerTopRight, DistanceMedium, ActModeReleased, "notify-send \"a, b\"" },
      };

      """#,
    rules: #"""
      # Sleight's rules, made by 'sleight import' from config.h, a configuration of lisgd.
      # What lisgd does while the finger is down ('P') is done again and again: a pan with 'every'.
      # The distances M and L are a third and two thirds of a screen of 344mm by 194mm.
      # lisgd acts when the fingers lift. These rules act on the way, as soon as the fingers have come far enough;
      # 'at: end' makes a swipe wait for the lift.
      # lisgd counts in pixels. They are taken for those of a screen of 344mm with 1920 of them: 5.6 in a millimetre.

      rules:
        # louder
        - pan: right
          fingers: 2
          device: touchscreen
          edge: top
          every: 10.7mm
          do: pactl set-sink-volume 0 +5%

        # { 1, SwipeLR, EdgeAny, DistanceAny, ActModeReleased, "foot" },
        - swipe: up
          fingers: 3
          device: touchscreen
          corner: bottom-right
          distance: 64mm
          within: 2s
          do: notify-send "a, b"

      """#)

  static let comfortableSwipe = ImportSample(
    name: "comfortable-swipe.conf",
    text: #"""
      ; Workspaces
      left3 = ctrl+alt+Right
      right3=ctrl+alt+Left

      up4 = super
      down4 = nosuchkey+x+y
      threshold = 200.0
      mouse4 = scroll

      """#,
    rules: #"""
      # Sleight's rules, made by 'sleight import' from comfortable-swipe.conf, a configuration of comfortable-swipe.
      # 'threshold = 200.0' (line 7) counts libinput's units, of which a slow finger makes 10.52 in a millimetre:
      # 'distance: 19mm'.

      rules:
        # Workspaces
        - swipe: left
          fingers: 3
          distance: 19mm
          do: {keys: ctrl+alt+Right}
        - swipe: right
          fingers: 3
          distance: 19mm
          do: {keys: ctrl+alt+Left}
        - swipe: up
          fingers: 4
          distance: 19mm
          do: {keys: super}

      # Not carried over:
      #   comfortable-swipe.conf:6 'nosuchkey+x+y' is no chord of known keys
      #   comfortable-swipe.conf:8 moving and scrolling with 4 fingers is left to the desktop

      """#)
}
