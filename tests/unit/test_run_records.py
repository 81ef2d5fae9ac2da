"""Records of runs: told apart and ordered by their ids."""

from normbook.runs.manifest import manifests, new_manifest


def test_runs_that_begin_within_one_second_keep_their_order(tmp_path):
    # the fingerprints would order them the other way round
    runs = [new_manifest(print_of_inputs, {}) for print_of_inputs in ("ffffffff", "88888888", "00000000")]
    for record in runs:
        record.write(tmp_path)
    assert [file.parent.name for file in manifests(tmp_path)] == [record.run_id for record in reversed(runs)]
