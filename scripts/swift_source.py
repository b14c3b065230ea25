"""Reads Swift source text as a tree of tokens, with the literals of strings as the compiler sees them."""

import bisect
import re

OPENING = {"(": ")", "[": "]", "{": "}"}
OPERATORS = ["===", "!==", "...", "..<", "==", "!=", "<=", ">=", "->", "??", "&&", "||", "+=", "-=", "*=", "/=", "%=", "~=", "|=", "&="]
WORD = re.compile(r"[@#]?[\w$]+|`\w+`")
NUMBER = re.compile(r"\d\w*(\.\d\w*)?")
SPACE = re.compile(r"\s+")
STRING = re.compile(r'(#*)("""(?=[ \t]*\n)|")')
PLAIN = re.compile(r'[^"\\\n#]+')
# A regular expression begins where no operand precedes it.
EXPRESSION = re.compile(r"#/(?:[^\\]|\\.)*?/#|/(?![\s/*=])(?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/")
# In a literal of several lines: the end of a line, and one that a backslash takes away.
LINE, JOINED = "\ue000", "\ue001"


class Token:
    """A word, an operator, a literal (`pieces`), or what is in brackets (`items`)."""

    def __init__(self, text, line, is_first):
        self.text, self.line = text, line
        # Whether a line begins with it.
        self.is_first = is_first
        self.items = None
        self.pieces = None

    @property
    def is_word(self):
        return self.pieces is None and self.items is None and bool(re.match(r"[@#\w$`]", self.text))

    @property
    def is_literal(self):
        return self.pieces is not None

    def is_group(self, opening):
        return self.items is not None and self.text == opening


class Value:
    """An interpolation: the text of its expression, and its tokens."""

    def __init__(self, expression, items):
        self.expression, self.items = expression, items


class Source:
    """The tokens of a file."""

    def __init__(self, text, path):
        self.text, self.path = text, path
        self.line_ends = [match.start() for match in re.finditer("\n", text)]
        self.items, _ = self.read(0, None)

    def fail(self, place, problem):
        raise ValueError(f"{self.path}:{self.line(place)}: {problem}")

    def line(self, place):
        return bisect.bisect_left(self.line_ends, place) + 1

    def read(self, place, closing):
        """Returns the tokens up to a bracket, and the place after it."""
        text, items, is_first = self.text, [], True
        while place < len(text):
            here = text[place]
            if space := SPACE.match(text, place):
                is_first = is_first or "\n" in space.group()
                place = space.end()
                continue
            if text.startswith("//", place):
                end = text.find("\n", place)
                place = len(text) if end < 0 else end
                continue
            if text.startswith("/*", place):
                place = self.end_of_comment(place)
                continue
            if here == closing:
                return items, place + 1
            token = Token(here, self.line(place), is_first)
            is_first = False
            items.append(token)
            if string := STRING.match(text, place):
                token.text = string.group()
                token.pieces, place = self.literal(string)
            elif here in "#/" and (match := EXPRESSION.match(text, place)) and self.begins_operand(items[:-1]):
                token.text = "//"
                place = match.end()
            elif here in OPENING:
                token.items, place = self.read(place + 1, OPENING[here])
            elif here in ")]}":
                self.fail(place, f"{here} closes nothing")
            elif match := NUMBER.match(text, place) or WORD.match(text, place):
                token.text = match.group()
                place = match.end()
            else:
                token.text = next((operator for operator in OPERATORS if text.startswith(operator, place)), here)
                place += len(token.text)
        if closing:
            self.fail(place, f"{closing} is missing")
        return items, place

    @staticmethod
    def begins_operand(items):
        if not items:
            return True
        last = items[-1]
        if last.items is not None or last.is_literal:
            return False
        return last.text in ("return", "in", "case") or not (last.is_word or last.text in ("!", "?") or last.text[0].isdigit())

    def end_of_comment(self, place):
        depth = 0
        for mark in re.compile(r"/\*|\*/").finditer(self.text, place):
            depth += 1 if mark.group() == "/*" else -1
            if depth == 0:
                return mark.end()
        return self.fail(place, "the comment does not end")

    def literal(self, opening):
        """Returns the words and values of a literal, and the place after it."""
        text, place = self.text, opening.end()
        hashes, quotes = opening.groups()
        ending, escape, is_long = quotes + hashes, "\\" + hashes, quotes == '"""'
        pieces = [""]
        while not text.startswith(ending, place):
            if place >= len(text) or (text[place] == "\n" and not is_long):
                self.fail(opening.start(), "the literal does not end")
            if text.startswith(escape, place):
                place = self.escaped(place + len(escape), pieces)
            elif plain := PLAIN.match(text, place):
                pieces[-1] += plain.group()
                place = plain.end()
            else:
                pieces[-1] += LINE if text[place] == "\n" else text[place]
                place += 1
        return self.without_indentation(pieces) if is_long else pieces, place + len(ending)

    def escaped(self, place, pieces):
        text = self.text
        if text[place] == "(":
            items, end = self.read(place + 1, ")")
            pieces += [Value(SPACE.sub(" ", text[place + 1:end - 1]).strip(), items), ""]
            return end
        if joined := re.compile(r"[ \t]*\n").match(text, place):
            pieces[-1] += JOINED
            return joined.end()
        if scalar := re.compile(r"u\{([0-9A-Fa-f]+)\}").match(text, place):
            pieces[-1] += chr(int(scalar.group(1), 16))
            return scalar.end()
        simple = {"n": "\n", "t": "\t", "r": "\r", "0": "\0", "\\": "\\", '"': '"', "'": "'"}
        if text[place] not in simple:
            self.fail(place, "an escape that Swift does not have")
        pieces[-1] += simple[text[place]]
        return place + 1

    @staticmethod
    def without_indentation(pieces):
        """Takes away the first and the last end of a line, and the spaces that the last line has."""
        last, indentation = pieces[-1].rsplit(LINE, 1) if LINE in pieces[-1] else (pieces[-1], "")
        pieces[-1] = last
        words = [piece if isinstance(piece, Value) else re.sub(f"([{LINE}{JOINED}]){indentation}", r"\1", piece) for piece in pieces]
        words[0] = words[0].removeprefix(LINE).removeprefix(indentation)
        return [
            piece if isinstance(piece, Value) else piece.replace(JOINED, "").replace(LINE, "\n") for piece in words]
