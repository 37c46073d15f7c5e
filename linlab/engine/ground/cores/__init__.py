"""Work that is shared between the cores of the machine.

Imports the progress reports of ground.
"""
