"""The smallest whole way: a report in, a verdict out."""

from tests.world import report, report_line, rows, tables_of


def test_a_game_becomes_two_rows(tmp_path):
    lines = [
        report_line(1, "One, Anna", ["   2 w 1"], rating=2400),
        report_line(2, "Two, Ben", ["   1 b 0"], rating=2300),
    ]
    connection = tables_of(tmp_path, {"events/pair.trf": report(lines)})
    assert rows(
        connection, "select start_number, opponent_number, colour, score, outcome from core.games order by 1"
    ) == [
        {"start_number": 1, "opponent_number": 2, "colour": "w", "score": 1.0, "outcome": "played"},
        {"start_number": 2, "opponent_number": 1, "colour": "b", "score": 0.0, "outcome": "played"},
    ]
