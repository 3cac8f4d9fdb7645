import Files
import Formatting

/// What stands between a port that is there and this program.
extension Finding {
    /// May this user open the port?
    package static func permission(_ tree: any SystemTree, port: String) -> Finding {
        let path = tree.resolved(port)
        guard let node = tree.node(path) else {
            return Finding(.permission, .unseen, "there is no \(printable(path))")
        }
        let group = tree.groupName(node.group)
        let belongs = "\(printable(path)) belongs to \(tree.userName(node.owner) ?? "\(node.owner)") and the group \(group)"
        if node.isUsable { return Finding(.permission, .ok, "\(belongs); you may read and write it") }
        guard let user = User(tree) else {
            return Finding(.permission, .notOK, "\(belongs); you may not read and write it", mend: "sudo chmod a+rw \(path)")
        }
        guard node.group != 0, node.rights & 0o060 == 0o060, !user.groups.contains(node.group) else {
            return Finding(
                .permission, .notOK, "\(belongs), and its rights keep \(user.name) out",
                mend: "sudo chmod a+rw \(path) (until it is unplugged; a udev rule with MODE=\"0660\", GROUP=\"dialout\" lasts)")
        }
        if tree.members(ofGroup: node.group).contains(user.name) {
            return Finding(
                .permission, .notOK, "\(belongs); \(user.name) was added to \(group), but this login is older",
                mend: "log out and in again, or for this terminal: newgrp \(group)")
        }
        return Finding(
            .permission, .notOK, "\(belongs), to which \(user.name) does not belong",
            mend: "sudo usermod -aG \(group) $USER, then log out and in again")
    }

    /// Does another program have the port?
    package static func users(_ tree: any SystemTree, port: String) -> Finding {
        let path = tree.resolved(port)
        guard tree.node(path) != nil else { return Finding(.users, .unseen, "there is no \(printable(path))") }
        guard let processes = Processes(tree) else {
            return Finding(.users, .unseen, "this system does not show who has \(printable(path)) open", mend: "lsof \(path)")
        }
        let (holders, areAllSeen) = processes.holding(path)
        if let first = holders.first {
            let names = holders.map { "\(printable($0.name)) (process \($0.id))" }.joined(separator: ", ")
            return Finding(
                .users, .notOK, "\(printable(path)) is open in \(names)", mend: mend(against: first),
                figures: [Figure("process", Double(first.id))])
        }
        let grabbers = ["ModemManager", "brltty"].filter { processes.named($0) != nil }
        var saw: Sentence =
            areAllSeen ? "no other program has \(printable(path)) open" : "none of your programs has \(printable(path)) open"
        if let grabber = grabbers.first {
            saw += "; \(grabber) runs, which tries new ports for some seconds after they were plugged in"
        }
        return Finding(.users, .ok, saw, mend: areAllSeen ? nil : "of others' programs: sudo lsof \(path)")
    }

    private static func mend(against process: Processes.Process) -> Sentence {
        switch process.name {
        case "ModemManager": "sudo systemctl mask --now ModemManager, unless you use a mobile modem"
        case "brltty": "sudo apt remove brltty, unless you read with a braille display"
        default: "close it, or kill \(process.id)"
        }
    }

    /// Does an FTDI chip hold bytes back? To be asked while the port is open, which may have shortened the time.
    package static func latency(_ tree: any SystemTree, port: String) -> Finding {
        let name = String(tree.resolved(port).split(separator: "/").last ?? "")
        let file = "/sys/bus/usb-serial/devices/\(name)/latency_timer"
        guard let time = tree.line(file).flatMap({ Int($0) }) else {
            return Finding(.latency, .unseen, "no FTDI chip, which alone has a latency timer")
        }
        let figures = [Figure("milliseconds", Double(time))]
        guard time > 2 else {
            return Finding(.latency, .ok, "the FTDI chip holds bytes for at most \(time) ms", figures: figures)
        }
        return Finding(
            .latency, .notOK, "the FTDI chip holds bytes for up to \(time) ms, and decisions with them",
            mend: "echo 1 | sudo tee \(file)", figures: figures)
    }
}

/// Who runs this process.
private struct User {
    var name: String
    var groups: Set<UInt32>

    /// Nil where the system does not tell.
    init?(_ tree: any SystemTree) {
        guard let status = tree.text("/proc/self/status") else { return nil }
        var numbers: [Substring: [UInt32]] = [:]
        for line in status.split(separator: "\n") {
            let words = line.split { $0 == "\t" || $0 == " " }
            guard let key = words.first else { continue }
            numbers[key] = words.dropFirst().compactMap { UInt32($0) }
        }
        // Real, effective, saved, of the file system.
        guard let users = numbers["Uid:"], users.count > 1, let groups = numbers["Gid:"], groups.count > 1 else { return nil }
        name = tree.userName(users[1]) ?? "user \(users[1])"
        self.groups = Set(numbers["Groups:"] ?? []).union([groups[1]])
    }
}
