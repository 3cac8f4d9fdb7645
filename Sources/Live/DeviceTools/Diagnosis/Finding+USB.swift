import Formatting

/// Is there a USB serial device at all, and does the kernel make a port of it?
extension Finding {
    /// - Parameter port: as it was named; nil to look for one.
    package static func usb(_ tree: any SystemTree, port: String?) -> Finding {
        let path = port.map { tree.resolved($0) }
        if let path, path.hasPrefix("/dev/pts/") {
            return Finding(.usb, .unseen, "\(printable(path)) is a pseudo-terminal: a program stands behind it, and no USB device")
        }
        guard let devices = USBDevice.all(tree) else {
            return Finding(
                .usb, .unseen, "this system shows no USB devices in /sys/bus/usb/devices",
                mend: path != nil
                    ? nil
                    : "run this on the machine itself and not in a container, or name a port: \(.diagnose, .setting(.port, "PATH"))"
            )
        }
        if let path {
            let name = String(path.split(separator: "/").last ?? "")
            if let device = devices.first(where: { $0.ports.contains(name) }) { return reachable(device, name, tree) }
            if tree.node(path) != nil {
                return Finding(.usb, .unseen, "\(printable(path)) is no port of a USB device")
            }
        }
        let boards = devices.filter { !$0.isHub }
        let ports = boards.flatMap(\.ports)
        if let device = boards.first(where: { $0.ports.isEmpty && $0.serialDriver != nil }), ports.isEmpty {
            return driverless(device, tree)
        }
        if let device = boards.first(where: { !$0.ports.isEmpty }), let name = device.ports.first {
            guard let path else { return ports.count > 1 ? several(boards) : reachable(device, name, tree) }
            return Finding(
                .usb, .notOK, "there is no \(printable(path)), but \(ports.map { "/dev/" + $0 }.joined(separator: ", "))",
                mend: "\(.diagnose, .setting(.port, "/dev/\(name)"))")
        }
        return absent(boards)
    }

    private static func reachable(_ device: USBDevice, _ name: String, _ tree: any SystemTree) -> Finding {
        guard tree.node("/dev/\(name)") != nil else {
            return Finding(
                .usb, .notOK, "\(device.words) is plugged in and the kernel calls it \(name), but there is no /dev/\(name)",
                mend: "give it to the container that this runs in: docker run --device=/dev/\(name) …")
        }
        let driver = device.drivers.first.map { ", driver \($0)" } ?? ""
        return Finding(.usb, .ok, "\(device.words) is /dev/\(name)\(driver)")
    }

    private static func several(_ boards: [USBDevice]) -> Finding {
        let ports = boards.flatMap { board in board.ports.map { "\(board.words) is /dev/\($0)" } }
        return Finding(
            .usb, .notOK, "several serial devices are plugged in: \(ports.joined(separator: ", "))",
            mend: "name one of them: \(.diagnose, .setting(.port, "/dev/\(boards.flatMap(\.ports).first ?? "")"))")
    }

    private static func driverless(_ device: USBDevice, _ tree: any SystemTree) -> Finding {
        let module = device.serialDriver ?? "usbserial"
        if device.drivers.contains("usbfs") {
            let isBraille = Processes(tree)?.named("brltty") != nil
            return Finding(
                .usb, .notOK,
                "\(device.words) is plugged in, but a program has taken it from its driver\(isBraille ? ": brltty" : "")",
                mend: isBraille
                    ? "sudo apt remove brltty, unless you read with a braille display; then plug the board in again"
                    : "end that program (brltty does this), then plug the board in again")
        }
        let isLoaded = tree.names("/sys/module/\(module)") != nil
        return Finding(
            .usb, .notOK,
            "\(device.words) is plugged in, but no driver has taken it\(isLoaded ? ", though \(module) is loaded" : "; it needs \(module)")",
            mend: isLoaded
                ? "plug it in again, and see what the kernel says: sudo dmesg | tail"
                : "sudo modprobe \(module) (not there? sudo apt install linux-modules-extra-$(uname -r))")
    }

    private static func absent(_ boards: [USBDevice]) -> Finding {
        if boards.isEmpty {
            return Finding(
                .usb, .notOK, "no USB device is plugged in",
                mend:
                    "plug the board in with a cable that carries data (many only charge), into another socket; sudo dmesg -w shows it come"
            )
        }
        return Finding(
            .usb, .notOK, "\(boards.count) USB devices and no serial one: \(boards.map(\.words).joined(separator: ", "))",
            mend: "take a cable that carries data (many only charge), or wake the board from its boot loader with its reset button")
    }
}
