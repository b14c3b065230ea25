"""Finds the literals that are values of an expression, or that a body returns."""

BLOCKS = ("if", "else", "guard", "switch", "for", "while", "do", "catch", "repeat", "defer", "get", "_read")
# Words and operators at the start of a line that continue a statement, and at the end.
CONTINUING = ("+", "?", ":", "??", ".", "as", "&&", "||", "==", "else")
OPEN = ("=", "+", "?", ":", "??", ",")


def statement(items, start):
    """Returns the tokens from a place to the end of the statement."""
    place = start + 1
    while place < len(items):
        item = items[place]
        if item.is_first and items[place - 1].text not in OPEN and not item.is_group("{"):
            if item.is_literal or item.items is not None or item.text not in CONTINUING:
                break
        place += 1
    return items[start:place]


def outermost(items):
    """Yields the literals at the outermost level: those joined by `+`, and whether they are joined to nothing else."""
    place, in_condition, in_pattern = 0, False, False
    while place < len(items):
        item = items[place]
        if item.is_word and item.text in BLOCKS:
            in_condition = True
        elif item.is_word and item.text in ("case", "import"):
            in_pattern = True
        elif item.text == ":" and not item.is_literal:
            in_pattern = False
        elif item.is_group("{"):
            if in_condition or place == 0 or is_mapping(items, place):
                yield from outermost(item.items)
            in_condition = in_pattern = False
        elif in_condition or in_pattern:
            pass
        elif item.is_word and item.text in ("let", "var", "throw", "func"):
            # A declaration in a body has a type of its own.
            place += len(statement(items, place))
            continue
        elif item.text in ("=", "+=") and not item.is_literal:
            place += 1 + len(statement(items, place + 1))
            continue
        elif item.items is not None and not is_called(items, place):
            yield from outermost(item.items)
        elif item.is_literal:
            end = joined(items, place)
            before = operator(items, place - 1)
            after = operator(items, end)
            is_key = after == ":" and before in ("", ",")
            if not is_key and before not in ("==", "!=", "~=") and after not in ("==", "!=", "~=", "."):
                yield items[place:end:2], "+" not in (before, after)
            place = end
            continue
        place += 1


def joined(items, place):
    """Returns the place after a literal and those that are joined to it."""
    while place + 2 < len(items) and items[place + 1].text == "+" and items[place + 2].is_literal:
        place += 2
    return place + 1


def operator(items, place):
    """Returns the word or operator at a place."""
    return items[place].text if 0 <= place < len(items) and not items[place].is_literal else ""


def is_mapping(items, place):
    """Whether braces are the closure of `map` that makes the value of the place."""
    return items[place - 1].text in ("map", "compactMap", "flatMap") and operator(items, place + 1) != "."


def is_called(items, place):
    """Whether brackets are those of a call or a subscript."""
    before = items[place - 1] if place else None
    if before is None or items[place].is_first:
        return False
    if before.is_word:
        return before.text not in ("return", "in", "as", "is", "await", "try", "else")
    return before.items is not None or before.is_literal
