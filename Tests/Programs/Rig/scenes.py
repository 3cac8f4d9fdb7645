"""What happens to a serial port. A scene gives rows: a title, how often it was tried, what was wrong, and what is to be said."""

import statistics

ROUNDS = 20
# Seconds of the guest's clock in which a device that is back must greet, and the share of a core that waiting may take.
BACK_SECONDS, WAITING_SHARE = 1.0, 0.02
# What a program may take more of after all rounds: memory in kB, descriptors, threads.
MORE = {"kB of memory": 400, "descriptors": 0, "threads": 0}


def recognises(setting):
    """recognises at /dev/ttyUSB0"""
    node, _ = setting.plug()
    since = setting.run()
    _, opened, _ = setting.state("opened", since)
    at, greeted, _ = setting.state("session", since)
    _, first = setting.window(at)
    setting.journal.wait(r'"type":"event".*"phase":"enter"', at)
    setting.until(lambda: any(setting.board.lit()), 20, "a light")
    setting.journal.wait(r'"type":"feedback".*"status":"ok"', at)
    code, said = setting.end()
    wrongs = [] if code == 0 and node == "ttyUSB0" else [f"ends with {code} at {node}: {said}"]
    return [("recognises at /dev/ttyUSB0", 1, wrongs, [f"greeted after {greeted - opened:.2f} s, a window after {first - opened:.2f} s"])]


# MARK: - Twenty rounds


def rounds(setting):
    """unplugged and plugged in again"""
    setting.plug()
    since = setting.run()
    at, _, greeting = setting.state("session", since)
    setting.window(at)
    board, wrongs, took, nodes = greeting["unique_id"], [], [], set()
    burdens, shares = [], []
    for number in range(ROUNDS):
        node, waited, share = around(setting, ("plain", "held", "stopped")[number % 3], measures=number % 5 == 0)
        took.append(waited)
        nodes.add(node)
        shares += share
        if waited > BACK_SECONDS:
            wrongs.append(f"round {number}: at {node} after {waited:.2f} s")
        burdens.append(setting.burden()[:3])
    code, said = setting.end()
    if code != 0:
        wrongs.append(f"ends with {code}: {said}")
    # The first rounds use what every later one does.
    leaks = [f"{after - before:.0f} more {what}: {[burden[at] for burden in burdens]}" for at, (what, most) in enumerate(MORE.items())
             if (after := burdens[-1][at]) - (before := burdens[2][at]) > most]
    hungry = [f"{share:.1%} of a core" for share in shares if share > WAITING_SHARE]
    last, third = burdens[-1], burdens[2]
    return [
        ("unplugged and plugged in again", ROUNDS, wrongs,
         [f"back after {statistics.median(took):.2f} s (median), {max(took):.2f} s (longest), at {', '.join(sorted(nodes))}"]),
        ("nothing leaks", 1, leaks, [f"{third[0]:.0f} kB after three rounds, {last[0]:.0f} kB after {ROUNDS}; {last[1]:.0f} descriptors, "
                                     f"{last[2]:.0f} threads"]),
        ("waiting takes no processor", len(shares), hungry, [f"at most {max(shares):.1%} of a core"]),
    ]


def around(setting, manner, measures=False):
    """One round. manner: whether the node is free when the device comes back, or held by another program, or by the stopped
    motionq itself, so that the device gets another one.

    - Returns: the node that the device had, the seconds until it greeted, and the share of a core of the time between, if that is
      to be measured.
    """
    guest, since = setting.guest, setting.journal.end
    if manner == "held":
        guest.do(f"exec 5</dev/{setting.node}")
    elif manner == "stopped":
        guest.do("kill -STOP $(cat /tmp/run.pid)")
    setting.unplug()
    share = []
    if manner != "stopped":
        at, _, _ = setting.state("disconnected", since)
        setting.state("reopening", at)
        if measures:
            share.append(setting.share(4))
    node, back = setting.plug()
    if manner == "stopped":
        guest.do("kill -CONT $(cat /tmp/run.pid); echo continued >/dev/kmsg")
        _, back, _ = setting.journal.wait("^continued", since)
        setting.state("disconnected", since)
    at, greeted, _ = setting.state("session", since)
    setting.window(at)
    if manner == "held":
        guest.do("exec 5<&-")
    return node, greeted - back, share


SCENES = {"recognises": recognises, "rounds": rounds}
