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
}
