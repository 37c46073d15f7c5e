"""What another data set makes of the learner."""

from linlab import Learner, make_points
from linlab.engine.document.document import Document, Source
from linlab.engine.document.resampling import resampled


def test_that_weights_set_by_hand_go_with_the_points_they_were_set_for():
    learner = Learner.of("svm", start="1 2 3", lam=0.1)
    document = Document(make_points("blobs"), (learner,), source=Source("blobs"))
    assert resampled(document, Source("blobs", 5)).learners == (learner,)
    assert resampled(document, Source("moons")).learners == (Learner.of("svm", lam=0.1),)


def test_that_learners_go_into_the_space_of_words_and_back():
    learners = (Learner.of("svm", space="rbf"), Learner.of("naive-bayes"), Learner.of("vote"))
    document = Document(make_points("blobs"), learners, source=Source("blobs"))
    texts = resampled(document, Source("reviews"))
    assert [each.reads_texts for each in texts.learners] == [True, True, False]
    back = resampled(texts, Source("moons")).learners
    assert [each.model for each in back] == ["svm", "naive-bayes", "vote"]
    assert not any(each.reads_texts for each in back)
