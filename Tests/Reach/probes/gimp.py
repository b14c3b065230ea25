"""Draws text with one GIMP that stays open: gimp.py FAMILY. For each size on standard input, what the picture shows."""

import pathlib
import socket
import struct
import subprocess
import sys
import tempfile
import time

sys.path.append(str(pathlib.Path(__file__).parent.parent))
import ink

folder = pathlib.Path(tempfile.mkdtemp())
with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    port = free.getsockname()[1]
gimp = subprocess.Popen(
    ["gimp-console", "--no-data", "--batch-interpreter=plug-in-script-fu-eval",
     f'--batch=(plug-in-script-fu-server 1 "127.0.0.1" {port} "")'],
    stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def connect():
    for _ in range(600):
        try:
            return socket.create_connection(("127.0.0.1", port))
        except OSError:
            # The server reports its start to nobody.
            time.sleep(0.1)
    sys.exit("GIMP does not answer")


def run(expression):
    """Runs an expression in the Script-Fu server; whether it succeeded."""
    data = expression.encode()
    server.sendall(b"G" + struct.pack(">H", len(data)) + data)
    head = server.recv(4, socket.MSG_WAITALL)
    server.recv(struct.unpack(">H", head[2:4])[0], socket.MSG_WAITALL)
    return head[1] == 0


server = connect()
try:
    for number, line in enumerate(iter(sys.stdin.readline, "")):
        size = int(float(line))
        picture = folder / f"{number}.png"
        run(f"""(let* ((image (car (gimp-image-new {20 * size} {3 * size} RGB)))
                       (layer (car (gimp-layer-new image {20 * size} {3 * size} RGB-IMAGE "white" 100 LAYER-MODE-NORMAL))))
                  (gimp-image-insert-layer image layer 0 0)
                  (gimp-context-set-background '(255 255 255))
                  (gimp-drawable-fill layer FILL-BACKGROUND)
                  (gimp-context-set-foreground '(0 0 0))
                  (gimp-text-fontname image -1 2 2 "{ink.TEXT}" 0 TRUE {size} PIXELS "{sys.argv[1]}")
                  (file-png-save RUN-NONINTERACTIVE image (car (gimp-image-flatten image)) "{picture}" "" 0 9 0 0 0 0 0)
                  (gimp-image-delete image))""")
        print(ink.line(ink.of_file(picture, size)), flush=True)
finally:
    gimp.kill()
