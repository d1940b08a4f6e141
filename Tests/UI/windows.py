"""A compositor without a screen, with windows."""

import os
import shutil
import subprocess
import tempfile
import time


class Windows:
    """sway, which refuses root: then it runs as another user."""

    def __init__(self, *windows):
        self.folder = tempfile.mkdtemp(prefix="sleight-sway-")
        config = os.path.join(self.folder, "config")
        with open(config, "w") as file:
            file.write("xwayland disable\n")
        self.user = []
        if os.getuid() == 0:
            shutil.chown(self.folder, 61_000, 61_000)
            self.user = ["setpriv", "--reuid=61000", "--regid=61000", "--clear-groups", "--"]
        self.environment = {
            "XDG_RUNTIME_DIR": self.folder, "HOME": self.folder, "WLR_BACKENDS": "headless", "LANG": "C.UTF-8",
            "WLR_LIBINPUT_NO_DEVICES": "1", "WLR_RENDERER": "pixman", "PATH": os.environ["PATH"],
        }
        self.clients = [self._start("sway", "--config", config)]
        while not (names := [name for name in os.listdir(self.folder) if name.startswith("wayland-")]):
            time.sleep(0.05)
        self.display = os.path.join(self.folder, min(names))
        self.environment["WAYLAND_DISPLAY"] = self.display
        for app, title in windows:
            self.clients.append(self._start(
                "foot", "--config=/dev/null", f"--app-id={app}", f"--title={title}", "sleep", "600"))

    def _start(self, *command):
        return subprocess.Popen(
            [*self.user, *command], env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def close(self):
        for client in reversed(self.clients):
            client.kill()
            client.wait()
        shutil.rmtree(self.folder)
