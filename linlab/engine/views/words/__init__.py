"""Words: a sentence, its words in the colours of the classes they speak for, its point in the
plane, and the model's answer to it worked out. Imports the frame of views and their charts."""
