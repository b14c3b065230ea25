"""A server whose answers are mostly wrong, at the level of the socket.

Arguments: optionally a file with a certificate and its key. Prints its port. Ends with its standard input. The path chooses the answer; a proxy may send the whole address.
"""
import gzip
import os
import socket
import ssl
import sys
import threading

FILE = bytes(range(256)) * 4000
ended = threading.Event()
requests = 0
lock = threading.Lock()


def head(status, *lines):
    return ("\r\n".join([f"HTTP/1.1 {status}", *lines]) + "\r\n\r\n").encode()


def whole(body, *lines, status="200 OK"):
    return head(status, f"Content-Length: {len(body)}", *lines) + body


def part(start, tag='"one"', shown=None):
    shown = start if shown is None else shown
    body = FILE[start:]
    place = f"Content-Range: bytes {shown}-{shown + len(body) - 1}/{shown + len(body)}"
    return head("206 Partial Content", f"Content-Length: {len(body)}", place, f"ETag: {tag}") + body


def slowly(connection, pause, byte=b"x"):
    connection.sendall(head("200 OK", f"Content-Length: {len(FILE)}"))
    while not ended.is_set():
        if byte:
            connection.sendall(byte)
        ended.wait(pause)


def answer(connection, path, headers, port, scheme):
    """Sends the answer; returns whether the connection stays."""
    here = f"{scheme}://localhost:{port}"
    kind, _, rest = path[1:].partition("/")
    asked = headers.get("range")
    start = int(asked[len("bytes="):-1]) if asked else 0
    if kind == "file":
        tag = '"' + (rest or "one") + '"'
        if asked and headers.get("if-range", tag) == tag:
            connection.sendall(part(start, tag))
        else:
            connection.sendall(whole(FILE, f"ETag: {tag}"))
    elif kind == "status":
        number, _, wait = rest.partition("/")
        lines = [f"Retry-After: {wait}"] if wait else []
        connection.sendall(whole(b"a page", *lines, status=f"{number} Word"))
    elif kind == "away":
        connection.sendall(whole(b"", f"Location: {rest}", status="302 Found"))
    elif kind == "itself":
        connection.sendall(whole(b"a page", "Location: /itself", status="301 Moved"))
    elif kind == "hops":
        count = int(rest)
        target = f"/hops/{count - 1}" if count > 1 else "/file"
        connection.sendall(whole(b"", f"Location: {target}", status="307 Elsewhere"))
    elif kind == "cut":
        connection.sendall(head("200 OK", f"Content-Length: {len(FILE)}", 'ETag: "one"') + FILE[:len(FILE) * 4 // 10])
        return False
    elif kind == "silence":
        ended.wait()
    elif kind == "stall":
        slowly(connection, 60, b"")
    elif kind == "slow":
        slowly(connection, 1)
    elif kind == "longer":
        connection.sendall(whole(FILE + b"more"))
    elif kind == "shorter":
        connection.sendall(whole(FILE[:-4]))
    elif kind == "flipped":
        connection.sendall(whole(bytes([FILE[0] ^ 1]) + FILE[1:]))
    elif kind == "endless":
        connection.sendall(head("200 OK", "Connection: close"))
        while not ended.is_set():
            connection.sendall(FILE)
    elif kind == "bomb":
        connection.sendall(whole(gzip.compress(bytes(100_000_000)), "Content-Encoding: gzip"))
    elif kind == "junk":
        connection.sendall(whole(gzip.compress(FILE) + b"junk", "Content-Encoding: gzip"))
    elif kind == "whole":
        connection.sendall(whole(FILE))
    elif kind == "elsewhere":
        connection.sendall(part(start, shown=start + 7))
    elif kind == "unasked":
        connection.sendall(part(0))
    elif kind == "page":
        connection.sendall(whole(b"<html>Please sign in</html>", "Content-Type: text/html"))
    elif kind == "header":
        connection.sendall(b"HTTP/1.1 200 OK\r\n")
        while not ended.is_set():
            connection.sendall(b"Header: " + b"x" * 1000 + b"\r\n")
    elif kind == "noise":
        connection.sendall(b"\0\1\2 no server of the web\r\n\r\n")
        return False
    elif kind == "requests":
        connection.sendall(whole(str(requests).encode()))
    elif kind == "secret":
        connection.sendall(whole(repr(sorted(headers)).encode()))
    else:
        connection.sendall(whole(here.encode(), status="404 Not Found"))
    return True


def serve(connection, port, context):
    global requests
    try:
        if context:
            connection = context.wrap_socket(connection, server_side=True)
        reader = connection.makefile("rb")
        while line := reader.readline().decode("latin-1"):
            path = line.split()[1]
            if path.startswith("http://"):
                path = "/" + path.split("/", 3)[3]
            headers = {}
            while (text := reader.readline().decode("latin-1").strip()) != "":
                name, _, value = text.partition(":")
                headers[name.lower()] = value.strip()
            with lock:
                requests += 1
            if not answer(connection, path, headers, port, "https" if context else "http"):
                break
    except (OSError, IndexError, ValueError):
        pass
    finally:
        try:
            connection.close()
        except OSError:
            pass


def accept(listener, port, context):
    while True:
        connection, _ = listener.accept()
        threading.Thread(target=serve, args=(connection, port, context), daemon=True).start()


context = None
if len(sys.argv) > 1:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[1])
listener = socket.create_server(("127.0.0.1", 0), backlog=50)
port = listener.getsockname()[1]
threading.Thread(target=accept, args=(listener, port, context), daemon=True).start()
print(port, flush=True)
sys.stdin.read()
os._exit(0)
