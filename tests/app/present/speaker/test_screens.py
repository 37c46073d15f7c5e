"""Which screen the stage and the speaker get, for any screens."""

from hypothesis import given
from hypothesis import strategies as st

from linlab.app.present.speaker.clock import LectureClock, minutes
from linlab.app.present.speaker.screens import Placement, ScreenInfo, placement

LAPTOP = ScreenInfo("eDP-1", 0, 0, 1280, 800)
BEAMER = ScreenInfo("HDMI-1", 1280, 0, 1920, 1080)
MIRROR = ScreenInfo("HDMI-2", 0, 0, 1280, 800)


def test_that_the_stage_goes_to_the_screen_without_the_window():
    for screens in ((LAPTOP, BEAMER), (BEAMER, LAPTOP)):
        assert placement(screens, "eDP-1") == Placement("HDMI-1", "eDP-1")
        assert placement(screens, "HDMI-1") == Placement("eDP-1", "HDMI-1")


def test_that_a_chosen_screen_is_taken_and_the_speaker_gets_the_other():
    both = (LAPTOP, BEAMER)
    assert placement(both, "eDP-1", "eDP-1") == Placement("eDP-1", "HDMI-1")
    assert placement(both, "eDP-1", "HDMI-1") == Placement("HDMI-1", "eDP-1")
    assert placement(both, "eDP-1", "DP-7") == Placement("HDMI-1", "eDP-1")  # not connected today


def test_that_with_one_screen_the_speaker_has_none_of_his_own():
    assert placement((LAPTOP,), "eDP-1", "HDMI-1") == Placement("eDP-1", "")
    assert placement((LAPTOP, MIRROR), "eDP-1") == Placement("eDP-1", "")  # they show the same
    assert placement((), "eDP-1") == Placement("", "")


@given(
    st.lists(
        st.builds(
            ScreenInfo,
            st.sampled_from("abcd"),
            st.sampled_from((0, 1000, 2000)),
            st.just(0),
            st.just(1000),
            st.just(800),
        ),
        unique_by=lambda screen: screen.name,
    ),
    st.sampled_from("abcde"),
    st.sampled_from(("", "a", "b", "e")),
)
def test_that_stage_and_speaker_are_never_on_one_screen_if_there_are_two(screens, home, chosen):
    places = placement(screens, home, chosen)
    assert places.stage in {screen.name for screen in screens} | ({""} if not screens else set())
    assert bool(places.speaker) == (len({screen.x for screen in screens}) > 1)
    assert not places.speaker or places.speaker != places.stage


def test_that_the_clock_counts_without_its_pauses_and_for_each_entry():
    seconds = [0.0]
    clock = LectureClock(lambda: seconds[0])
    assert not clock.started
    clock.start()
    seconds[0] = 60.0
    clock.show_entry(1)
    seconds[0] = 90.0
    clock.toggle()
    seconds[0] = 500.0
    assert not clock.running and clock.started
    assert (clock.elapsed, clock.elapsed_of(0), clock.elapsed_of(1)) == (90.0, 60.0, 30.0)
    clock.toggle()
    seconds[0] = 510.0
    assert (clock.elapsed, clock.elapsed_of(1)) == (100.0, 40.0)
    clock.reset()
    seconds[0] = 515.0
    assert (clock.elapsed, clock.elapsed_of(0)) == (5.0, 0.0)
    assert (minutes(clock.elapsed), minutes(3725.9)) == ("0:05", "1:02:05")
