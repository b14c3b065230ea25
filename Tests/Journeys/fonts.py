"""Small fonts for journeys, without tools: letters are boxes, and everything that fontd reads is right."""

import pathlib
import struct
import zipfile

LETTERS = list(range(0x20, 0x7F)) + [0xA0, 0xC4, 0xD6, 0xDC, 0xDF, 0xE4, 0xF6, 0xFC]
LICENSE = "This Font Software is licensed under the SIL Open Font License, Version 1.1."


def checksum(data):
    data += b"\0" * (-len(data) % 4)
    return sum(struct.unpack(f">{len(data) // 4}I", data)) & 0xFFFFFFFF


def box(left, bottom, right, top):
    """A glyph of one rectangle."""
    if right <= left:
        return b""
    width, height = right - left, top - bottom
    return struct.pack(">hhhhhHH", 1, left, bottom, right, top, 3, 0) + bytes([1, 1, 1, 1]) + struct.pack(
        ">4h4h", left, 0, width, 0, bottom, height, 0, -height)


def name_table(names):
    records, text = b"", b""
    for number, name in sorted(names.items()):
        data = name.encode("utf-16-be")
        records += struct.pack(">6H", 3, 1, 0x409, number, len(data), len(text))
        text += data
    return struct.pack(">3H", 0, len(names), 6 + len(records)) + records + text


def character_map(letters):
    """A map of format 4 with a segment for each run of characters."""
    runs = []
    for place, letter in enumerate(letters):
        if runs and letter == runs[-1][1] + 1:
            runs[-1][1] = letter
        else:
            runs.append([letter, letter, place + 1])
    runs.append([0xFFFF, 0xFFFF, 0])
    count = len(runs)
    power = 1 << (count.bit_length() - 1)
    ends = struct.pack(f">{count}H", *(end for _, end, _ in runs))
    starts = struct.pack(f">{count}H", *(start for start, _, _ in runs))
    deltas = struct.pack(f">{count}H", *((glyph - start) & 0xFFFF if start != 0xFFFF else 1 for start, _, glyph in runs))
    body = struct.pack(">4H", count * 2, power * 2, power.bit_length() - 1, (count - power) * 2)
    body += ends + b"\0\0" + starts + deltas + b"\0\0" * count
    return struct.pack(">HHHHI", 0, 1, 3, 1, 12) + struct.pack(">3H", 4, 6 + len(body), 0) + body


def font(family, style="Regular", weight=400, revision=1.0, width=500, letters=None, designer="A Designer",
         sample=None, postscript=None, salt=""):
    """The bytes of a font. salt makes other bytes of the same names."""
    letters = letters or LETTERS
    postscript = postscript or f"{family}-{style}".replace(" ", "")
    names = {0: "Copyright 2026 The Example Authors" + salt, 1: family if style in ("Regular", "Bold") else f"{family} {style}",
             2: style if style in ("Regular", "Bold") else "Regular", 3: f"{family} {style} {revision:.3f}",
             4: family if style == "Regular" else f"{family} {style}", 5: f"Version {revision:.3f}", 6: postscript, 9: designer,
             13: LICENSE, 14: "https://openfontlicense.org"}
    if style not in ("Regular", "Bold"):
        names |= {16: family, 17: style}
    if sample:
        names[19] = sample
    glyphs = [box(50, 0, width - 50, 700)]
    for letter in letters:
        # Letters differ in their height, spaces are empty.
        glyphs.append(b"" if letter in (0x20, 0xA0) else box(50, 0, width - 50, 300 + letter * 37 % 400))
    outlines, places = b"", [0]
    for glyph in glyphs:
        outlines += glyph + b"\0" * (-len(glyph) % 4)
        places.append(len(outlines))
    count = len(glyphs)
    tables = {
        b"OS/2": struct.pack(
            ">HhHHHhhhhhhhhhhh10B4I4sHHHhhhHHIIhhHHH", 4, width, weight, 5, 0, 300, 300, 0, 100, 300, 300, 0, 300, 50, 250, 0,
            *([0] * 10), 1, 0, 0, 0, b"TEST", 0x20 if weight >= 700 else 0x40, letters[0], letters[-1], 800, -200, 0, 800, 200,
            1, 0, 500, 700, 0, 0x20, 2),
        b"cmap": character_map(letters),
        b"glyf": outlines,
        b"head": struct.pack(
            ">IiIIHHQQhhhhHHhhh", 0x10000, round(revision * 65536), 0, 0x5F0F3CF5, 3, 1000, 3876336000, 3876336000, 50, 0,
            width - 50, 700, 1 if weight >= 700 else 0, 8, 2, 1, 0),
        b"hhea": struct.pack(">IhhhHhhhhhhhhhhhH", 0x10000, 800, -200, 0, width, 50, 50, width - 50, 1, 0, 0, 0, 0, 0, 0, 0, count),
        b"hmtx": struct.pack(">Hh", width, 50) * count,
        b"loca": struct.pack(f">{count + 1}I", *places),
        b"maxp": struct.pack(">I14H", 0x10000, count, 4, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0),
        b"name": name_table(names),
        b"post": struct.pack(">IihhI4I", 0x30000, 0, -100, 50, 0, 0, 0, 0, 0),
    }
    power = 1 << (len(tables).bit_length() - 1)
    header = struct.pack(">I4H", 0x10000, len(tables), power * 16, power.bit_length() - 1, (len(tables) - power) * 16)
    directory, data, offset = b"", b"", 12 + 16 * len(tables)
    for tag, table in sorted(tables.items()):
        directory += struct.pack(">4sIII", tag, checksum(table), offset + len(data), len(table))
        data += table + b"\0" * (-len(table) % 4)
    whole = bytearray(header + directory + data)
    head = offset + sum(-(-len(table) // 4) * 4 for tag, table in tables.items() if tag < b"head")
    struct.pack_into(">I", whole, head + 8, (0xB1B0AFBA - checksum(bytes(whole))) & 0xFFFFFFFF)
    return bytes(whole)


def write(folder, family, style="Regular", name=None, **values):
    """Writes a font into a folder; returns its path."""
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / (name or f"{family}-{style}.ttf".replace(" ", ""))
    path.write_bytes(font(family, style, **values))
    return path


def families(folder, count, prefix="Journey"):
    """Writes families of one style; returns their names."""
    names = [f"{prefix} {number:03}" for number in range(1, count + 1)]
    for name in names:
        write(folder, name)
    return names


def archive(path, contents):
    """Writes a ZIP file: {name: bytes}."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in contents.items():
            file.writestr(name, data)
    return path


def damaged(folder, count):
    """Writes fonts whose tables are cut off, each in another place."""
    for number in range(count):
        whole = font(f"Damaged {number}")
        (pathlib.Path(folder) / f"Damaged{number}.ttf").write_bytes(whole[:300 + number * 40])
