import Formatting

/// What a port's bytes mean: speed and greeting.
extension Finding {
    /// At which speed valid frames came.
    ///
    /// - Parameter tried: in the order in which they were tried; one of a pseudo-terminal has no speed.
    package static func baudRate(_ tried: [(speed: Int?, report: LineReport)]) -> Finding {
        guard let first = tried.first else { return Finding(.baudRate, .unseen, "the port was not opened") }
        guard let usual = first.speed else { return Finding(.baudRate, .unseen, "this port has no speed") }
        if let good = tried.first(where: { $0.report.isUnderstood }), let speed = good.speed {
            let figures = [Figure("baud", Double(speed))]
            let kind = good.report.frames > 0 && !good.report.isOfOtherMake ? "valid frame" : "reading"
            if speed == usual { return Finding(.baudRate, .ok, "\(kind)s at \(speed) baud", figures: figures) }
            return Finding(
                .baudRate, .notOK, "no \(kind) at \(usual) baud, but at \(speed)",
                mend: "add \(.baud, "\(speed)") to the command",
                figures: figures)
        }
        let speeds = tried.compactMap(\.speed).map(String.init).joined(separator: ", ")
        if tried.allSatisfy({ $0.report.received.count == 0 }) {
            return Finding(.baudRate, .unseen, "nothing came at \(speeds) baud")
        }
        if let text = tried.first(where: { $0.report.received.line != nil }), let speed = text.speed {
            return Finding(
                .baudRate, .notOK, "no frame and no reading at any of \(speeds) baud, but text at \(speed)",
                mend: speed == usual ? nil : "add \(.baud, "\(speed)") to the command", figures: [Figure("baud", Double(speed))])
        }
        return Finding(
            .baudRate, .notOK, "bytes, but no frame and no reading at any of \(speeds) baud",
            mend: "look up the speed in the sketch (Serial.begin) and add \(.baud) to the command")
    }

    /// What a device of another make sends; else whether the device announced itself.
    static func greeting(_ report: LineReport) -> [Finding] {
        guard let other = report.other, !other.findings.isEmpty, report.frames == 0 || other.isRead else { return [hello(report)] }
        return other.findings
    }

    /// Whether the device announced itself, and what came instead.
    package static func hello(_ report: LineReport) -> Finding {
        let flash = "flash a firmware that speaks the protocol: make arduino"
        switch report.greeting {
        case .greeted(let name, let id, let rate):
            let called = name.isEmpty ? "a device without a name" : "“\(printable(name))”"
            let identity = id.isEmpty ? "without a unique id" : "unique id \(id)"
            return Finding(
                .hello, .ok, "\(called) says HELLO, \(identity)", figures: [Figure("announced_rate", rate)])
        case .refused(let item):
            return Finding(
                .hello, .notOK, "a HELLO came that cannot be used: \(item)",
                mend: "mend that item in the firmware (PROTOCOL.md §6.1)")
        case .otherVersion:
            return Finding(
                .hello, .notOK, "the device speaks another major version of the protocol than 1",
                mend: "update its firmware, or use a motionq of its version")
        case .loopback:
            return Finding(
                .hello, .notOK, "our own HELLO came back: the port is a loopback, and no device is there",
                mend: "take off what joins TX and RX, or name the board's own port (\(.listPorts))")
        case .missing:
            return Finding(
                .hello, .notOK, "\(report.frames) intact frames and no HELLO",
                mend:
                    "the firmware must answer a HELLO with its own within 100 ms (PROTOCOL.md §4); is the line from here to the board joined?",
                figures: [Figure("frames", Double(report.frames))])
        case .noFrames:
            let figures = [Figure("bytes", Double(report.received.count))]
            if let line = report.received.shownLine {
                // Who listened for the protocol alone does not know whether it holds readings.
                let what = report.other == nil ? "text came instead of frames" : "text came, and no line of it is a reading"
                return Finding(
                    .hello, .notOK, "\(what); the first line: \(line)", mend: .readableSketch, figures: figures)
            }
            return Finding(
                .hello, .notOK,
                "\(report.received.count) bytes came, and no frame and no reading among them; the first: "
                    + "\(report.received.shownBytes)",
                mend:
                    "check the baud rate and the ground wire; text lines of numbers, WitMotion, MAVLink and the protocol are read",
                figures: figures)
        case .nothing:
            return Finding(
                .hello, .notOK, "the port is open and nothing comes",
                mend:
                    "is it the board's port, does its sketch run (press reset), does it wait for DTR (\(.dtr))? "
                    + "A sketch that prints numbers is enough; else \(flash)"
            )
        case .lost(let reason):
            return Finding(
                .hello, .notOK, "the port went away: \(reason)",
                mend: "check cable and plug; a board that draws too much power restarts")
        }
    }
}
