"""Starts a terminal with text in a font on the display for each size on standard input, and prints what the screen shows:
window.py kitty|foot|xterm FAMILY."""

import pathlib
import subprocess
import sys
import tempfile
import time

sys.path.append(str(pathlib.Path(__file__).parent.parent))
import ink

program, family = sys.argv[1:3]
folder = pathlib.Path(tempfile.mkdtemp())
show = ["sh", "-c", f"printf '\\033[?25l{ink.TEXT}'; exec sleep 60"]
for number, line in enumerate(iter(sys.stdin.readline, "")):
    # Letters stay inside of the screen.
    size = 16 + int(float(line)) % 16
    command = {
        "kitty": ["kitty", "--config=NONE", f"--override=font_family={family}", f"--override=font_size={size * 0.75}",
                  "--override=background=#ffffff", "--override=foreground=#000000", "--override=cursor=none",
                  "--override=enable_audio_bell=no", "--title=reach", *show],
        "foot": ["foot", "--fullscreen", f"--override=font={family}:pixelsize={size}", "--override=colors.background=ffffff",
                 "--override=colors.foreground=000000", *show],
        "xterm": ["xterm", "-T", "reach", "-bg", "white", "-fg", "black", "+sb", "-fa", family, "-fs", str(size * 0.72),
                  "-e", *show],
    }[program]
    capture = ["grim"] if program == "foot" else ["import", "-silent", "-window", "reach"]
    terminal = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    picture, reading = folder / f"{number}.png", None
    for _ in range(40):
        time.sleep(0.25)
        subprocess.run(["timeout", "5", *capture, str(picture)], check=False, capture_output=True)
        reading = ink.of_file(picture, size)
        # The screen is dark before the window is drawn.
        if reading is not None and reading[1] < 3:
            break
    terminal.kill()
    print(ink.line(reading), flush=True)
