"""A server of a folder that holds a request until it is told to go on.

Arguments: a folder, and a file for a line of each request. Prints its port. Has ranges and strong tags. Lines on standard input:
"hold N PERCENT" holds the N-th request from now after that part of its body, and then writes "held" to the file; "go" goes on
with it and holds no more. Ends with its standard input.
"""
import os
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote

folder, log = sys.argv[1], open(sys.argv[2], "a", buffering=1)
lock = threading.Lock()
held = {"left": 0, "percent": 0, "go": threading.Event()}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        with lock:
            held["left"] -= 1
            go = held["go"] if held["left"] == 0 else None
            percent = held["percent"] if go else 100
        path = os.path.normpath(folder + unquote(self.path))
        body, tag = b"", None
        if path.startswith(folder + "/") and os.path.isfile(path):
            with open(path, "rb") as file:
                body = file.read()
            tag = f'"{len(body)}-{os.stat(path).st_mtime_ns}"'
        start = 0
        asked = self.headers.get("Range", "")
        if tag and asked.startswith("bytes=") and self.headers.get("If-Range", tag) == tag:
            start = int(asked[len("bytes="):].split("-")[0])
        status = 404 if tag is None else 206 if start else 200
        rest = body[start:]
        print(f'"GET {self.path} HTTP/1.1" {status} {len(rest)}', file=log)
        try:
            if go and percent == 0:
                print("held", file=log)
                go.wait()
            self.send_response(status)
            self.send_header("Content-Length", str(len(rest)))
            if tag:
                self.send_header("ETag", tag)
            if start:
                self.send_header("Content-Range", f"bytes {start}-{len(body) - 1}/{len(body)}")
            self.end_headers()
            sent = len(rest) * percent // 100
            self.wfile.write(rest[:sent])
            self.wfile.flush()
            if go and percent > 0:
                print("held", file=log)
                go.wait()
            self.wfile.write(rest[sent:])
        except OSError:
            self.close_connection = True


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
# A client that is killed closes its connection.
server.handle_error = lambda *_: None
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_address[1], flush=True)
for line in sys.stdin:
    words = line.split()
    with lock:
        if words[0] == "hold":
            held.update(left=int(words[1]), percent=int(words[2]), go=threading.Event())
            print("ready", file=log)
        else:
            held["left"] = 0
            held["go"].set()
os._exit(0)
