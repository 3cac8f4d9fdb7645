"""Scenes in which a device goes and comes back. A scene gives rows, as scenes.py says."""

import statistics

from wire import FEEDBACK

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
    remark = f"greeted after {greeted - opened:.2f} s, a window after {first - opened:.2f} s"
    return [("recognises at /dev/ttyUSB0", 1, wrongs, [remark])]


# MARK: - Twenty rounds


def rounds(setting):
    """unplugged and plugged in again"""
    setting.plug()
    since = setting.run()
    at, _, greeting = setting.state("session", since)
    setting.window(at)
    wrongs, took, renumbered, burdens, shares = [], [], 0, [], []
    for number in range(ROUNDS):
        manner, old = ("free", "held", "stopped")[number % 3], setting.node
        waited, share, board = around(setting, manner, measures=number % 5 == 0)
        took.append(waited)
        shares += share
        renumbered += setting.node != old
        if waited > BACK_SECONDS or board != greeting["unique_id"] or manner != "free" and setting.node == old:
            wrongs.append(f"round {number}, {manner}: {board} at {setting.node} after {waited:.2f} s")
        burdens.append(setting.burden()[:3])
    code, said = setting.end()
    if code != 0:
        wrongs.append(f"ends with {code}: {said}")
    # The first rounds use what every later one does.
    third, last = burdens[2], burdens[-1]
    more = [after - before for before, after in zip(third, last)]
    leaks = [f"{grown:.0f} more {what}" for grown, (what, most) in zip(more, MORE.items()) if grown > most]
    # One measurement may be off where this machine does something else.
    share = statistics.median(shares)
    hungry = [f"{share:.1%} of the guest's core"] if share > WAITING_SHARE else []
    return [
        ("unplugged and plugged in again", ROUNDS, wrongs,
         [f"back after {statistics.median(took):.2f} s (median), {max(took):.2f} s (longest); {renumbered} times at another node"]),
        ("nothing leaks", 1, leaks,
         [f"{third[0]:.0f} kB after three rounds, {last[0]:.0f} after {ROUNDS}; {last[1]:.0f} descriptors, {last[2]:.0f} threads"]),
        ("waiting takes no processor", 1, hungry, [f"{share:.1%} of the guest's core, the median of {len(shares)}"]),
    ]


def around(setting, manner, measures=False):
    """One round. manner: whether the node is free when the device comes back, or held by another program, or by the stopped
    motionq itself, so that the device gets another one.

    - Returns: the seconds until the device greeted, the share of a core while it was away, if that is to be measured, and the
      unique id of the board that greeted.
    """
    guest, since = setting.guest, setting.journal.end
    if manner == "held":
        guest.do(f"command exec 5</dev/{setting.node}")
    elif manner == "stopped":
        guest.do("kill -STOP $(cat /tmp/run.pid)")
    setting.unplug()
    share = []
    if manner != "stopped":
        lost, _, _ = setting.state("disconnected", since)
        setting.state("reopening", lost)
        if measures:
            # In the first second it looks whether the device is back at once.
            guest.do("sleep 1")
            share.append(setting.share(4))
    _, back = setting.plug()
    if manner == "stopped":
        guest.do("kill -CONT $(cat /tmp/run.pid); echo continued >/dev/kmsg")
        _, back, _ = setting.journal.wait("^continued", since)
        lost, _, _ = setting.state("disconnected", since)
    at, greeted, greeting = setting.state("session", lost)
    setting.window(at)
    if manner == "held":
        guest.do("exec 5<&-")
    return greeted - back, share, greeting["unique_id"]


# MARK: - In the middle of a command


def within_feedback(setting):
    """unplugged within a FEEDBACK"""
    setting.plug()
    since = setting.run()
    setting.state("session", since)
    wrongs, times = [], 3
    for number in range(times):
        caught, since = setting.wire.catch(FEEDBACK, skip=number), setting.journal.end
        setting.until(caught.is_set, 60, "a FEEDBACK")
        setting.unplug()
        setting.wire.release()
        lost, _, _ = setting.state("disconnected", since)
        # A board that hears from its host no more puts its lights out.
        setting.until(lambda: not any(setting.board.lit()), 20, "darkness")
        _, back = setting.plug()
        at, greeted, _ = setting.state("session", lost)
        setting.journal.wait(r'"type":"feedback".*"status":"ok"', at)
        if greeted - back > BACK_SECONDS:
            wrongs.append(f"back after {greeted - back:.2f} s")
        if damaged := setting.journal.count(r'"status":"(late|refused|unsupported)"', since):
            wrongs.append(f"{damaged} commands that were not taken")
    code, said = setting.end()
    if code != 0:
        wrongs.append(f"ends with {code}: {said}")
    return [("unplugged within a FEEDBACK", times, wrongs, ["dark while away, and obeys again when it is back"])]


# MARK: - CDC-ACM


def gadget(setting):
    """CDC-ACM at /dev/ttyACM0"""
    node, _ = setting.plug_gadget()
    since = setting.run()
    at, _, _ = setting.state("session", since)
    setting.window(at)
    setting.journal.wait(r'"type":"feedback".*"status":"ok"', at)
    wrongs, took, times = [] if node == "ttyACM0" else [f"at {node}"], [], 5
    for number in range(times):
        since = setting.journal.end
        if number % 2:
            setting.guest.do(f"command exec 5</dev/{setting.node}")
        setting.unplug()
        lost, _, _ = setting.state("disconnected", since)
        node, back = setting.plug_gadget()
        at, greeted, _ = setting.state("session", lost)
        setting.window(at)
        setting.guest.do("exec 5<&-")
        took.append(greeted - back)
        if took[-1] > BACK_SECONDS:
            wrongs.append(f"round {number}: at {node} after {took[-1]:.2f} s")
    code, said = setting.end()
    if code != 0:
        wrongs.append(f"ends with {code}: {said}")
    return [("CDC-ACM at /dev/ttyACM0, and five rounds", times, wrongs, [f"back after at most {max(took):.2f} s"])]
