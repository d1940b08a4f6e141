#!/bin/sh
# Gestures of the tablet
VOLUME="pactl set-sink-volume @DEFAULT_SINK@"
exec lisgd -d /dev/input/event9 -t 100 -m 1200 \
  -g "1,DU,B,*,R,pkill -RTMIN \"wvkbd\"" \
  -g "1,UD,B,*,R,pkill -USR1 wvkbd" \
  -g "2,LR,L,*,P,$VOLUME +5%" \
  -g "1,ULDR,TL,L,R,swaymsg 'workspace next'" \
  -g '3,RL,xdotool key alt+Left' \
  -g "12,RL,*,*,R,foot"
