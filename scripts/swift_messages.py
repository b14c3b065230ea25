"""Finds the messages of library, command and service in Swift source text: the literals that the compiler makes `Message`.

The rule. A literal is a message where a type is declared as `Message`, or contains it (`Message?`, `[Message]`):

- as an argument of a function, an initialiser or a case of an enumeration, for a parameter that is declared so; the
  memberwise initialiser of a structure has its properties as parameters. `tr("…")` is such a function. Calls are known
  by name and label alone, wherever they are declared; if something else has the same name and label, literals without
  a space count only in the files that declare the function for messages.
- in the body of a function, a property or a closure (`{ x -> Message in … }`) that is declared to return it, and in a
  closure for a parameter that is declared so;
- after the `=` of a constant, variable, property or parameter that is declared so, and of later assignments to it, as
  are `append` and `insert`;
- before `as Message`.

Literals count at the outermost level of such a place: also those of `? :`, `??`, `if`, `switch`, arrays, parentheses and
the closures of `map`, but none in the arguments of another call, in a pattern or a comparison. Literals joined by `+` are
one message. A literal joined to anything else is an error, since a translation needs the whole sentence, and so are words
in a value, such as `\\(isOn ? "on" : "off")`. `Message(for: n, one: "…", many: "…")` and `counted(n, "noun", "nouns")` have
a plural form. `Message(verbatim:)`, and literals without letters, are none.
"""

import re

from swift_declarations import arguments, is_type, mentions, named_type, type_end, written
from swift_expressions import outermost, statement
from swift_source import Value

# Texts for developers, and those that the parser of command lines prints.
UNSHOWN_LABELS = ("help", "abstract", "discussion", "usage", "valueName", "shouldDisplay", "pattern")
UNSHOWN_CALLS = ("ArgumentHelp", "fatalError", "preconditionFailure", "precondition", "assert", "assertionFailure", "Regex")

# A text for people, if it is none of SQL.
SENTENCE = re.compile(r"(?![A-Z]{2,} )[A-Z].* .*[.!?…]$", re.DOTALL)


class Sentence:
    """The id of a message, and its values."""

    def __init__(self, literals):
        self.text, self.values = "", []
        for piece in (piece for literal in literals for piece in literal.pieces):
            if isinstance(piece, Value):
                self.values.append(piece)
                self.text += "{%d}" % len(self.values)
            else:
                self.text += piece
        self.line = literals[0].line

    @property
    def expressions(self):
        return [written(value.items) for value in self.values]

    @property
    def has_letters(self):
        return any(character.isalpha() for character in self.text)


class Message:
    def __init__(self, path, sentence, many=None, count=None):
        self.path, self.line, self.sentence, self.many = path, sentence.line, sentence, many
        # The numbers of the values that a plural form may state in words.
        self.counts = {place for place, value in enumerate(sentence.expressions, 1) if many and value == count}


class Finder:
    """The messages of one file."""

    def __init__(self, source, declarations, passed_over=()):
        self.source, self.properties = source, declarations.properties
        self.parameters, self.others = declarations.parameters, declarations.others
        self.passed_over = passed_over
        self.messages, self.problems, self.unmarked = [], [], []
        self.taken = set()
        # Names that this file declares for messages, and for others.
        self.own, self.plain = set(), set()
        self.find_own(source.items)
        self.walk(source.items)
        self.find_unmarked(source.items)

    def fail(self, line, problem):
        self.problems.append(f"{self.source.path}:{line}: {problem}")

    # ------------------------------------------------------------------------- where messages are

    def find_own(self, items):
        """Finds the names that this file declares as `Message`, or as functions of messages."""
        for place, item in enumerate(items):
            if item.is_word and item.text in ("let", "var") and place + 2 < len(items) and items[place + 2].text == ":":
                is_message = mentions(items[place + 3:type_end(items, place + 3)])
                (self.own if is_message else self.plain).add(items[place + 1].text)
            if item.text == "func" and place + 2 < len(items) and any(mentions(token.items or []) for token in items[place + 2:place + 6]):
                self.own.add(items[place + 1].text)
            for inner in self.inside(item):
                self.find_own(inner)

    @staticmethod
    def inside(item):
        if item.items is not None:
            return [item.items]
        return [piece.items for piece in item.pieces if isinstance(piece, Value)] if item.is_literal else []

    def walk(self, items, owner=None):
        bodies = {}
        for place, item in enumerate(items):
            before = items[place - 1] if place else None
            if is_type(items, place):
                name, end = named_type(items, place)
                bodies[end] = name
            if item.is_group("(") and before is not None and before.is_word and not item.is_first:
                declared = place > 1 and items[place - 2].text == "func"
                if declared or before.text == "init" and not (place > 1 and items[place - 2].text == "."):
                    self.defaults(item)
                else:
                    self.call(items, place, owner)
            elif item.is_word and item.text in ("let", "var"):
                self.declaration(items, place)
            elif item.text == "->" and not item.is_literal:
                self.returned(items, place)
            elif item.text in ("=", "+=") and before is not None and before.text in self.own:
                self.expression(statement(items, place + 1))
            elif item.text in ("=", "+=") and place > 1 and items[place - 2].text == "." and before.text in self.properties - self.plain:
                self.expression(statement(items, place + 1), " ")
            elif item.text == "as" and place + 1 < len(items) and items[place + 1].text == "Message":
                self.expression(items[max(place - 1, 0):place])
            for inner in self.inside(item):
                self.walk(inner, bodies.get(place, owner))

    def call(self, items, place, owner):
        name, group = items[place - 1].text, items[place]
        if name == "init" and place > 2 and items[place - 2].text == ".":
            name = items[place - 3].text
        if name in ("self", "Self"):
            name = owner
        if name in self.passed_over:
            return
        given = arguments(group)
        labels = [label for label, _ in given]
        if name == "counted" and not (place > 1 and items[place - 2].text == "."):
            self.counted(given, group)
        elif name == "Message" and labels[:3] == ["for", "one", "many"]:
            self.plural(given, group)
        elif name in ("append", "insert") and place > 2 and items[place - 2].text == "." and items[place - 3].text in self.own:
            for _, tokens in given:
                self.expression(tokens)
        elif keys := self.parameters.get(name):
            unlabelled = 0
            for label, tokens in given:
                key = unlabelled if label is None else label
                if key in keys:
                    is_ambiguous = key in self.others.get(name, ()) and name not in self.own
                    self.expression(tokens, " " if is_ambiguous else "")
                unlabelled += label is None
            if "{" in keys and place + 1 < len(items) and items[place + 1].is_group("{"):
                self.expression([items[place + 1]])

    def defaults(self, group):
        for _, tokens in arguments(group):
            place = next((index for index, item in enumerate(tokens) if item.text == "=" and not item.is_literal), None)
            if place is not None and mentions(tokens[:place]):
                self.expression(tokens[place + 1:])

    def declaration(self, items, place):
        colon = place + 2
        if colon >= len(items) or items[colon].text != ":" or items[colon].is_literal:
            return
        end = type_end(items, colon + 1)
        if end >= len(items) or not mentions(items[colon + 1:end]):
            return
        if items[end].is_group("{"):
            self.expression(items[end].items)
        elif items[end].text == "=":
            self.expression(statement(items, end + 1))

    def returned(self, items, place):
        end = type_end(items, place + 1)
        if end >= len(items) or not mentions(items[place + 1:end]):
            return
        if items[end].text == "in":
            self.expression(items[end + 1:])
        else:
            while end < len(items) and not items[end].is_group("{") and not items[end].is_first:
                end += 1
            if end < len(items) and items[end].is_group("{"):
                self.expression(items[end].items)

    # ------------------------------------------------------------------------- what they are

    def sentences(self, tokens):
        """Returns the sentences of a place."""
        found = []
        for literals, is_whole in outermost(tokens):
            sentence = Sentence(literals)
            found.append((literals, sentence))
            if not is_whole:
                self.fail(sentence.line, "a message is one literal, or literals joined by +: write the whole sentence")
            for value in sentence.values:
                if any(Sentence(words).has_letters for words, _ in outermost(value.items)):
                    self.fail(sentence.line, f"words in a value are not translated: {value.expression}")
        return found

    def expression(self, tokens, having=""):
        """Takes the messages of a place that have a text."""
        for literals, sentence in self.sentences(tokens):
            if having in sentence.text:
                self.taken |= {id(literal) for literal in literals}
                if sentence.has_letters:
                    self.messages.append(Message(self.source.path, sentence))

    def forms(self, tokens):
        """Takes one of the forms of a plural."""
        found = self.sentences(tokens)
        self.taken |= {id(literal) for literals, _ in found for literal in literals}
        return [sentence for _, sentence in found]

    def plural(self, given, group):
        count = written(given[0][1])
        one, many = (self.forms(tokens) for _, tokens in given[1:3])
        if len(one) != len(many) or not one:
            self.fail(group.line, "the forms of a plural are literals")
            return
        for singular, plural in zip(one, many):
            if singular.expressions != plural.expressions:
                self.fail(singular.line, "the forms of a plural have the same values in the same order, with the number")
            self.messages.append(Message(self.source.path, singular, plural.text, count))

    def counted(self, given, group):
        """`counted(n, "face")` is the plural form of "{1} face"."""
        nouns = [self.forms(tokens) for _, tokens in given[1:]]
        if not nouns or not all(nouns):
            self.fail(group.line, "the noun of `counted` is a literal")
            return
        for place, noun in enumerate(nouns[0]):
            plural = nouns[1][place].text if len(nouns) > 1 and place < len(nouns[1]) else noun.text + "s"
            noun.text, noun.values = "{1} " + noun.text, [Value("count", given[0][1])]
            self.messages.append(Message(self.source.path, noun, "{1} " + plural, written(given[0][1])))

    # ------------------------------------------------------------------------- sentences that are no messages

    def find_unmarked(self, items, is_shown=True):
        for place, item in enumerate(items):
            if item.is_literal and is_shown and id(item) not in self.taken:
                sentence = Sentence([item])
                if SENTENCE.match(sentence.text.strip()):
                    self.unmarked.append((item.line, sentence.text))
            shown = is_shown
            if item.is_group("{") and any(token.text == "ArgumentHelp" for token in items[max(place - 2, 0):place]):
                shown = False
            if item.is_group("(") and place and items[place - 1].is_word and items[place - 1].text in UNSHOWN_CALLS:
                shown = False
            for inner in self.inside(item):
                if item.is_group("("):
                    self.find_unmarked_arguments(item, shown)
                else:
                    self.find_unmarked(inner, shown)

    def find_unmarked_arguments(self, group, is_shown):
        for label, tokens in arguments(group):
            self.find_unmarked(tokens, is_shown and label not in UNSHOWN_LABELS)
