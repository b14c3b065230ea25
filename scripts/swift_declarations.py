"""Finds what Swift source text declares as `Message`: the parameters of functions, initialisers and cases, and properties."""

KINDS = ("struct", "class", "enum", "extension", "actor", "protocol")


def written(tokens):
    """Returns the text of an expression without spaces and closing brackets, to compare it."""
    return "".join(token.text + (written(token.items) if token.items is not None else "") for token in tokens)


def type_end(items, start):
    """Returns the place after a type that begins at a place."""
    place = start
    while place < len(items):
        item = items[place]
        if item.is_group("{") or item.text in (",", "=") and item.items is None and not item.is_literal:
            break
        if place > start and item.is_first and not item.text in (".", "->", "&") and items[place - 1].text not in ("->", "&"):
            break
        if item.text in ("in", "where"):
            break
        place += 1
    return place


def mentions(items):
    """Whether a type contains `Message`."""
    for place, item in enumerate(items):
        if item.items is not None and mentions(item.items):
            return True
        if item.text == "Message" and item.is_word and not (place and items[place - 1].text == "."):
            return True
    return False


def named_type(items, place):
    """Returns the name that the keyword at a place declares or extends, and the place of the braces."""
    kind, names = items[place].text, []
    while place < len(items) and not items[place].is_group("{") and items[place].text not in (":", "where"):
        if items[place].is_word:
            names.append(items[place].text)
        place += 1
    while place < len(items) and not items[place].is_group("{"):
        place += 1
    # An extension may be that of a nested type. Generic parameters are declared elsewhere.
    return names[-1] if kind == "extension" else names[1], place


def is_type(items, place):
    """Whether a keyword declares or extends a type: `class` also makes members."""
    following = items[place + 1] if place + 1 < len(items) else None
    return (items[place].is_word and items[place].text in KINDS and following is not None and following.is_word
            and following.text not in ("func", "var", "let"))


def arguments(group):
    """Returns the arguments in parentheses: labels (None without one) and tokens."""
    parts, found = [[]], []
    for item in group.items:
        if item.text == "," and item.items is None and not item.is_literal:
            parts.append([])
        else:
            parts[-1].append(item)
    for part in parts:
        if len(part) > 1 and part[0].is_word and part[1].text == ":" and not part[1].is_literal:
            found.append((part[0].text, part[2:]))
        elif part:
            found.append((None, part))
    return found


class Declarations:
    """The parameters of type `Message` of all sources: for each name the labels, and the places of those without one.

    The key of a closure that returns messages is {. `others` are the parameters of other types, `properties` the names of
    properties of types.
    """

    def __init__(self):
        self.parameters, self.others, self.properties = {"Message": {0}}, {}, set()

    def add(self, name, key, is_message=True):
        (self.parameters if is_message else self.others).setdefault(name, set()).add(key)

    def read(self, items, kind=None, owner=None):
        place = 0
        while place < len(items):
            item = items[place]
            following = items[place + 1] if place + 1 < len(items) else None
            if is_type(items, place):
                name, end = named_type(items, place)
                if end < len(items):
                    self.read(items[end].items, item.text, name)
                place = end + 1
                continue
            if item.is_word and item.text == "func" and following:
                self.read_parameters(following.text, self.parenthesis(items, place + 2))
            elif item.is_word and item.text == "init" and kind and not (place and items[place - 1].text == "."):
                self.read_parameters(owner, self.parenthesis(items, place + 1))
            elif item.is_word and item.text == "case" and kind == "enum":
                place = self.read_cases(items, place + 1)
                continue
            elif item.is_word and item.text in ("let", "var") and following and following.is_word:
                self.read_property(items, place, kind, owner)
            if item.items is not None:
                self.read(item.items)
            place += 1

    @staticmethod
    def parenthesis(items, place):
        while place < len(items) and not items[place].is_group("("):
            place += 1
        return items[place] if place < len(items) else None

    def read_parameters(self, name, group):
        unlabelled = 0
        for label, part in arguments(group) if group else []:
            # `label name: Type`, `_ name: Type` or `name: Type`.
            colon = next((place for place, item in enumerate(part) if item.text == ":" and not item.is_literal), None)
            words = [label] if label else [item.text for item in part[:colon] if item.is_word and item.text[0] != "@"]
            kind = part if label else part[colon + 1:] if colon is not None else []
            key = words[0] if words and words[0] != "_" else unlabelled
            if key == unlabelled and not isinstance(key, str):
                unlabelled += 1
            declared = kind[:type_end(kind, 0)]
            self.add(name, key, mentions(declared))
            arrow = next((place for place, item in enumerate(declared) if item.text == "->"), None)
            if arrow is not None and mentions(declared[arrow:]):
                self.add(name, "{")

    def read_cases(self, items, place):
        """Reads the cases of an enumeration, up to the next declaration."""
        while place < len(items):
            name = items[place].text
            group = items[place + 1] if place + 1 < len(items) else None
            if group is not None and group.is_group("("):
                for number, (label, part) in enumerate(arguments(group)):
                    self.add(name, label or number, mentions(part))
                place += 1
            place += 1
            if place >= len(items) or items[place].text != ",":
                return place
            place += 1
        return place

    def read_property(self, items, place, kind, owner):
        if place + 2 >= len(items) or items[place + 2].text != ":":
            return
        declared = items[place + 3:type_end(items, place + 3)]
        if not mentions(declared):
            return
        name = items[place + 1].text
        if kind:
            self.properties.add(name)
        arrow = next((index for index, item in enumerate(declared) if item.text == "->"), None)
        if arrow is not None and mentions(declared[:arrow]):
            self.add(name, 0)
        elif kind in ("struct", "class", "actor") and owner:
            self.add(owner, name)
