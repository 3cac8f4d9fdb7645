"""Who listens to a live run: programs that read all they are sent, and programs that connect and never read."""

import base64
import os
import re
import shutil
import socket
import subprocess
import threading
from urllib.parse import urlsplit

from instruments import SILENT, wait_for


class Listeners:
    """Two at each address that is listened at, one of which never reads. received: bytes that the others read, by name."""

    def __init__(self):
        self.received, self.lost, self.open, self.sockets = {}, [], [], []
        self.ended = threading.Event()
        threading.Thread(target=self.answer, daemon=True).start()

    def socket_file(self, path):
        """Programs at a local socket."""
        for reads in (True, False):
            connection = socket.socket(socket.AF_UNIX)
            connection.connect(str(path))
            self.keep("unix", connection, reads)

    def web_socket(self, name, address, first=()):
        """Programs or pages at a WebSocket. first: messages that they begin with."""
        for reads in (True, False):
            place = urlsplit(address)
            connection = socket.create_connection((place.hostname, place.port))
            key = base64.b64encode(os.urandom(16)).decode()
            connection.sendall((f"GET {place.path} HTTP/1.1\r\nHost: {place.netloc}\r\nOrigin: http://{place.netloc}\r\n"
                                "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                                f"Sec-WebSocket-Key: {key}\r\n\r\n").encode())
            answer = connection.recv(12)
            if b" 101" not in answer:
                raise SystemExit(f"{name}: {answer!r}")
            for message in first:
                # Masked, with zeros: a message of a browser must be.
                connection.sendall(bytes([0x81, 0x80 | len(message)]) + bytes(4) + message.encode())
            self.sockets.append(connection)
            self.keep(name, connection, reads)

    def answer(self):
        """Pongs for pings that nobody reads: a browser that says nothing for a minute is taken for gone."""
        while not self.ended.wait(10):
            for connection in self.sockets:
                try:
                    connection.sendall(bytes([0x8A, 0x80, 0, 0, 0, 0]))
                except OSError:
                    pass

    def datagrams(self, name):
        """A program that gets datagrams. - Returns: its port."""
        receiver = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        receiver.bind(("127.0.0.1", 0))
        self.keep(name, receiver, True)
        return receiver.getsockname()[1]

    def keep(self, name, connection, reads):
        self.open.append(connection)
        if reads:
            self.received[name] = 0
            threading.Thread(target=self.read, args=(name, connection), daemon=True).start()

    def read(self, name, connection):
        try:
            while count := len(connection.recv(1 << 16)):
                self.received[name] += count
        except OSError:
            pass
        if not self.ended.is_set():
            self.lost.append(name)

    def expect_end(self):
        """From now on whoever is cut off is not noted."""
        self.ended.set()

    def close(self):
        for connection in self.open:
            connection.close()


class Broker:
    """mosquitto and a program that subscribes to everything; without mosquitto nothing."""

    def __init__(self, folder):
        self.address, self.processes, self.heard = None, [], folder / "heard"
        if not shutil.which("mosquitto"):
            return
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        (folder / "mosquitto.conf").write_text(f"listener {port} 127.0.0.1\nallow_anonymous true\n")
        self.processes.append(subprocess.Popen(["mosquitto", "-c", folder / "mosquitto.conf"], **SILENT))
        wait_for(lambda: listens(port), 10)
        self.address = f"mqtt://127.0.0.1:{port}?late=0"
        if shutil.which("mosquitto_sub"):
            command = ["mosquitto_sub", "-p", str(port), "-t", "motionq/+/event", "-F", "%p"]
            with open(self.heard, "wb") as heard:
                self.processes.append(subprocess.Popen(command, **SILENT | {"stdout": heard}))

    def close(self):
        for process in reversed(self.processes):
            process.terminate()
            process.wait()

    @property
    def messages(self):
        return self.heard.read_bytes().count(b"\n") if self.heard.exists() else 0


def listens(port):
    try:
        socket.create_connection(("127.0.0.1", port)).close()
        return True
    except OSError:
        return False


def address(said, name, scheme):
    """The address that a program said after a name; None if it did not yet."""
    found = re.search(rf"^{name}: ({scheme}://\S+)$", said, re.MULTILINE)
    return found and found.group(1)
