"""An export read as values, with nothing taken from who wrote it but the contract (section 4)."""

from mailref.rules.board import Board
from mailref.rules.verify import model
from mailref.rules.verify.model import Export, NotAnExportError
from mailref.rules.verify.nodes import Node


def read_export(value: model.Json) -> Export:
    """Return the export in *value*; NotAnExportError names the first key that is missing or wrong."""
    node = Node(value)
    return Export(
        game=node["game"].text,
        title=node["title"].text,
        variant=node["variant"].text,
        rules=node["rules"].table,
        tiles=_tiles(node["tiles"]),
        start_round=node["start"].optional(lambda start: start["round"].number),
        start_board=node["start"].optional(lambda start: _board(start["board"])) or Board(),
        finished=node["finished"].flag,
        ended=node["ended"].optional(_text),
        commitment=node["commitment"].text,
        seed=node["seed"].optional(_text),
        lexicon=node["lexicon"]["name"].text,
        lexicon_sha256=node["lexicon"]["sha256"].text,
        rulings=node["rulings"].each(_ruling),
        players=node["players"].each(_joining),
        first_draw=node["first_draw"].optional(_drawn),
        rounds=node["rounds"].each(_round),
        standings=node["standings"].each(_standing),
        sha256=node["sha256"].text,
    )


def _tiles(node: Node) -> dict[str, model.Tile]:
    return {
        letter: model.Tile(node[letter]["count"].number, node[letter]["value"].number)
        for letter in node.table
    }


def _board(node: Node) -> Board:
    try:
        return Board.from_rows(node.texts)
    except ValueError as wrong:
        raise NotAnExportError(f"{node.path}: {wrong}") from None


def _text(node: Node) -> str:
    return node.text


def _number(node: Node) -> int:
    return node.number


def _flag(node: Node) -> bool:
    return node.flag


def _ruling(node: Node) -> model.Ruling:
    return model.Ruling(node["word"].text, node["accepted"].optional(_flag), node["by"].text)


def _joining(node: Node) -> model.Joining:
    return model.Joining(
        player=node["player"].text,
        round=node["round"].number,
        base=node["base"].number,
        missed=node["missed"].number,
        late=node["late"].flag,
        among=node["among"].texts,
        corrections=node["corrections"].number,
        reopened=node["reopened"].number,
        adjustments=node["adjustments"].each(_adjustment),
    )


def _adjustment(node: Node) -> model.Adjustment:
    return model.Adjustment(node["points"].number, node["order"].number)


def _drawn(node: Node) -> model.Drawn:
    return model.Drawn(
        round=node["round"].number,
        drawn=node["drawn"].text,
        returned=node["returned"].text,
        redraws=node["redraws"].number,
        relaxed=node["relaxed"].flag,
        by_hand=node["by_hand"].flag,
        corrected=node["corrected"].flag,
    )


def _round(node: Node) -> model.Round:
    return model.Round(
        number=node["number"].number,
        letters=node["letters"].text,
        deadline=node["deadline"].optional(lambda each: each.time),
        closed=node["closed"].optional(lambda each: each.time),
        final=node["final"].flag,
        early=node["early"].flag,
        reopened=node["reopened"].number,
        rules=node["rules"].table,
        rulings=node["rulings"].number,
        entries=node["entries"].each(_entry),
        former=node["former"].each(_former),
        laid=node["laid"].optional(_laid),
        top=node["top"].optional(_top),
        drawn=node["drawn"].text,
        draw=node["draw"].optional(_drawn),
        bag=node["bag"].number,
        cleared=node["cleared"].flag,
        undecided=node["undecided"].texts,
        policy=node["policy"].optional(_text),
        board=_board(node["board"]).rows,
    )


def _entry(node: Node) -> model.Entry:
    return model.Entry(
        player=node["player"].text,
        received=node["received"].optional(lambda each: each.time),
        moves=node["moves"].each(_move),
        counts=node["counts"].optional(_number),
        status=node["status"].text,
        move=node["move"].optional(_move),
        square=node["square"].optional(_text),
        direction=node["direction"].optional(_text),
        word=node["word"].optional(_text),
        formula=node["formula"].optional(_text),
        faults=node["faults"].each(_fault),
        points=node["points"].number,
        base=node["base"].number,
        deduction=node["deduction"].number,
        adjustments=node["adjustments"].each(_adjustment),
        total=node["total"].number,
        rank=node["rank"].number,
    )


def _former(node: Node) -> model.Former:
    return model.Former(
        player=node["player"].text,
        adjustments=node["adjustments"].each(_adjustment),
        total=node["total"].number,
        rank=node["rank"].number,
    )


def _move(node: Node) -> model.Move:
    return model.Move(
        swaps=node["swaps"].texts,
        plays=node["plays"].each(_play),
        faults=node["faults"].each(_fault),
        status=node["status"].text,
        formula=node["formula"].optional(_text),
        points=node["points"].optional(_number),
        claimed=node["claimed"].optional(_number),
    )


def _play(node: Node) -> model.Play:
    return model.Play(
        square=node["square"].text,
        direction=node["direction"].text,
        word=node["word"].text,
        blanks=node["blanks"].texts,
        words=node["words"].each(_word),
        points=node["points"].number,
    )


def _word(node: Node) -> model.Word:
    return model.Word(node["word"].text, node["points"].number, node["verdict"].text)


def _fault(node: Node) -> model.Fault:
    return model.Fault(
        node["code"].text, node["line"].number, node["column"].number, node["text"].text
    )


def _laid(node: Node) -> model.Laid:
    return model.Laid(
        move=_move(node["move"]),
        players=node["players"].texts,
        tie=node["tie"].texts,
        lot=node["lot"].optional(_lot),
    )


def _lot(node: Node) -> model.Lot:
    return model.Lot(node["purpose"].text, node["choices"].texts, node["chosen"].number)


def _top(node: Node) -> model.Top:
    return model.Top(node["points"].number, node["exact"].flag, node["moves"].texts)


def _standing(node: Node) -> model.Standing:
    return model.Standing(node["rank"].number, node["player"].text, node["points"].number)
