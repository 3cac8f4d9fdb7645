"""What happens to a serial port, by the names of the scenes.

A scene gives rows: a title, how often it was tried, what was wrong each time that it did not pass, and what is to be said of it.
"""

import boards
import openings
import plugging

SCENES = {
    "recognises": plugging.recognises,
    "rounds": plugging.rounds,
    "feedback": plugging.within_feedback,
    "opener": openings.second_opener,
    "reset": openings.resets,
    "speed": openings.wrong_speed,
    "two": boards.two,
    "install": boards.install,
    "gadget": plugging.gadget,
}
