"""Draws text in Thunderbird's window: thunderbird.py FAMILY PROFILE. For each size on standard input, what the picture shows."""

import json
import pathlib
import socket
import subprocess
import sys
import time

family, profile = sys.argv[1:3]
page = (pathlib.Path(__file__).parent / "page.html").read_text()
# The page's own function reads the picture.
function = page[page.index("function reading"):page.index("setInterval")]
with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    port = free.getsockname()[1]
pathlib.Path(profile).mkdir(exist_ok=True)
(pathlib.Path(profile) / "user.js").write_text(f'user_pref("marionette.port", {port});\n')
thunderbird = subprocess.Popen(
    ["thunderbird", "--headless", "--no-remote", "--marionette", "--remote-allow-system-access", "--profile", profile],
    stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def connect():
    for _ in range(600):
        try:
            return socket.create_connection(("127.0.0.1", port))
        except OSError:
            # Marionette reports its start to nobody.
            time.sleep(0.1)
    sys.exit("Thunderbird does not answer")


server = connect()


def receive():
    digits = b""
    while not digits.endswith(b":"):
        digits += server.recv(1)
    return json.loads(server.recv(int(digits[:-1]), socket.MSG_WAITALL))


def call(number, command, parameters):
    text = json.dumps([0, number, command, parameters]).encode()
    server.sendall(b"%d:%s" % (len(text), text))
    return receive()[3]


receive()
call(1, "WebDriver:NewSession", {})
call(2, "Marionette:SetContext", {"value": "chrome"})
script = f"""
const query = new Map([["family", {json.dumps(family)}]]);
const canvas = document.createElementNS("http://www.w3.org/1999/xhtml", "canvas");
{function}
return reading(arguments[0]);
"""
try:
    for number, line in enumerate(iter(sys.stdin.readline, ""), start=3):
        answer = call(number, "WebDriver:ExecuteScript", {"script": script, "args": [int(float(line))]})
        print((answer or {}).get("value"), flush=True)
finally:
    thunderbird.kill()
