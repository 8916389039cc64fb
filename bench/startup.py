"""What a command takes to start, against `python -c pass`.

Run by `python -m bench.startup [ROUNDS]`; exits 1 where a command takes more than 25 times the
yardstick above the packages from outside that it needs. Processor time (user and system) of whole
processes, their code compiled; the median of 7 rounds in which yardstick, packages and commands
take turns. What a command needs from outside is what it has loaded at its end; to import that alone,
in one process, is measured by itself. Linux only.
"""

import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from bench.house import embedded_server, move_mail, write_settings
from mailref.assets import ready_folder
from mailref.made_ready import write

LIMIT = 25.0
ROUNDS = 7
_YARDSTICK = ("-c", "pass")
_IMPORTED = "import gc; gc.disable(); import {}; gc.freeze()"
"""As our own are loaded: with the collector of garbage they take a quarter more, and hide so much of ours."""
_LOADED = """
import json, os, runpy, sys, sysconfig
try:
    runpy.run_module("mailref", run_name="__main__", alter_sys=True)
except SystemExit as ended:
    if ended.code:
        raise
own = ("mailref", "__main__", "mailref.__main__")
inside = sysconfig.get_path("stdlib") + os.sep
def is_outside(name, module):
    spec = getattr(module, "__spec__", None)
    origin = getattr(spec, "origin", None) or ""
    if name.partition(".")[0] in own or not spec or spec.name != name or not os.sep in origin:
        return False
    return not origin.startswith(inside) or f"{os.sep}site-packages{os.sep}" in origin
print(json.dumps([name for name, module in sys.modules.items() if is_outside(name, module)]))
"""


def _compiled_in(folder: Path) -> dict[str, str]:
    """Return an environment in which code is compiled once, into *folder*, whatever ours says."""
    kept = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    return kept | {"PYTHONPYCACHEPREFIX": str(folder / "compiled")}


def processor_seconds(arguments: Sequence[str], folder: Path) -> float:
    """Return the processor time of one Python with these arguments, from its start to its end."""
    started = subprocess.Popen(
        [sys.executable, *arguments],
        cwd=folder,
        env=_compiled_in(folder),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    assert started.stderr is not None
    said = started.stderr.read()
    started.stderr.close()
    _, status, used = os.wait4(started.pid, 0)
    started.returncode = os.waitstatus_to_exitcode(status)
    if started.returncode:
        raise subprocess.CalledProcessError(started.returncode, arguments, stderr=said)
    return used.ru_utime + used.ru_stime


def from_outside(arguments: Sequence[str], folder: Path) -> list[str]:
    """Return the modules from outside that a command has loaded at its end, in that order."""
    ran = subprocess.run(
        [sys.executable, "-c", _LOADED, *arguments],
        cwd=folder,
        env=_compiled_in(folder),
        check=True,
        capture_output=True,
        text=True,
    )
    found: list[str] = json.loads(ran.stdout.splitlines()[-1])
    return found


def _as_people_are_called(text: str) -> str:
    """Return *text* with names of players without a digit: one with a digit might be a square."""
    return re.sub(
        r"Spielerin Nummer (\d)", lambda found: f"Spielerin {'ABCDEFGH'[int(found[1])]}", text
    )


def measured(folder: Path, config: Path, rounds: int) -> bool:
    """Print what each command takes; tell whether all are within the limit."""
    mail = folder / "mail.eml"
    mail.write_bytes(_as_people_are_called(move_mail(0, 0).decode()).encode())
    settings = ("-c", str(config))
    commands = {
        "status": ("status", *settings),
        "once": ("once", *settings),
        "judge": ("judge", str(mail), *settings),
    }
    runs: dict[str, tuple[str, ...]] = {"pass": _YARDSTICK}
    outside: dict[str, list[str]] = {}
    for name, arguments in commands.items():
        outside[name] = from_outside(arguments, folder)
        runs[f"{name}: packages"] = ("-c", _IMPORTED.format(", ".join(outside[name])))
        runs[name] = ("-m", "mailref", *arguments)
    took: dict[str, list[float]] = {name: [] for name in runs}
    for arguments in runs.values():  # what is not compiled yet is now
        processor_seconds(arguments, folder)
    for _ in range(rounds):
        for name, arguments in runs.items():
            took[name].append(processor_seconds(arguments, folder))
    median = {name: statistics.median(each) for name, each in took.items()}
    print(f"python -c pass: {median['pass'] * 1000:.1f} ms, the median of {rounds}")
    print(f"{'':8}{'whole':>10}{'packages':>10}{'our own':>10}{'times':>8}  packages from outside")
    is_kept = True
    for name in commands:
        whole, packages = median[name], median[f"{name}: packages"]
        times = (whole - packages) / median["pass"]
        is_kept = is_kept and times <= LIMIT
        tops = dict.fromkeys(each.partition(".")[0] for each in outside[name])
        shown = " ".join(each for each in tops if not each.startswith("_"))
        print(
            f"{name:8}{whole * 1000:7.0f} ms{packages * 1000:7.0f} ms"
            f"{(whole - packages) * 1000:7.0f} ms{times:8.1f}  {shown}"
        )
    print(f"our own at most {LIMIT:.0f} times python -c pass")
    return is_kept


def main() -> int:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    write(ready_folder())  # as the wheel has it
    with tempfile.TemporaryDirectory() as place, embedded_server() as server:
        folder = Path(place)
        config = write_settings(folder, server, 8)
        config.write_text(_as_people_are_called(config.read_text("utf-8")), "utf-8")
        # The first makes the database, the second has nothing to do any more.
        for _ in range(2):
            processor_seconds(("-m", "mailref", "once", "-c", str(config)), folder)
        return 0 if measured(folder, config, rounds) else 1


if __name__ == "__main__":
    sys.exit(main())
