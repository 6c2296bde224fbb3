"""Starts and ends the programs that the tests ask: caches and browsers."""

import ctypes
import glob
import json
import os
import pwd
import re
import shutil
import signal
import subprocess


def program(*names):
    path = os.environ.get("PATH", "") + ":/usr/local/sbin:/usr/sbin:/sbin"
    return next(filter(None, (shutil.which(name, path=path) for name in names)), None)


def write(place, name, text):
    with open(os.path.join(place, name), "w") as file:
        file.write(text)


def run(command, place):
    options = {}
    if os.getuid() == 0:
        nobody = pwd.getpwnam("nobody")
        for path in [place] + glob.glob(place + "/**", recursive=True):
            os.chown(path, nobody.pw_uid, nobody.pw_gid, follow_symlinks=False)
        options = dict(user=nobody.pw_uid, group=nobody.pw_gid, extra_groups=[])
    with open(place + ".log", "w") as said:
        return subprocess.Popen(command, cwd=place, env=dict(os.environ, HOME=place, TMPDIR=place), stdin=subprocess.DEVNULL,
                                stdout=said, stderr=said, start_new_session=True, **options)


def stop(server, patience=5):
    for kind in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(server.pid, kind)
            server.wait(patience)
        except (ProcessLookupError, subprocess.TimeoutExpired):
            pass




# The browsers


def chromium(place, url):
    return [program("chromium", "chromium-browser", "google-chrome"), "--headless=new", "--no-sandbox", "--disable-gpu",
            "--no-first-run", "--disable-dev-shm-usage", "--disable-background-networking", "--disable-component-update",
            "--disable-sync", "--disable-extensions", f"--user-data-dir={place}/profile", url]


def firefox(place, url):
    profile = place + "/profile"
    os.makedirs(profile, exist_ok=True)
    preferences = {
        # The network would race the cache, and a picture of the page for the new tab would be a visit of its own.
        "network.http.rcwn.enabled": False, "browser.pagethumbnails.capturing_disabled": True,
        "browser.newtabpage.enabled": False, "browser.shell.checkDefaultBrowser": False,
        "browser.sessionstore.resume_from_crash": False, "browser.startup.homepage_override.mstone": "ignore",
        "browser.aboutwelcome.enabled": False, "datareporting.policy.dataSubmissionEnabled": False,
        "toolkit.telemetry.reportingpolicy.firstRun": False, "app.normandy.enabled": False, "app.update.enabled": False,
        "network.captive-portal-service.enabled": False, "network.connectivity-service.enabled": False,
        "extensions.update.enabled": False, "browser.safebrowsing.malware.enabled": False,
        "browser.safebrowsing.phishing.enabled": False, "services.settings.server": "", "termsofuse.bypassNotification": True,
        "browser.startup.page": 0, "dom.ipc.processPrelaunch.enabled": False, "toolkit.startup.max_resumed_crashes": -1,
        "browser.tabs.warnOnClose": False,
        # One process for all pages, and nothing that is written or painted for each of them.
        "fission.autostart": False, "dom.ipc.processCount": 1, "browser.sessionhistory.max_total_viewers": 0,
        "browser.sessionstore.interval": 1_000_000_000, "places.history.enabled": False, "ui.prefersReducedMotion": 1,
        "accessibility.force_disabled": 1, "nglayout.initialpaint.delay": 60_000,
    }
    write(profile, "user.js", "".join(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n"
                                      for name, value in preferences.items()))
    return [program("firefox-esr", "firefox"), "--headless", "--no-remote", "--window-size", "200,100",
            "--profile", profile, url]


def webkit(place, url):
    return [mini_browser(), "--geometry=200x100", url]


def mini_browser():
    """Debian keeps it beside the library, where no PATH leads."""
    places = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/libexec", "/usr/lib64", "/usr/lib"]
    paths = [f"{place}/{name}/MiniBrowser" for place in places for name in ("webkit2gtk-4.1", "webkitgtk-6.0", "webkit2gtk-4.0")]
    return next(filter(os.path.exists, paths), None)


BROWSERS = {"chromium": chromium, "firefox": firefox, "webkit": webkit}


def browser_version(name):
    if name == "webkit":
        # The program prints no version; the library lies beside the folder of the program.
        beside, folder = os.path.split(os.path.dirname(mini_browser()))
        library = ctypes.CDLL(glob.glob(f"{beside}/lib{folder}.so.*")[0])
        return ".".join(str(library[f"webkit_get_{part}_version"]()) for part in ("major", "minor", "micro"))
    path = program("firefox-esr", "firefox") if name == "firefox" else chromium("", "")[0]
    said = subprocess.run([path, "--version"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout
    return re.search(r"\d+(\.\d+)+", said).group()


class Display:
    """An X server without a screen, for WebKitGTK alone."""

    def __init__(self, name):
        self.server = None
        if name == "webkit":
            reading, writing = os.pipe()
            self.server = subprocess.Popen(
                [program("Xvfb"), "-displayfd", str(writing), "-screen", "0", "1024x768x24", "-nolisten", "tcp"],
                pass_fds=[writing], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
            os.close(writing)
            with os.fdopen(reading) as numbers:
                os.environ["DISPLAY"] = ":" + numbers.readline().strip()
            os.environ.update(GDK_BACKEND="x11", LIBGL_ALWAYS_SOFTWARE="1", NO_AT_BRIDGE="1")
            os.environ.update(WEBKIT_DISABLE_COMPOSITING_MODE="1", WEBKIT_DISABLE_DMABUF_RENDERER="1")

    def close(self):
        if self.server:
            stop(self.server)
