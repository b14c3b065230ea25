"""Drops of files on the window of Fonts, by the pointer."""

import pathlib
import sys

from waiting import wait

SOURCE = pathlib.Path(__file__).with_name("dragging.py")


def drop(fonts, *paths):
    """Drags files from another window onto the list of families."""
    desk, display = fonts.desk, fonts.display
    before = {window[0] for window in display.windows()}
    source = desk.start([sys.executable, SOURCE, *paths], {"GTK_A11Y": "none"}, name="dragging")

    def shown():
        return next((window for window in display.windows() if window[0] not in before), None)
    window = wait(shown, "the window to drag from")[0]
    screen = int(desk.size.split("x")[0])
    # Beside the window of Fonts, above everything.
    display.tool("windowmove", "--sync", window, screen - 200, 40)
    display.tool("windowraise", window)
    x, y = screen - 110, 120
    place = display.place(fonts.list_of("Families"))
    display.tool("mousemove", x, y, "mousedown", 1)
    for step in range(1, 21):
        display.tool("mousemove", x + (place[0] - x) * step // 20, y + (place[1] - y) * step // 20)
    display.tool("mousemove", place[0] + 1, place[1], "mousemove", *place, "mouseup", 1)
    return source
