"""Compares an answer of `judge --json` with what is expected of it (see README.md)."""

from collections.abc import Iterator

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]


def differences(want: Json, got: Json, path: str = "") -> Iterator[str]:
    """Yield every way in which *got* does not hold what *want* insists on."""
    match want:
        case {"any_of": list(ways)} if isinstance(want, dict) and len(want) == 1:
            if all(list(differences(way, got, path)) for way in ways):
                yield f"{path}: expected one of {ways}, got {got!r}"
        case dict():
            yield from _of_object(want, got, path)
        case list():
            yield from _of_list(want, got, path)
        case _:
            if type(want) is not type(got) or want != got:
                yield f"{path}: expected {want!r}, got {got!r}"


def _of_object(want: dict[str, Json], got: Json, path: str) -> Iterator[str]:
    if not isinstance(got, dict):
        yield f"{path}: expected an object, got {got!r}"
        return
    for key, value in want.items():
        where = f"{path}.{key}"
        if key == "moves_len":
            moves = got.get("moves")
            yield from differences(value, len(moves) if isinstance(moves, list) else None, where)
        elif key == "counted":
            yield from differences(value, _counted(got), where)
        elif key == "faults":
            yield from _of_faults(value, got.get("faults"), where)
        else:
            yield from differences(value, got.get(key, f"no {key}"), where)


def _counted(got: dict[str, Json]) -> Json:
    """Return the move that counts, if any does."""
    moves, number = got.get("moves"), got.get("counts")
    return moves[number] if isinstance(moves, list) and isinstance(number, int) else None


def _of_faults(want: Json, got: Json, path: str) -> Iterator[str]:
    """Each code named must occur; none named: none but remarks the expectation need not tell."""
    codes = (
        [each["code"] for each in got if isinstance(each, dict)] if isinstance(got, list) else []
    )
    for code in want if isinstance(want, list) else []:
        allowed = code["any_of"] if isinstance(code, dict) else [code]
        if not any(each in codes for each in (allowed if isinstance(allowed, list) else [])):
            yield f"{path}: expected {code!r}, got {codes}"


def _of_list(want: list[Json], got: Json, path: str) -> Iterator[str]:
    if not isinstance(got, list):
        yield f"{path}: expected a list, got {got!r}"
        return
    is_bag = path.endswith((".words", ".blanks", ".swaps"))
    if len(want) > len(got) or (len(want) != len(got) and (is_bag or path.endswith(".plays"))):
        yield f"{path}: expected {len(want)} of them, got {got!r}"
        return
    if not is_bag:
        for index, (each, found) in enumerate(zip(want, got, strict=False)):
            yield from differences(each, found, f"{path}[{index}]")
        return
    left = list(got)
    for each in want:
        hit = next((found for found in left if not list(differences(each, found))), None)
        if hit is None:
            yield f"{path}: expected {each!r}, got {got!r}"
        else:
            left.remove(hit)
