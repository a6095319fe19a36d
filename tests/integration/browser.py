"""A real browser for tests: Chromium without a window, driven through its debugging pipe."""

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time


def find_chromium():
    for name in ("chromium", "chromium-browser", "google-chrome"):
        path = shutil.which(name)
        if path:
            return path
    return None


class Browser:
    """with Browser() as browser: tab = browser.open(url, width=390, dark=True)"""

    def __init__(self, timeout=60.0):
        self._timeout = timeout
        self._next = 0
        self._buffer = b""
        self.events = []

    def __enter__(self):
        self._profile = tempfile.mkdtemp(prefix="surefoot_browser_")
        their_in, self._out = os.pipe()
        self._in, their_out = os.pipe()

        def pipes():
            # Chromium reads from 3 and writes to 4.
            copy_in, copy_out = os.dup(their_in), os.dup(their_out)
            os.dup2(copy_in, 3)
            os.dup2(copy_out, 4)

        self._process = subprocess.Popen(
            [find_chromium(), "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe",
             "--disable-dev-shm-usage", "--no-first-run", "--disable-background-networking",
             "--hide-scrollbars", "--host-resolver-rules=MAP * ~NOTFOUND", "--disable-extensions",
             f"--user-data-dir={self._profile}", "about:blank"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            close_fds=False, preexec_fn=pipes)
        os.close(their_in)
        os.close(their_out)
        return self

    def __exit__(self, *_):
        self._process.terminate()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        os.close(self._in)
        os.close(self._out)
        shutil.rmtree(self._profile, ignore_errors=True)

    def _message(self, deadline):
        while b"\0" not in self._buffer:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self._in], [], [], left)[0]:
                raise TimeoutError("the browser does not answer")
            data = os.read(self._in, 1 << 20)
            if not data:
                raise EOFError("the browser ended")
            self._buffer += data
        text, _, self._buffer = self._buffer.partition(b"\0")
        return json.loads(text)

    def call(self, method, session=None, **parameters):
        self._next += 1
        message = {"id": self._next, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self._out, data):]
        deadline = time.monotonic() + self._timeout
        while True:
            answer = self._message(deadline)
            if answer.get("id") != self._next:
                self.events.append(answer)
                continue
            if "error" in answer:
                raise RuntimeError(f"{method}: {answer['error']}")
            return answer["result"]

    def wait_for(self, method, session):
        deadline = time.monotonic() + self._timeout
        while not any(e.get("method") == method and e.get("sessionId") == session for e in self.events):
            self.events.append(self._message(deadline))

    def open(self, url, **options):
        return Tab(self, url, **options)


class Tab:
    def __init__(self, browser, url, width=1440, height=900, dark=False, scripts=True):
        self._browser = browser
        self._target = browser.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = browser.call("Target.attachToTarget", targetId=self._target,
                                     flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=width < 600)
        self.set_media("screen", dark)
        if not scripts:
            self.call("Emulation.setScriptExecutionDisabled", value=True)
        self.call("Page.navigate", url=url)
        browser.wait_for("Page.loadEventFired", self._session)
        self.width = width

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._browser.call("Target.closeTarget", targetId=self._target)

    def call(self, method, **parameters):
        return self._browser.call(method, session=self._session, **parameters)

    def set_media(self, media, dark):
        self.call("Emulation.setEmulatedMedia", media=media, features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def value(self, expression):
        """The value of a JavaScript expression, as JSON."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True,
                           awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{expression}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def move(self, x, y):
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def screenshot(self, path):
        size = self.call("Page.getLayoutMetrics")["cssContentSize"]
        picture = self.call("Page.captureScreenshot", captureBeyondViewport=True, clip={
            "x": 0, "y": 0, "width": self.width, "height": min(size["height"], 16000), "scale": 1})
        with open(path, "wb") as file:
            file.write(base64.b64decode(picture["data"]))

    def _events(self, method):
        return [e["params"] for e in self._browser.events
                if e.get("method") == method and e.get("sessionId") == self._session]

    def requests(self):
        return [e["request"]["url"] for e in self._events("Network.requestWillBeSent")]

    def errors(self):
        """Errors and warnings of the browser."""
        self.value("1")  # all earlier messages have arrived after this
        return ([str(e["exceptionDetails"]) for e in self._events("Runtime.exceptionThrown")] +
                [str(e["args"]) for e in self._events("Runtime.consoleAPICalled")
                 if e["type"] in ("error", "warning", "assert")] +
                [e["entry"]["text"] for e in self._events("Log.entryAdded")
                 if e["entry"]["level"] in ("error", "warning")])
