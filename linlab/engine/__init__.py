"""The engine: points, learners, the compiled loop and everything measured from it. It knows no
window.

Its rooms, each importing only those before it: ground, data, learner, document, train, optimum,
many, words, picture, views, export.
"""
