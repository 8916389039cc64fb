"""Rates of words wrongly accepted, wrongly refused and asked, on 300 words of a fixed sample.

    python -m bench.verdicts

The sample was written down from memory, with the lists at hand for abbreviations and names, so that
it flatters these two. Words are judged as in SB-Scrabble, where names are not allowed.
"""

import tomllib
from collections import Counter

from mailref import assets
from mailref.games.rounds.switches import SWITCHES, Rules
from mailref.tiles.lexicon.german import gather
from mailref.tiles.lexicon.verdicts import Unknown

VALID = {
    "inflected forms": """
        GINGST SCHWAMMEN BÄNKEN HÄUSERN MUSEEN LIESSEST KAUFTET GEWESENEN KLÜGERE SCHÖNSTEM
        ROTES MÜDEN WANDERND FÄHRST STIESST BISSEN WÜSCHE RIETET SCHLIEFT TRÄGT LEHRERINNEN
        ÄRZTINNEN KATZEN HUNDES BÜCHERN WÄLDERN ÄPFELN NÜSSE GÄNSEN MÄUSE FLÖHE KÜHEN AUTOS
        KINOS BÜROS PIZZEN KONTEN ATLANTEN DATEN THEMEN RHYTHMEN ZYKLEN FIRMEN VILLEN DRAMEN
        ALBEN GLOBEN BRATEST HIELTE KANNTET BRÄCHTE WISSET DARFST KÖNNTET MÜSSTEN
    """,
    "compounds": """
        HAUSTÜR TISCHBEIN APFELBAUM SONNENSCHEIN REGENBOGEN SCHNEEMANN BAHNHOF FLUGZEUG
        KINDERGARTEN GARTENZAUN ZAHNBÜRSTE WASSERFALL HANDSCHUH BÜCHERREGAL BRIEFMARKE POSTBOTE
        SPIELPLATZ LANDKARTE
    """,
    "foreign and new": """
        YPSILON QUIZ JUX XENON XI NY MY PSI CHI OBI YAK TAXI KIWI JAZZ PIZZA BABY HANDY LAPTOP
        EMAIL BLOG BREXIT SELFIE PODCAST GOOGELT CHATTE LIKEST DOWNLOADS UPDATE TWEET HASHTAG
    """,
    "short words": """
        ABI SANI AZUBI UNI DEMO AKKU LOK DEO KILO INFO ALU ALUS ZIVI SOKO UFO LASER RADAR AIDS
        PROMI TRAFO AHA OHO PFUI HEI NANU ÄTSCH BRR HM PST NIE
    """,
    "words that are names too": """
        JUNGFRAU GALAXIS ROSE HEIDE WOLF BERG STEIN VOGEL KOCH ZIEGLER SUND OLYMP LOTUS
        ESPERANTO BELT WENZEL VERONIKA
    """,
}
INVALID = {
    "wrong forms": """
        GEHTE SPRINGTE KATZES BÄUMER GEGANGTE SINGTE LAUFTE SCHREIBTE NEHMTE ESSTE TRINKTE
        SCHLAFTE TRAGTE FAHRTE HÄUSERES AUTOEN KINOEN GUTERE VIELERE BESSEREST GERNERE DENKTE
        BRINGTE KENNTE NENNTE WISSTE MÖGTE HUNDER
    """,
    "nonsense": """
        XIFFT XQWZ BLORKTE GRUMPFL ZWOLTE KNÖRPS FLABBEL TRONKEL SCHRÖFT PLÖNKE DRUSK VÖMPEL
        ZAPFIX JORB GNASTE FRILM KLÜMST
    """,
    "made-up compounds": """
        SCHNEEKATZE TISCHMOND LAMPENHUND WOLKENGABEL SUPPENAUTO BERGLÖFFEL STEINKUSS HUTBAUM
        ZEHENLAMPE REGENTISCH NUDELZAUN SCHUHREGEN BROTHAUT GLASFELL SEILNASE OHRENBETT
    """,
    "abbreviations": """
        EDV PKW LKW DVD SMS WLAN CDS USB ADAC NATO UNO EU CDU SPD ARD ZDF FBI WWW HIV USW BZW
        KFZ GMBH CPU LCD PCS NGOS IQS VHS
    """,
    "affixes": """
        HEIT KEIT UNG NASIG BEINIG ENT VER GE UN LING TUM IGKEIT ÄUGIG STÖCKIG CHEN
    """,
    "names and brands": """
        APPLE AUDI PORSCHE LUFTHANSA FERRARI AIRBUS GÜTERSLOH BERLIN HAMBURG MÜNCHEN PARIS
        LONDON FRANKREICH ITALIEN DONAU THOMAS MICHAEL SABINE ANDREAS STEFAN KATHARINA ROBERT
        LAURA JENS GOETHE MOZART
    """,
    "foreign words": """
        WINDOW CHAIR WATER MAISON BONJOUR PERRO HEAVEN KNIGHT SCHOOL
    """,
    "AE for Ä": """
        GRAETE AEPFEL HAEUSER SCHOEN MUEDE UEBEL OEFEN TUER KOENIG BAEUME
    """,
}


def rules_of_sb() -> Rules:
    """Return the rules of SB-Scrabble, with the area of its first word."""
    rules, faults = SWITCHES.read(tomllib.loads(assets.variant_text("sb")), {"start": "F6-J10"})
    assert not faults, faults
    return rules


def line(group: str, words: list[str], rules: Rules) -> str:
    """Return how many words of a group were accepted, refused and asked, with how much evidence."""
    lexicon = assets.lexicon()
    verdicts = {word: lexicon.verdict(word, rules, {}) for word in words}
    codes = Counter(verdict.code for verdict in verdicts.values())
    asked = [word for word, verdict in verdicts.items() if isinstance(verdict, Unknown)]
    known = sum(not gather(word, "", lexicon, rules).is_empty for word in asked)
    return (
        f"{group:26}{len(words):6}{codes['valid']:10}{codes['refused']:9}{len(asked):7}{known:10}"
    )


def main() -> None:
    """Print a line for each group and each half."""
    rules = rules_of_sb()
    print(f"{'':26}{'words':>6}{'accepted':>10}{'refused':>9}{'asked':>7}{'evidence':>10}")
    for title, groups in (("valid", VALID), ("invalid", INVALID)):
        for group, words in groups.items():
            print(line(group, words.split(), rules))
        print(line(f"all {title}", [w for each in groups.values() for w in each.split()], rules))


if __name__ == "__main__":
    main()
