"""Situations: steps of a lesson look at the same run, and each thread at one of its own."""

from concurrent.futures import ThreadPoolExecutor

from linlab.engine.document.first import first_document
from linlab.lessons.facts.situation import run_of


def test_that_a_run_is_shared_within_a_thread_and_with_no_other() -> None:
    document = first_document()
    with ThreadPoolExecutor(1) as elsewhere:
        other = elsewhere.submit(run_of, document, 0).result()
        assert elsewhere.submit(run_of, document, 0).result() is other
    assert run_of(document, 0) is run_of(document, 0) is not other
    assert (run_of(document, 0).at(9).theta == other.at(9).theta).all()
