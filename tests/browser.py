"""A real browser, driven through the DevTools protocol over a pair of pipes: headless Chromium, as
small as the tests need it."""

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time
from itertools import count
from pathlib import Path

import pytest

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--force-color-profile=srgb",
    "--remote-debugging-pipe",
)
SECONDS = 30.0  # that an answer may take
KEYS = {
    " ": ("Space", 32),
    "ArrowRight": ("ArrowRight", 39),
    "ArrowLeft": ("ArrowLeft", 37),
    "Home": ("Home", 36),
    "End": ("End", 35),
    "Tab": ("Tab", 9),
    "Enter": ("Enter", 13),
}


def chromium():
    """The browser's path; a test that needs one is skipped where there is none."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None:
        pytest.skip("there is no Chromium here: install the package “chromium”")
    return found


class Browser:
    """One page of a browser with a profile of its own."""

    def __init__(self):
        self._profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        to_read, self._to = os.pipe()
        self._from, to_write = os.pipe()
        command = [chromium(), *FLAGS, f"--user-data-dir={self._profile.name}", "about:blank"]
        self._process = subprocess.Popen(  # the protocol wants descriptors 3 and 4
            ["bash", "-c", f'exec "$@" 3<&{to_read} 4>&{to_write}', "bash", *command],
            pass_fds=(to_read, to_write),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(to_read)
        os.close(to_write)
        self._numbers = count(1)
        self._rest = b""
        self._session = None
        self.events = []
        pages = self.ask("Target.getTargets")["targetInfos"]
        page = next(each for each in pages if each["type"] == "page")
        attached = self.ask("Target.attachToTarget", targetId=page["targetId"], flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log", "Accessibility"):
            self.ask(f"{domain}.enable")

    def close(self):
        self._session = None
        try:
            self.ask("Browser.close")
        except (AssertionError, OSError):
            self._process.kill()
        self._process.wait(10)
        os.close(self._to)
        os.close(self._from)
        self._profile.cleanup()

    # Asking

    def ask(self, method, **params):
        """The answer to a command; events that come before it are kept."""
        number = next(self._numbers)
        message = {"id": number, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._to, json.dumps(message).encode() + b"\0")
        until = time.monotonic() + SECONDS
        while True:
            answer = self._next(until)
            if answer.get("id") == number:
                assert "error" not in answer, (method, answer["error"])
                return answer["result"]
            self.events.append(answer)

    def _next(self, until):
        while b"\0" not in self._rest:
            ready, _, _ = select.select([self._from], [], [], max(0, until - time.monotonic()))
            assert ready, "the browser does not answer"
            more = os.read(self._from, 1 << 16)
            assert more, "the browser has ended"
            self._rest += more
        message, _, self._rest = self._rest.partition(b"\0")
        return json.loads(message)

    def value(self, expression):
        """What an expression of JavaScript is in the page; a promise is waited for."""
        answer = self.ask(
            "Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True
        )
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def wait(self, expression, seconds=SECONDS):
        """Wait until it is true."""
        until = time.monotonic() + seconds
        while not self.value(expression):
            assert time.monotonic() < until, expression
            time.sleep(0.02)

    # Doing

    def open(self, path: Path, ready="document.documentElement.dataset.ready === 'yes'"):
        self.events.clear()
        self.ask("Page.navigate", url=path.resolve().as_uri())
        self.wait(f"document.readyState === 'complete' && ({ready})")

    def look(self, width=1440, height=900, scheme="light", motion="no-preference", scale=1):
        """The size of the window, and what the reader prefers."""
        self.ask(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=scale,
            mobile=width < 600,
        )
        wishes = {"prefers-color-scheme": scheme, "prefers-reduced-motion": motion}
        features = [{"name": name, "value": value} for name, value in wishes.items()]
        self.ask("Emulation.setEmulatedMedia", features=features)

    def press(self, key):
        code, number = KEYS[key]
        about = {"key": key, "code": code, "windowsVirtualKeyCode": number}
        typed = {"text": {" ": " ", "Enter": "\r"}[key]} if key in (" ", "Enter") else {}
        self.ask("Input.dispatchKeyEvent", type="keyDown", **about, **typed)
        self.ask("Input.dispatchKeyEvent", type="keyUp", **about)

    def mouse(self, kind, x, y, held=False):
        button = "left" if held or kind != "mouseMoved" else "none"
        self.ask(
            "Input.dispatchMouseEvent",
            type=kind,
            x=x,
            y=y,
            button=button,
            buttons=int(held or kind == "mousePressed"),
            clickCount=1,
        )

    def click(self, selector):
        self.value(f"document.querySelector({selector!r}).scrollIntoView({{block: 'center'}})")
        x, y = self.middle(selector)
        self.mouse("mouseMoved", x, y)
        self.mouse("mousePressed", x, y)
        self.mouse("mouseReleased", x, y)

    def middle(self, selector):
        box = self.value(
            f"(b => [b.x + b.width / 2, b.y + b.height / 2])(document.querySelector({selector!r}).getBoundingClientRect())"
        )
        return tuple(box)

    def screenshot(self, path=None):
        made = base64.b64decode(self.ask("Page.captureScreenshot", format="png")["data"])
        if path is not None:
            Path(path).write_bytes(made)
        return made

    # What must not be

    def complaints(self):
        """What stands in the console."""
        loud = ("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded")
        return [each for each in self.events if each.get("method") in loud]

    def requests(self):
        """The addresses that were asked for, apart from the page itself."""
        sent = [
            each["params"]["request"]["url"]
            for each in self.events
            if each.get("method") == "Network.requestWillBeSent"
        ]
        return [url for url in sent if not url.startswith("file:")]
