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
