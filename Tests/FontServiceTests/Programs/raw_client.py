"""Talks D-Bus over the bare socket: whatever no library would send.

    raw_client.py ADDRESS COMMAND [ARGUMENT]...

Commands are the functions at the end; they report in lines on standard output and listen to lines on standard input.
"""
import array
import json
import os
import random
import select
import socket
import struct
import sys
import xml.etree.ElementTree

NAME = 'org.fontd.FontRegistry1'
PATH = '/org/fontd/FontRegistry1'
BUS = ('org.freedesktop.DBus', '/org/freedesktop/DBus', 'org.freedesktop.DBus')
FIXED = {'y': ('B', 1), 'b': ('I', 4), 'n': ('h', 2), 'q': ('H', 2), 'i': ('i', 4), 'u': ('I', 4), 'x': ('q', 8),
         't': ('Q', 8), 'd': ('d', 8), 'h': ('I', 4)}
CALL, RETURN, ERROR, SIGNAL = 1, 2, 3, 4
NO_REPLY, NO_AUTO_START = 1, 2


def alignment(kind):
    if kind in FIXED:
        return FIXED[kind][1]
    return {'s': 4, 'o': 4, 'g': 1, 'v': 1, 'a': 4, '(': 8, '{': 8}[kind]


def split(signature):
    """The complete types of a signature."""
    types, place = [], 0
    while place < len(signature):
        end = place
        while signature[end] == 'a':
            end += 1
        depth = 0
        while True:
            depth += (signature[end] in '({') - (signature[end] in ')}')
            end += 1
            if depth == 0:
                break
        types.append(signature[place:end])
        place = end
    return types


class Writer:
    def __init__(self, order='<'):
        self.bytes, self.order = bytearray(), order

    def pad(self, size):
        self.bytes += bytes(-len(self.bytes) % size)

    def put(self, kind, value):
        first = kind[0]
        self.pad(alignment(first))
        if first in FIXED:
            self.bytes += struct.pack(self.order + FIXED[first][0], value)
        elif first in 'so':
            text = value if isinstance(value, bytes) else value.encode()
            self.bytes += struct.pack(self.order + 'I', len(text)) + text + b'\0'
        elif first == 'g':
            self.bytes += bytes([len(value)]) + value.encode() + b'\0'
        elif first == 'v':
            self.put('g', value[0])
            self.put(*value)
        elif first == 'a':
            place = len(self.bytes)
            self.bytes += bytes(4)
            self.pad(alignment(kind[1]))
            start = len(self.bytes)
            if kind == 'ay':
                self.bytes += bytes(value)
            else:
                for element in value:
                    self.put(kind[1:], element)
            struct.pack_into(self.order + 'I', self.bytes, place, len(self.bytes) - start)
        else:
            for part, element in zip(split(kind[1:-1]), value):
                self.put(part, element)


class Reader:
    def __init__(self, data, order):
        self.data, self.order, self.place = data, order, 0

    def get(self, kind):
        first = kind[0]
        self.place += -self.place % alignment(first)
        if first in FIXED:
            code, size = FIXED[first]
            value, = struct.unpack_from(self.order + code, self.data, self.place)
            self.place += size
            return value
        if first in 'so':
            size = self.get('u')
            self.place += size + 1
            return self.data[self.place - size - 1:self.place - 1].decode()
        if first == 'g':
            size = self.get('y')
            self.place += size + 1
            return self.data[self.place - size - 1:self.place - 1].decode()
        if first == 'v':
            return self.get(self.get('g'))
        if first == 'a':
            size = self.get('u')
            self.place += -self.place % alignment(kind[1])
            end, values = self.place + size, []
            while self.place < end:
                values.append(self.get(kind[1:]))
            return dict(values) if kind[1] == '{' else values
        return tuple(self.get(part) for part in split(kind[1:-1]))


def message(kind, serial, fields, signature='', body=b'', flags=0, files=0, order='<', version=1):
    """fields: code to (type, value)."""
    fields = dict(fields)
    if signature:
        fields[8] = ('g', signature)
    if files:
        fields[9] = ('u', files)
    writer = Writer(order)
    writer.bytes += struct.pack(order + 'BBBBII', ord('l' if order == '<' else 'B'), kind, flags, version, len(body),
                                serial)
    writer.put('a(yv)', sorted(fields.items()))
    writer.pad(8)
    return bytes(writer.bytes) + body


def to_fontd(member, interface=NAME, path=PATH):
    fields = {1: ('o', path), 3: ('s', member), 6: ('s', NAME)}
    if interface:
        fields[2] = ('s', interface)
    return fields


class Bus:
    def __init__(self, address):
        path = address.split('path=')[1].split(',')[0]
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.socket.sendall(b'\0AUTH EXTERNAL %s\r\n' % str(os.getuid()).encode().hex().encode())
        self.line()
        self.socket.sendall(b'NEGOTIATE_UNIX_FD\r\n')
        self.line()
        self.socket.sendall(b'BEGIN\r\n')
        self.serial, self.input, self.place, self.others = 0, bytearray(), 0, []
        self.name = self.call('Hello', BUS)[1][0]

    def line(self):
        text = b''
        while not text.endswith(b'\r\n'):
            byte = self.socket.recv(1)
            if not byte:
                raise ConnectionError('the bus refuses')
            text += byte

    def next(self):
        self.serial += 1
        return self.serial

    def send(self, data, files=()):
        if files:
            count = self.socket.sendmsg(
                [data[:1]], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array('i', files))])
            data = data[count:]
        self.socket.sendall(data)

    def fill(self):
        data, ancillary, _, _ = self.socket.recvmsg(1 << 18, 4096)
        if not data:
            raise ConnectionError('the bus has hung up')
        self.input += data

    def take(self):
        """A whole message that has come: (type, fields, body, order); None if there is none yet."""
        left = len(self.input) - self.place
        if left >= 16:
            order = '<' if self.input[self.place] == ord('l') else '>'
            body, _, fields = struct.unpack_from(order + 'III', self.input, self.place + 4)
            start = 16 + fields + (-fields % 8)
            if left >= start + body:
                whole = bytes(self.input[self.place:self.place + start + body])
                self.place += len(whole)
                reader = Reader(whole, order)
                reader.place = 12
                return whole[1], dict(reader.get('a(yv)')), whole[start:], order
        del self.input[:self.place]
        self.place = 0
        return None

    def receive(self):
        while True:
            found = self.take()
            if found:
                return found
            self.fill()

    def answer(self, serial):
        """(error name or None, arguments)"""
        while True:
            kind, fields, body, order = self.receive()
            if fields.get(5) != serial:
                self.others.append((kind, fields, body, order))
                continue
            reader = Reader(body, order)
            arguments = [reader.get(part) for part in split(fields.get(8, ''))]
            return (fields.get(4) if kind == ERROR else None), arguments

    def call(self, member, where=(NAME, PATH, NAME), signature='', arguments=(), files=()):
        destination, path, interface = where
        writer, serial = Writer(), self.next()
        for part, value in zip(split(signature), arguments):
            writer.put(part, value)
        fields = {1: ('o', path), 2: ('s', interface), 3: ('s', member), 6: ('s', destination)}
        self.send(message(CALL, serial, fields, signature, bytes(writer.bytes), files=len(files)), files)
        return self.answer(serial)

    def register(self, path, scope='persistent', options=()):
        file = os.open(path, os.O_RDONLY)
        try:
            return self.call('Register', signature='a(sh)sa{sv}', arguments=([(path, 0)], scope, list(options)),
                             files=[file])
        finally:
            os.close(file)


def say(value):
    print(json.dumps(value), flush=True)


# The fuzzer's calls.

WORDS = ['', 'persistent', 'session', 'process', 'any', 'Fuzz-Regular', 'Fuzz 0', 'job', 'default', 'sandboxed', 'é' * 300,
         '/', '/etc/passwd', '../../x', '%s%n', 'a\nb', '\u202e', 'user', 'connection', 'registration', 'x' * 5000, '-1']
KEYS = ['enabled', 'tag', 'replace', 'allowDowngrade', 'atomic', 'lifetime', 'job', 'more', 'scope', 'state', 'provider',
        'limit', 'after', 'offset', 'locale', 'weight', 'width', 'slant', 'languages', 'characters', 'axes', 'traits',
        'outlines', 'scopes', 'file', 'family', 'style', 'postscriptName', 'timeout', 'install', 'use', 'maxFonts',
        'namedInstances', 'removeDuplicates', 'includeDisabled', 'kinds', 'nonsense', '']
NUMBERS = [0, 1, 2, 7, 255, 65535, 2**31 - 1, 2**31, 2**32 - 1, 2**63 - 1, 2**63, 2**64 - 1]
OPTIONS = ['b', 's', 'u', 'i', 'x', 't', 'd', 'as', '(dd)', 'ay', 'v', 'a{sv}', 'o', 'g', 'n', 'q', 'y', 'aas', '(ssss)']


class Fuzzer:
    def __init__(self, seed, fonts):
        self.random = random.Random(seed)
        self.fonts, self.attached, self.kept = fonts, [], []

    def file(self):
        """An open file; mostly one that is no font."""
        choice = self.random.randrange(16)
        pair = None
        if choice == 0:
            pair = os.pipe()
        elif choice == 1:
            pair = [each.detach() for each in socket.socketpair()]
        elif choice == 2:
            file = os.open('/tmp', os.O_RDONLY)
        elif choice in (3, 4):
            file = os.memfd_create('fuzz')
            os.write(file, self.random.randbytes(self.random.randrange(4000)))
            self.kept.append(os.dup(file))
        elif choice == 5:
            file = os.open(self.random.choice(self.fonts), os.O_PATH)
        elif choice == 6:
            file = os.open(self.random.choice(['/dev/zero', '/dev/null', '/dev/full']), os.O_RDWR)
        elif choice == 7:
            file = os.open('/proc/self/status', os.O_RDONLY)
        elif choice == 8:
            file = os.eventfd(0)
        elif choice == 9:
            file = os.open('/proc/self/mem', os.O_RDONLY)
        elif choice == 10:
            file = os.open(self.random.choice(self.fonts), os.O_WRONLY)
        elif choice == 11:
            file = os.memfd_create('huge')
            os.ftruncate(file, self.random.choice([0, 1 << 40, 1 << 20]))
        else:
            file = os.open(self.random.choice(self.fonts), os.O_RDONLY)
        if pair:
            file = pair[0]
            self.kept.append(pair[1])
        self.attached.append(file)
        return len(self.attached) - 1

    def scribble(self):
        """Files that were sent already change now."""
        for file in self.kept[:]:
            if self.random.random() < 0.3:
                try:
                    os.set_blocking(file, False)
                    os.write(file, self.random.randbytes(500))
                except OSError:
                    pass
        while len(self.kept) > 40:
            os.close(self.kept.pop(0))

    def type(self, depth=0):
        choice = self.random.random()
        if depth > 4 or choice < 0.7:
            return self.random.choice('ybnqiuxtdsogvh' if depth < 3 else 'ybnqiuxtdsog')
        if choice < 0.85:
            return 'a' + self.type(depth + 1)
        if choice < 0.93:
            return '(' + ''.join(self.type(depth + 1) for _ in range(self.random.randint(1, 4))) + ')'
        return 'a{' + self.random.choice('sogyui') + self.type(depth + 1) + '}'

    def value(self, kind, depth=0):
        first, rest = kind[0], kind[1:]
        if first == 'b':
            return self.random.randrange(2)
        if first == 'h':
            return self.file() if len(self.attached) < 8 else self.random.randrange(8)
        if first == 'd':
            return self.random.choice([0.0, -1.0, 400.0, 1e308, float('nan'), float('inf'), -0.0])
        if first in FIXED:
            code, size = FIXED[first]
            number = self.random.choice(NUMBERS) % (1 << 8 * size)
            return number - (1 << 8 * size) if code in 'hiq' and number >= 1 << 8 * size - 1 else number
        if first == 's':
            return self.random.choice(WORDS)
        if first == 'o':
            return self.random.choice(['/', '/a', PATH])
        if first == 'g':
            return self.random.choice(['', 's', 'a{sv}', 'a(sh)'])
        if first == 'v':
            inner = self.random.choice(OPTIONS) if depth < 6 else 's'
            return inner, self.value(inner, depth + 1)
        if kind == 'a{sv}':
            return [(self.random.choice(KEYS), self.value('v', depth + 1)) for _ in range(self.random.randrange(4))]
        if first == 'a':
            return [self.value(rest, depth + 1) for _ in range(self.random.choice([0, 0, 1, 2, 5]))]
        return tuple(self.value(part, depth + 1) for part in split(kind[1:-1]))

    def call(self, methods):
        """(fields, signature, body, flags, files)"""
        self.attached = []
        choice = self.random.random()
        member = self.random.choice(sorted(methods))
        fields, signature = to_fontd(member), methods[member]
        if 0.55 <= choice < 0.70:
            signature = ''.join(self.type() for _ in range(self.random.randint(0, 4)))
        elif 0.70 <= choice < 0.78:
            fields = self.random.choice([
                to_fontd('Nothing'), to_fontd(member, 'org.example.Nothing'), to_fontd(member, path='/nowhere'),
                to_fontd(member, None), to_fontd('Introspect', 'org.freedesktop.DBus.Introspectable', '/'),
                to_fontd('GetMachineId', 'org.freedesktop.DBus.Peer'),
                to_fontd('GetManagedObjects', 'org.freedesktop.DBus.ObjectManager')])
        elif 0.78 <= choice < 0.86:
            what = self.random.choice(['Get', 'Set', 'GetAll'])
            fields = to_fontd(what, 'org.freedesktop.DBus.Properties')
            writer = Writer()
            interface = self.random.choice([NAME, NAME, '', 'org.example.Nothing'])
            property = self.random.choice(['Version', 'Generation', 'Nothing', ''])
            signature = {'Get': 'ss', 'Set': 'ssv', 'GetAll': 's'}[what]
            for part, value in zip(split(signature), [interface, property, self.value('v')]):
                writer.put(part, value)
            return fields, signature, bytes(writer.bytes), 0, self.attached
        elif 0.86 <= choice < 0.90:
            # Variants nested up to the limit for a message, and a little deeper.
            kind, value = 's', 'bottom'
            for _ in range(self.random.choice([20, 55, 60])):
                kind, value = 'v', (kind, value)
            fields, signature = to_fontd('List'), 'a{sv}'
            writer = Writer()
            writer.put('a{sv}', [('scope', (kind, value))])
            return fields, signature, bytes(writer.bytes), 0, []
        elif 0.90 <= choice < 0.93:
            kind, value = self.random.choice([
                ('s', 'x' * 2_000_000), ('as', ['y'] * 100_000), ('as', ['Fuzz-Regular'] * 2_000),
                ('ay', bytes(3_000_000)), ('aa{sv}', [[]] * 100_000), ('as', [])])
            fields = to_fontd(self.random.choice(['Resolve', 'Change', 'Faces', 'Policy', 'Request']))
            writer, signature = Writer(), ''
            for part in split(methods[fields[3][1]]) or ['s']:
                writer.put(part if part != kind[0] else kind, value if part in (kind, 's' if kind == 's' else '') else
                           ([('family', (kind, value))] if part == 'a{sv}' else value if part == kind else
                            self.value(part)))
                signature += part
            return fields, signature, bytes(writer.bytes), 0, self.attached
        writer = Writer()
        for part in split(signature):
            writer.put(part, self.value(part))
        if choice > 0.93:
            # Descriptors that no argument refers to.
            for _ in range(self.random.randrange(1, 6)):
                self.file()
        flags = (NO_REPLY if self.random.random() < 0.1 else 0) | (NO_AUTO_START if self.random.random() < 0.1 else 0)
        return fields, signature, bytes(writer.bytes), flags, self.attached


def fuzz(address, seed, count, *fonts):
    """Random calls; says how many were answered with what."""
    bus = Bus(address)
    _, (text,) = bus.call('Introspect', (NAME, PATH, 'org.freedesktop.DBus.Introspectable'))
    methods = {}
    for method in xml.etree.ElementTree.fromstring(text).findall(f"interface[@name='{NAME}']/method"):
        methods[method.get('name')] = ''.join(
            arg.get('type') for arg in method.findall('arg') if arg.get('direction') == 'in')
    fuzzer, waiting, report = Fuzzer(int(seed), fonts), {}, {'methods': len(methods), 'sent': 0, 'answered': 0,
                                                            'unasked': 0, 'dropped': 0, 'errors': {}}

    def take_one():
        while True:
            kind, fields, _, _ = bus.receive()
            if kind in (RETURN, ERROR):
                break
        if waiting.pop(fields[5], None) is None:
            report['unasked'] += 1
        report['answered'] += 1
        if kind == ERROR:
            report['errors'][fields[4]] = report['errors'].get(fields[4], 0) + 1

    for _ in range(int(count)):
        fields, signature, body, flags, files = fuzzer.call(methods)
        serial = bus.next()
        report['sent'] += 1
        try:
            bus.send(message(CALL, serial, fields, signature, body, flags, len(files)), files)
            if not flags & NO_REPLY:
                waiting[serial] = fields[3][1]
            while len(waiting) >= 12:
                take_one()
        except (ConnectionError, BrokenPipeError):
            # The bus itself disconnects senders of malformed messages.
            report['dropped'] += 1
            waiting.clear()
            bus = Bus(address)
        finally:
            for file in files:
                os.close(file)
        fuzzer.scribble()
    while waiting:
        take_one()
    say(report)


def flood(address, count, font):
    """Keeps so many calls in flight until told to stop; says what became of them, each of them."""
    bus, count = Bus(address), int(count)
    bus.register(font)
    body, calls = Writer(), []
    body.put('s', 'Flood-Regular')
    calls.append((to_fontd('Resolve'), 's', bytes(body.bytes)))
    body = Writer()
    body.put('a{sv}', [])
    calls.append((to_fontd('List'), 'a{sv}', bytes(body.bytes)))
    body = Writer()
    for part, value in zip(['a(sh)', 's', 'a{sv}'], [[(font, 0)], 'persistent', []]):
        body.put(part, value)
    registering = (to_fontd('Register'), 'a(sh)sa{sv}', bytes(body.bytes))
    file = os.open(font, os.O_RDONLY)
    bus.socket.setblocking(False)
    waiting, report, is_over, is_full = set(), {'sent': 0, 'answered': 0, 'unasked': 0, 'errors': {}}, False, False
    output = b''
    while waiting or not is_over:
        while not is_over and not output and len(waiting) < count:
            serial = bus.next()
            waiting.add(serial)
            report['sent'] += 1
            if serial % 20 == 0:
                fields, signature, body = registering
                data = message(CALL, serial, fields, signature, body, files=1)
                try:
                    size = bus.socket.sendmsg(
                        [data], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array('i', [file]))])
                    output = data[size:]
                except BlockingIOError:
                    waiting.discard(serial)
                    report['sent'] -= 1
                    break
            else:
                output = message(CALL, serial, *calls[serial % 2])
                try:
                    output = output[bus.socket.send(output):]
                except BlockingIOError:
                    break
        if not is_full and len(waiting) == count:
            is_full = True
            say('full')
        readable, writable, _ = select.select(
            [bus.socket, sys.stdin], [bus.socket] if output or len(waiting) < count and not is_over else [], [])
        if writable and output:
            try:
                output = output[bus.socket.send(output):]
            except BlockingIOError:
                pass
        if sys.stdin in readable and not is_over:
            sys.stdin.readline()
            is_over, report['whileOthersWereServed'] = True, report['answered']
        if bus.socket in readable:
            bus.fill()
            while found := bus.take():
                kind, fields, _, _ = found
                if kind not in (RETURN, ERROR):
                    continue
                if fields[5] not in waiting:
                    report['unasked'] += 1
                waiting.discard(fields[5])
                report['answered'] += 1
                if kind == ERROR:
                    report['errors'][fields[4]] = report['errors'].get(fields[4], 0) + 1
    say(report)


def hoard(address, connections, count, size):
    """Has eight calls worked on that end late, then sends large ones on all connections and reads nothing until told to.

    Says how many were refused; those that wait are not waited for.
    """
    buses = [Bus(address) for _ in range(int(connections))]
    for number in range(8):
        body = Writer()
        for part, value in zip(['as', 'a{sv}'], [[f'Never {"AB"[number // 4]} {number}'], [('timeout', ('d', 600.0))]]):
            body.put(part, value)
        bus = buses[number // 4]
        bus.send(message(CALL, bus.next(), to_fontd('Request'), 'asa{sv}', bytes(body.bytes)))
    sys.stdin.readline()
    body = Writer()
    body.put('a{sv}', [('family', ('s', 'x' * int(size)))])
    for bus in buses:
        for _ in range(int(count)):
            bus.send(message(CALL, bus.next(), to_fontd('Faces'), 'a{sv}', bytes(body.bytes)))
    say('sent')
    sys.stdin.readline()
    refused = 0
    for bus in buses:
        # An urgent call is answered immediately, but after the earlier refusals.
        body, serial = Writer(), bus.next()
        body.put('s', 'none')
        bus.send(message(CALL, serial, to_fontd('Cancel'), 's', bytes(body.bytes)))
        while True:
            kind, fields, _, _ = bus.receive()
            if fields.get(5) == serial:
                break
            refused += kind == ERROR and fields[4] == BUS[0] + '.Error.LimitsExceeded'
    say({'refused': refused})


def cancel(address, job):
    """Says what it is told when it cancels a job."""
    say({'error': Bus(address).call('Cancel', signature='s', arguments=[job])[0]})


def subscribe(address):
    """Says the generation of each change it is told of; told to, catches up from 0 and says how far it came."""
    bus = Bus(address)
    bus.call('AddMatch', BUS, 's', [f"type='signal',interface='{NAME}',member='FontsChanged'"])
    bus.call('Subscribe')
    say('ready')
    while True:
        readable, _, _ = select.select([bus.socket, sys.stdin], [], [])
        if sys.stdin in readable:
            break
        kind, fields, body, order = bus.receive()
        if kind == SIGNAL and fields.get(3) == 'FontsChanged':
            say(Reader(body, order).get('t'))
    # The bus may have disconnected a client that does not read.
    bus, since, seen = Bus(address), 0, set()
    while True:
        _, (generation, snapshot, entries) = bus.call('ChangesSince', signature='t', arguments=[since])
        seen |= {entry['generation'] for entry in entries}
        reached, since = generation == since, generation
        if snapshot or reached:
            break
    say({'generation': since, 'seen': len(seen), 'snapshot': snapshot})


def register(address, lifetime, *fonts):
    """Registers one font after the other; says each that was acknowledged, and stays connected."""
    bus = Bus(address)
    scope = 'session' if lifetime == 'connection' else 'persistent'
    for font in fonts:
        error, arguments = bus.register(font, scope, [('lifetime', ('s', lifetime))])
        say({'font': font, 'error': error, 'status': arguments[1][0]['status'] if not error else None})
    sys.stdin.read()


def batch(address, scope, *fonts):
    """Has files collected for a job and begins with it; says so and goes without waiting when told."""
    bus = Bus(address)
    for place in range(0, len(fonts), 8):
        files = [os.open(font, os.O_RDONLY) for font in fonts[place:place + 8]]
        bus.call('Register', signature='a(sh)sa{sv}', files=files, arguments=(
            [(font, index) for index, font in enumerate(fonts[place:place + 8])], scope,
            [('job', ('s', 'j')), ('more', ('b', 1))]))
    say('collected')
    if sys.stdin.readline().strip() == 'begin':
        writer = Writer()
        for part, value in zip(['a(sh)', 's', 'a{sv}'], [[], scope, [('job', ('s', 'j'))]]):
            writer.put(part, value)
        bus.send(message(CALL, bus.next(), to_fontd('Register'), 'a(sh)sa{sv}', bytes(writer.bytes)))
        while bus.receive()[1].get(3) != 'Progress':
            pass
        say('under way')
        sys.stdin.readline()


def vanish(address, times, font):
    """Again and again sends calls that take files in, and is gone before an answer."""
    for turn in range(int(times)):
        bus = Bus(address)
        if turn % 2:
            bus.call('Providers')
        files = [os.open(font, os.O_RDONLY) for _ in range(4)]
        for job in range(8):
            writer = Writer()
            options = [('job', ('s', str(job))), ('more', ('b', 1))]
            for part, value in zip(['a(sh)', 's', 'a{sv}'], [[(font, i) for i in range(4)], 'session', options]):
                writer.put(part, value)
            bus.send(message(CALL, bus.next(), to_fontd('Register'), 'a(sh)sa{sv}', bytes(writer.bytes), files=4),
                     files)
        for file in files:
            os.close(file)
        bus.socket.close()
    say('done')


def garbage(address, seed, count):
    """Sends what is no message, or none that means anything; says how often the bus hung up."""
    generator, dropped = random.Random(int(seed)), 0
    writer = Writer()
    writer.put('s', 'Fuzz-Regular')
    text = bytes(writer.bytes)

    def spoiled():
        data = bytearray(message(CALL, 99, to_fontd('Resolve'), 's', text))
        for _ in range(generator.randint(1, 4)):
            data[generator.randrange(len(data))] = generator.randrange(256)
        return bytes(data)

    big = Writer('>')
    big.put('s', 'Fuzz-Regular')
    ways = [
        lambda: generator.randbytes(generator.randint(1, 3000)),
        spoiled, spoiled, spoiled,
        lambda: message(CALL, 99, to_fontd('Resolve'), 's', text)[:generator.randint(1, 80)],
        # The other byte order, which is rare but allowed.
        lambda: message(CALL, 99, to_fontd('Resolve'), 's', bytes(big.bytes), order='>'),
        lambda: message(CALL, 99, to_fontd('Resolve'), 's', struct.pack('<I', 1 << 30) + text),
        lambda: b'l\1\0\1' + struct.pack('<III', 1 << 31, 99, 1 << 30) + bytes(100),
        lambda: message(generator.choice([0, 5, 77, 255]), 99, to_fontd('Resolve'), 's', text),
        lambda: message(CALL, 99, to_fontd('Resolve'), 's', text, version=generator.choice([0, 2, 9])),
        lambda: message(CALL, 0, to_fontd('Resolve'), 's', text),
        lambda: message(CALL, 99, {**to_fontd('Resolve'), 77: ('s', 'unknown field')}, 's', text),
        lambda: message(CALL, 99, {**to_fontd('Resolve'), 3: ('u', 7)}, 's', text),
        lambda: message(CALL, 99, {6: ('s', NAME)}, 's', text),
        lambda: message(CALL, 99, to_fontd('a' * 300), 's', text),
        lambda: message(CALL, 99, to_fontd('Resolve', path='//'), 's', text),
        lambda: message(CALL, 99, to_fontd('Resolve'), 'a' * 40 + 's', text),
        lambda: message(CALL, 99, to_fontd('Resolve'), 's', struct.pack('<I', 3) + b'a\0b\0'),
        lambda: message(CALL, 99, to_fontd('Resolve'), 's', struct.pack('<I', 3) + b'\xff\xfe\xfd\0'),
        lambda: message(CALL, 99, to_fontd('Resolve'), 's', text, files=3),
        # Replies without a call, and signals in the bus's name.
        lambda: message(RETURN, 99, {5: ('u', generator.randrange(1, 400)), 6: ('s', NAME)}, 's', text),
        lambda: message(ERROR, 99, {4: ('s', 'a.b'), 5: ('u', generator.randrange(1, 400)), 6: ('s', NAME)}),
        lambda: message(SIGNAL, 99, {1: ('o', BUS[1]), 2: ('s', BUS[2]), 3: ('s', 'NameLost'), 6: ('s', NAME),
                                     7: ('s', BUS[0])}, 's', text),
        lambda: message(SIGNAL, 99, {1: ('o', '/org/freedesktop/DBus/Local'),
                                     2: ('s', 'org.freedesktop.DBus.Local'), 3: ('s', 'Disconnected'),
                                     6: ('s', NAME)}),
    ]
    for turn in range(int(count)):
        bus = Bus(address)
        try:
            bus.send(ways[turn % len(ways)]())
            # Earlier messages have been processed when this call is answered.
            serial = bus.next() + 1000
            bus.send(message(CALL, serial, {1: ('o', BUS[1]), 2: ('s', BUS[2]), 3: ('s', 'GetId'), 6: ('s', BUS[0])}))
            bus.socket.settimeout(0.2)
            while bus.receive()[1].get(5) != serial:
                pass
        except (OSError, struct.error):
            dropped += 1
        bus.socket.close()
    say({'sent': int(count), 'dropped': dropped})


def own(address, font):
    """Registers a font, a second for as long as it is connected, and has files collected; says which, and waits."""
    bus = Bus(address)
    _, (_, (kept,)) = bus.register(font)
    _, (_, (held,)) = bus.register(os.path.join(os.path.dirname(font), 'held.ttf'), 'session',
                                   [('lifetime', ('s', 'connection'))])
    say({'peer': bus.name, 'kept': kept, 'held': held})
    for line in sys.stdin:
        say([entry['id'] for entry in bus.call('List', signature='a{sv}', arguments=[[]])[1][1]])


def attack(address, theirs, rival):
    """Tries everything on what `own` said; says what got through."""
    bus, theirs, escapes = Bus(address), json.loads(theirs), []

    def tried(what, error, arguments, wanted):
        statuses = [entry.get('status') for entry in arguments[1]] if not error else []
        if error != wanted and not (statuses and all(status == 'failed' for status in statuses)):
            escapes.append(f'{what}: {error or arguments}')

    missing = NAME + '.Error.NotRegistered'
    for font in (theirs['kept'], theirs['held']):
        names = [font['id'], font['file'], font['path'], font['faces'][0]['postscriptName']]
        for scope in ('', 'persistent', 'session'):
            options = [('scope', ('s', scope))] if scope else []
            for change in ('unregister', 'enable', 'disable'):
                for targets in [[name] for name in names] + [names]:
                    tried(f'{change} {targets} {scope}',
                          *bus.call('Change', signature='sasa{sv}', arguments=(change, targets, options)), missing)
        for provider in ([], [('provider', ('s', font['provider']))]):
            if bus.call('List', signature='a{sv}', arguments=[provider])[1][1]:
                escapes.append('List')
    for options in ([], [('replace', ('b', 1)), ('allowDowngrade', ('b', 1))]):
        tried('replace', *bus.register(rival, 'persistent', options), NAME + '.Error.DuplicatedName')
    if any(entry['id'] == theirs['kept']['provider'] for entry in bus.call('Providers')[1][0]):
        escapes.append('Providers')
    forbidden = NAME + '.Error.MissingEntitlement'
    for member, signature, arguments in [
            ('Prune', 'a{sv}', [[]]), ('Doctor', 'b', [1]), ('Policy', 's', [theirs['kept']['provider']]),
            ('Adopt', 'asa{sv}', [[], []]), ('Adopt', 'asa{sv}', [[], [('dryRun', ('b', 1))]]),
            ('SetPolicy', 'sa{sv}', [theirs['kept']['provider'], [('install', ('s', 'deny'))]]),
            ('SetPolicy', 'sa{sv}', ['default', [('install', ('s', 'deny'))]]),
            ('ChangeCollections', 'aa{sv}a{sv}', [[[('action', ('s', 'create')), ('collection', ('s', 'x'))]], []])]:
        error, arguments = bus.call(member, signature=signature, arguments=arguments)
        if error != forbidden:
            escapes.append(f'{member}: {error or arguments}')
    # Downloads of others look like none; without one, nothing is there.
    for path in ('/org/fontd/FontDownload1', '/org/fontd/FontDownload1/1'):
        error, _ = bus.call('Cancel', (NAME, path, 'org.fontd.FontDownload1'))
        if not (error or '').startswith('org.freedesktop.DBus.Error.Unknown'):
            escapes.append(f'Cancel {path}: {error}')
    # The other client's job of the same name is a different one, and only the bus reports disconnected clients.
    bus.call('Cancel', signature='s', arguments=['j'])
    bus.call('Unsubscribe')
    writer = Writer()
    for value in (theirs['peer'], theirs['peer'], ''):
        writer.put('s', value)
    bus.send(message(SIGNAL, bus.next(), {
        1: ('o', BUS[1]), 2: ('s', BUS[2]), 3: ('s', 'NameOwnerChanged'), 6: ('s', NAME), 7: ('s', BUS[0])}, 'sss',
        bytes(writer.bytes)))
    if bus.call('Providers')[0]:
        escapes.append('not served any more')
    say({'provider': bus.call('Policy', signature='s', arguments=[''])[1][0].get('provider'), 'escapes': escapes})


if __name__ == '__main__':
    globals()[sys.argv[2]](sys.argv[1], *sys.argv[3:])
