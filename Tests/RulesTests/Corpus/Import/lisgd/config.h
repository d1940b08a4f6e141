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
