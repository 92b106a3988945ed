"""A page in headless Chromium, used as a reader uses it, for report.py and report_large.py."""
import json
import shutil
import time

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys


class Page:
    def __init__(self, path):
        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which("chromium")
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1280,900"):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(service=Service(shutil.which("chromedriver")), options=options)
        start = time.time()
        self.driver.get(path if "://" in path else "file://" + path)
        self.load_s = time.time() - start

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.driver.quit()

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def milliseconds(self, script, *arguments):
        """The time of a script in the page, including the layout."""
        return self.run("const start = performance.now();" + script + "; document.body.offsetHeight; return performance.now() - start", *arguments)

    def find(self, css):
        return self.driver.find_element(By.CSS_SELECTOR, css)

    def text(self, css):
        return self.run("return document.querySelector(arguments[0]).textContent", css)

    def cells(self, column):
        """The texts of a column of the table on its current page."""
        return self.run("""const names = [...document.querySelectorAll('#table th')].map(th => th.dataset.column);
            return [...document.querySelectorAll('#table tbody tr')].map(tr => tr.children[names.indexOf(arguments[0])].textContent)""", column)

    def filter(self, text):
        box = self.find("#filter")
        box.clear()
        box.send_keys(text)
        if text == "":
            self.run("document.getElementById('filter').dispatchEvent(new Event('input'))")

    def choose(self, axis, value):
        self.run("const s = document.getElementById('axis-' + arguments[0]); s.value = arguments[1]; s.dispatchEvent(new Event('change'))", axis, value)
        chosen = self.run("return document.getElementById('axis-' + arguments[0]).value", axis)
        assert chosen == value, f"{axis} has no choice {value}; it is {chosen}"

    def shown(self):
        """The rows of the chart's data table."""
        if not self.run("return document.getElementById('plot-data').open"):
            self.find("#plot-data summary").click()
            time.sleep(0.2)
        return self.run("return [...document.querySelectorAll('#plot-data tbody tr')].map(tr => [...tr.children].map(td => td.textContent))")

    def move_over(self, css):
        """Moves the mouse along the diagonal of an element, so that it meets points of a chart."""
        element = self.find(css)
        width, height = element.size["width"], element.size["height"]
        for i in range(-9, 10):
            ActionChains(self.driver).move_to_element_with_offset(element, int(i * width / 20), int(i * height / 20)).perform()

    def keys(self, *keys):
        chain = ActionChains(self.driver)
        for key in keys:
            chain.send_keys(key)
        chain.perform()

    def tab_to(self, condition, most=80):
        """Presses Tab until the condition holds for the element e with the keyboard focus."""
        for _ in range(most):
            self.keys(Keys.TAB)
            if self.run(f"const e = document.activeElement; return Boolean({condition})"):
                return
        raise AssertionError(f"Tab, pressed {most} times, did not reach {condition}")

    def check_quiet(self, own="file:"):
        """Checks that the console has no errors, and that all requests were for addresses that begin with `own`."""
        logs = self.driver.get_log("browser")
        assert not logs, f"console: {logs}"
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                url = message["params"]["request"]["url"]
                assert url.startswith((own, "data:")), f"request of {url}"
