"""Scenes about who opens a port, and how. A scene gives rows, as scenes.py says."""

from setting import RUN

OTHER_SPEED = 57_600


def second_opener(setting):
    """a second program at the port"""
    guest, (node, _) = setting.guest, setting.plug()
    since = setting.run()
    at, _, _ = setting.state("session", since)
    setting.window(at)
    wrongs = []
    for verb, said in [
        (f"motionq monitor --port /dev/{node}", "in use by another program"),
        (f"motionq install --port /dev/{node} --model other.safetensors", "in use by another program"),
        (f"motionq doctor --port /dev/{node}", "motionq"),
    ]:
        text = guest.do(f"{verb} 2>&1; echo exit=$?")
        if not text.endswith("exit=69") or said not in text:
            wrongs.append(f"{verb}: {text}")
    # A program that asks for no lock, and is no superuser's.
    text = guest.do(f"chmod 666 /dev/{node}; su -s /bin/sh -c 'cat /dev/{node}' nobody 2>&1", may_fail=True)
    if "busy" not in text:
        wrongs.append(f"cat reads the port: {text}")
    if setting.journal.count('"state":"(disconnected|restarted|gap)"', at):
        wrongs.append("the first program notices")
    setting.window(setting.journal.end)
    code, said = setting.end()
    if code != 0:
        wrongs.append(f"ends with {code}: {said}")
    return [("a second program is kept out", 4, wrongs, [])]


def resets(setting):
    """reset by DTR"""
    setting.plug()
    setting.wire.dtr_rises = setting.board.reset
    wrongs, took, times = [], [], 3
    for number in range(times):
        resets, since = setting.board.resets, setting.run()
        _, opened, _ = setting.state("opened", since)
        at, greeted, _ = setting.state("session", since)
        setting.window(at)
        took.append(greeted - opened)
        if setting.board.resets != resets + 1:
            wrongs.append(f"{setting.board.resets - resets} resets at opening")
        code, said = setting.end()
        if code != 0:
            wrongs.append(f"ends with {code}: {said}")
    setting.state("session", setting.run(f"{RUN} --dtr keep"))
    setting.end()
    resets, since = setting.board.resets, setting.run(f"{RUN} --dtr keep")
    at, _, _ = setting.state("session", since)
    kept = [] if setting.board.resets == resets else ["it is reset"]
    # The button, in the middle of a run.
    setting.window(at)
    setting.board.reset()
    at, _, _ = setting.state("session", at + 1)
    setting.window(at)
    pressed = ["the port was lost"] if setting.journal.count('"state":"disconnected"', since) else []
    setting.end()
    remark = f"greeted at most {max(took):.2f} s after opening, with a second of bootloader"
    return [
        ("a board that DTR resets", times, wrongs, [remark]),
        ("with --dtr keep it is not reset again", 1, kept, []),
        ("a board that is reset in the middle", 1, pressed, []),
    ]


def wrong_speed(setting):
    """a wrong baud rate"""
    guest, (node, _) = setting.guest, setting.plug()
    setting.wire.board_speed = OTHER_SPEED
    since, wrongs = setting.run(), []
    # A board that sends is not understood; one that waits for a greeting which it understands sends little.
    setting.until(
        lambda: setting.journal.count('"state":"unintelligible"', since) or "--baud" in guest.do("cat /tmp/run.errors"), 30,
        "a word about the speed")
    if setting.journal.count('"state":"session"', since):
        wrongs.append("it greets at a wrong baud rate")
    setting.end()
    text = guest.do(f"motionq doctor --port /dev/{node} --json 2>&1", may_fail=True)
    if f'"baud":{OTHER_SPEED}' not in text:
        wrongs.append(f"doctor says {text}")
    since = setting.run(f"{RUN} --baud {OTHER_SPEED}")
    at, _, _ = setting.state("session", since)
    setting.window(at)
    code, said = setting.end()
    if code != 0:
        wrongs.append(f"ends with {code}: {said}")
    return [("a wrong baud rate, and the right one", 1, wrongs, ["doctor names the right one"])]
