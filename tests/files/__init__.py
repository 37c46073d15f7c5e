"""Files that earlier versions wrote, and what has to be true of each for ever."""
