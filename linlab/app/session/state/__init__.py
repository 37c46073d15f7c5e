"""What a session is made of, each an object of its own: undo, the gesture that is going on, the
replay, what is pointed at, what was said; and a whole session put aside while another is open.
Imports the runs and the session's background; the session imports them.
"""
