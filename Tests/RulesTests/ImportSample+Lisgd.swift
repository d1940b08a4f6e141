/// Configurations of lisgd.
extension ImportSample {
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
          do: {sway: workspace next}
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

  static let lisgdNiri = ImportSample(
    name: "lisgd-niri.sh",
    text: #"""
      #!/bin/sh
      exec lisgd -d /dev/input/touchscreen -t 50 -m 1500 \
        -g '1,DU,B,*,R,niri msg action toggle-overview' \
        -g '1,RL,R,*,R,niri msg action focus-column-right' \
        -g '1,LR,L,*,R,niri msg action focus-column-left' \
        -g '3,DU,*,*,R,niri msg action focus-workspace-down' \
        -g '3,UD,*,*,R,niri msg action focus-workspace-up' \
        -g '1,DU,R,*,P,brightnessctl set +5%' \
        -g '1,UD,R,*,P,brightnessctl set 5%-' \
        -g '4,UD,N,S,R,pkill -SIGUSR2 nwg-drawer &'

      """#,
    rules: #"""
      # Sleight's rules, made by 'sleight import' from lisgd-niri.sh, a configuration of lisgd.
      # What lisgd does while the finger is down ('P') is done again and again: a pan with 'every'.
      # lisgd acts when the fingers lift. These rules act on the way, as soon as the fingers have come far enough;
      # 'at: end' makes a swipe wait for the lift.
      # lisgd counts in pixels. They are taken for those of a screen of 344mm with 1920 of them: 5.6 in a millimetre.

      rules:
        - swipe: up
          fingers: 1
          device: touchscreen
          edge: bottom
          distance: 8.9mm
          within: 1500ms
          do: {niri: toggle-overview}
        - swipe: left
          fingers: 1
          device: touchscreen
          edge: right
          distance: 8.9mm
          within: 1500ms
          do: {niri: focus-column-right}
        - swipe: right
          fingers: 1
          device: touchscreen
          edge: left
          distance: 8.9mm
          within: 1500ms
          do: {niri: focus-column-left}
        - swipe: up
          fingers: 3
          device: touchscreen
          distance: 8.9mm
          within: 1500ms
          do: {niri: focus-workspace-down}
        - swipe: down
          fingers: 3
          device: touchscreen
          distance: 8.9mm
          within: 1500ms
          do: {niri: focus-workspace-up}

        # 'back' is what line 9 said of the other way
        - pan: up
          fingers: 1
          device: touchscreen
          edge: right
          every: 10.7mm
          do: brightnessctl set +5%
          back: brightnessctl set 5%-
        - swipe: down
          fingers: 4
          device: touchscreen
          zone: {x: 3%-97%, y: 5%-95%}
          distance: 8.9mm
          within: 1500ms
          do: pkill -SIGUSR2 nwg-drawer &

      """#)
}
