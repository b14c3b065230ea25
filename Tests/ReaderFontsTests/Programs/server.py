"""A web server on this machine, whose document is a file that a test writes.

Arguments: the file, and optionally a file with a certificate and its key. Prints its port. Ends with its standard input. A line per request goes to the file with .log added.
"""
import gzip
import hashlib
import http.server
import os
import ssl
import sys
import threading

document = sys.argv[1]
ended = threading.Event()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def handle(self):
        try:
            super().handle()
        except (ConnectionResetError, ssl.SSLError):
            pass

    def answer(self, status, body=b"", **headers):
        with open(document + ".log", "a") as log:
            log.write(f"{self.path} {status}\n")
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        if "Content_Length" not in headers:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        try:
            self.act()
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def act(self):
        host = f"http://127.0.0.1:{self.server.server_port}"
        kind, _, rest = self.path[1:].partition("/")
        if kind == "document":
            with open(document, "rb") as file:
                body = file.read()
            tag = '"' + hashlib.sha256(body).hexdigest() + '"'
            date = self.date_time_string(1_000_000_000)
            if self.headers["If-None-Match"] == tag and self.headers["If-Modified-Since"] == date:
                self.answer(304, ETag=tag)
            else:
                self.answer(200, body, ETag=tag, Last_Modified=date)
        elif kind == "hops":
            count = int(rest)
            self.answer(302, Location=f"{host}/hops/{count - 1}" if count > 1 else "/document")
        elif kind == "away":
            self.answer(302, Location=rest)
        elif kind == "status":
            self.answer(int(rest))
        elif kind == "deep":
            self.answer(200, b'{"a":' * 400_000 + b"1" + b"}" * 400_000)
        elif kind == "many":
            self.answer(200, b'{"a":[' + b"0," * 1_000_000 + b"0]}")
        elif kind == "announced":
            self.answer(200, b" ", Content_Length="5000000")
            ended.wait()
        elif kind == "compressed":
            self.answer(200, gzip.compress(bytes(50_000_000)), Content_Encoding="gzip")
        elif kind == "short":
            self.answer(200, b"{", Content_Length="1000")
            self.close_connection = True
        elif kind == "endless" or kind == "slow":
            self.send_response(200)
            self.send_header("Connection", "close")
            self.end_headers()
            while not ended.is_set():
                self.wfile.write(b" " * (1 if kind == "slow" else 65536))
                if kind == "slow":
                    ended.wait(0.01)
        elif kind == "headers":
            self.wfile.write(b"HTTP/1.1 200 OK\r\n")
            while not ended.is_set():
                self.wfile.write(b"Header: " + b"x" * 1000 + b"\r\n")
        elif kind == "noise":
            self.wfile.write(b"\0\1\2 no server of the web\r\n\r\n")
            self.close_connection = True
        elif kind == "silent":
            ended.wait()


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
if len(sys.argv) > 2:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[2])
    # The handshake is part of a connection's thread.
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_port, flush=True)
sys.stdin.read()
os._exit(0)
