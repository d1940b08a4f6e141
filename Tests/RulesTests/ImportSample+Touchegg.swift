/// Configurations of Touchégg.
extension ImportSample {
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
      # Workspaces and windows change on the way, as soon as the fingers have come far enough; Touchégg waits until
      # they lift, as 'at: end' does here.
      # 'action_execute_threshold' is 40% where 20% is usual, and the 'distance' of a swipe 24mm where 12mm is usual.
      # Workspaces and windows are handled by the keys that GNOME, Xfce, Cinnamon and MATE have for it; 'sleight
      # import --desktop' writes those of another desktop.

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
      #   touchegg.conf:28 this leaves the gesture to GNOME Shell, which needs no rule for it

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
      # Workspaces and windows change on the way, as soon as the fingers have come far enough; Touchégg waits until
      # they lift, as 'at: end' does here.
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

      # Not needed, or without effect:
      #   touchegg-1.conf:6 two fingers do this by themselves

      """#)

  static let toucheggPrograms = ImportSample(
    name: "programs.conf",
    text: #"""
      <touchégg>
        <application name="All">
          <gesture type="SWIPE" fingers="3" direction="LEFT">
            <action type="SEND_KEYS">
              <repeat>true</repeat><modifiers>Alt_L</modifiers><keys>Shift_L+Tab</keys><decreaseKeys>Tab</decreaseKeys>
            </action>
          </gesture>
          <gesture type="SWIPE" fingers="3" direction="RIGHT">
            <action type="SEND_KEYS">
              <repeat>true</repeat><modifiers>Alt_L</modifiers><keys>Tab</keys><decreaseKeys>Shift_L+Tab</decreaseKeys>
            </action>
          </gesture>
          <gesture type="SWIPE" fingers="4" direction="LEFT">
            <action type="CHANGE_DESKTOP"><direction>next</direction><animate>true</animate></action>
          </gesture>
          <gesture type="SWIPE" fingers="4" direction="RIGHT">
            <action type="CHANGE_DESKTOP"><direction>previous</direction><animate>true</animate></action>
          </gesture>
          <gesture type="SWIPE" fingers="4" direction="UP">
            <action type="SEND_KEYS"><modifiers>Super_L</modifiers><keys>S</keys><on>begin</on></action>
          </gesture>
          <gesture type="SWIPE" fingers="4" direction="DOWN">
            <action type="RUN_COMMAND"><command>rofi -show drun</command><on>end</on></action>
          </gesture>
          <gesture type="PINCH" fingers="4" direction="OUT">
            <action type="SHOW_DESKTOP"><animate>true</animate></action>
          </gesture>
          <gesture type="TAP" fingers="2">
            <action type="MOUSE_CLICK"><button>3</button><on>begin</on></action>
          </gesture>
          <gesture type="TAP" fingers="3">
            <action type="MOUSE_CLICK"><button>2</button><on>begin</on></action>
          </gesture>
        </application>
        <application name="Google-chrome,Firefox">
          <gesture type="SWIPE" fingers="3" direction="UP">
            <action type="SEND_KEYS"><modifiers>Control_L</modifiers><keys>T</keys></action>
          </gesture>
          <!-- Closes a tab -->
          <gesture type="SWIPE" fingers="3" direction="DOWN">
            <action type="SEND_KEYS"><modifiers>Control_L</modifiers><keys>W</keys></action>
          </gesture>
        </application>
        <application name="Evince">
          <gesture type="PINCH" fingers="3" direction="IN">
            <action type="CLOSE_WINDOW"><animate>false</animate></action>
          </gesture>
        </application>
      </touchégg>

      """#,
    rules: #"""
      # Sleight's rules, made by 'sleight import' from programs.conf, a configuration of Touchégg.
      # 'repeat' acts again after a part of the way that Touchégg takes for the whole. In 'every' it is that of a
      # touchpad of 105mm by 65mm.
      # Workspaces and windows change on the way, as soon as the fingers have come far enough; Touchégg waits until
      # they lift, as 'at: end' does here.
      # Workspaces and windows are handled by the keys that GNOME, Xfce, Cinnamon and MATE have for it; 'sleight
      # import --desktop' writes those of another desktop.
      # 'action_execute_threshold' 20% is the 'distance' of a pinch here, too.
      # Programs have the names that X11 has for them (WM_CLASS). On Wayland a window has an app id instead: often the
      # same name in lower case, which makes no difference here, or one such as org.gnome.Nautilus. 'swaymsg -t
      # get_tree', 'hyprctl clients' and 'niri msg windows' show it.

      rules:
        - when: {app: [Google-chrome, Firefox]}
          rules:
            - swipe: up
              fingers: 3
              do: {keys: ctrl+t}

            # Closes a tab
            - swipe: down
              fingers: 3
              do: {keys: ctrl+w}

        # was CLOSE_WINDOW
        - pinch: in
          fingers: 3
          when: {app: Evince}
          do: {keys: alt+F4}

        # 'back' is what line 8 said of the other way
        - pan: left
          fingers: 3
          begin: {hold: alt}
          every: 3.8mm
          do: {keys: shift+Tab}
          back: {keys: Tab}

        # was CHANGE_DESKTOP
        - swipe: left
          fingers: 4
          do: {keys: ctrl+alt+Right}

        # was CHANGE_DESKTOP
        - swipe: right
          fingers: 4
          do: {keys: ctrl+alt+Left}
        - swipe: up
          fingers: 4
          do: {keys: super+s}
        - swipe: down
          fingers: 4
          at: end
          do: rofi -show drun

        # was SHOW_DESKTOP
        - pinch: out
          fingers: 4
          distance: 20%
          do: {keys: super+d}
        - tap: single
          fingers: 2
          device: touchscreen
          do: {click: right}
        - tap: single
          fingers: 3
          device: touchscreen
          do: {click: middle}

      """#)
}
