import Formatting
package import LiveLoop
package import Transport

/// Looks, in order, at everything between the socket and the samples, and tells of each as soon as it is known.
package struct Checkup {
    /// What it comes to.
    package enum Outcome: Sendable {
        /// A device greeted, and all is well as far as can be seen.
        case healthy
        /// A device greeted, and something is not well.
        case ailing
        /// No device greeted.
        case noDevice
    }

    /// The speeds that boards have, the likeliest first.
    package static let speeds = [115_200, 9600, 57_600, 921_600, 460_800, 230_400, 38_400, 19_200]

    /// Seconds for a device that runs: it answers within 100 ms.
    private static let shortGreeting = 1.5

    private let tree: any SystemTree
    /// Opens the port at a speed.
    private let open: (String, PortOptions) throws(TransportError) -> any ByteTransport
    /// Reads devices of other makes behind an open port.
    private let interpret: (any ByteTransport, _ baudRate: Int) -> (any InterpretingPort)?
    /// Whether a port has a speed at all.
    private let hasSpeed: (any ByteTransport) -> Bool
    private let options: PortOptions
    private let patience: Conversation.Patience
    private let clock: any LiveClock
    private let shouldStop: () -> Bool

    /// - Parameters:
    ///   - options: how the port is opened first; other speeds are tried if no frame comes.
    ///   - clock: by which patience ends.
    ///   - interpret: what reads devices of other makes behind an open port; nil where only the protocol is meant.
    package init(
        tree: any SystemTree = LocalSystem(), options: PortOptions = PortOptions(),
        patience: Conversation.Patience = Conversation.Patience(), clock: any LiveClock = MonotonicClock(),
        shouldStop: @escaping () -> Bool,
        interpret: @escaping (any ByteTransport, _ baudRate: Int) -> (any InterpretingPort)? = { _, _ in nil },
        hasSpeed: @escaping (any ByteTransport) -> Bool = { $0.hasSpeed },
        open: @escaping (String, PortOptions) throws(TransportError) -> any ByteTransport = {
            (path, options) throws(TransportError) in try PortDirectory.open(path: path, options: options)
        }
    ) {
        self.tree = tree
        self.options = options
        self.patience = patience
        self.clock = clock
        self.shouldStop = shouldStop
        self.hasSpeed = hasSpeed
        self.interpret = interpret
        self.open = open
    }

    /// - Parameters:
    ///   - port: a path; nil if none was named and none was found.
    ///   - tell: hears of each finding.
    package func run(port: String?, tell: (Finding) -> Void) -> Outcome {
        var isWell = true
        func say(_ finding: Finding) {
            if finding.verdict == .notOK { isWell = false }
            tell(finding)
        }
        say(.usb(tree, port: port))
        guard let port else { return .noDevice }
        say(.permission(tree, port: port))
        say(.users(tree, port: port))
        guard let (report, others) = talk(port, say) else { return .noDevice }
        others.forEach(say)
        guard report.hasGreeted else { return .noDevice }
        for finding in [Finding.rate(report), .losses(report), .clock(report)] { say(finding) }
        if let broken = Finding.rules(report) { say(broken) }
        return isWell ? .healthy : .ailing
    }

    /// Opens the port, at several speeds if need be, and talks.
    ///
    /// - Returns: the report that says most, and what is to be told about speed, greeting and latency; nil if the port cannot be
    ///   opened.
    private func talk(_ port: String, _ say: (Finding) -> Void) -> (LineReport, [Finding])? {
        var tried: [(speed: Int?, report: LineReport)] = []
        var latency: Finding?
        for speed in [options.baudRate] + Self.speeds.filter({ $0 != options.baudRate }) {
            // From the second on the lines are left as they are at closing, so that the board does not restart each time.
            let isFirst = tried.isEmpty
            let transport: any ByteTransport
            do throws(TransportError) {
                transport = try open(port, PortOptions(baudRate: speed, dtr: isFirst ? options.dtr : .keep))
            } catch {
                if !isFirst, error.code == .unsupportedBaudRate { continue }
                if isFirst { say(.opening(error)) }
                break
            }
            if isFirst {
                say(Finding(.opening, .ok, "\(transport.name) opens"))
                latency = .latency(tree, port: port)
            }
            let hasSpeed = hasSpeed(transport)
            // Closing it the first time has dropped DTR: many boards restart once more at the second opening.
            let mayRestart = tried.count < 2
            let greeting = mayRestart ? patience.greeting : min(patience.greeting, Self.shortGreeting)
            let waits = Conversation.Patience(greeting: greeting, listening: patience.listening)
            let report = Conversation.over(
                transport, interpret: { interpret($0, speed) }, patience: waits, clock: clock, shouldStop: shouldStop)
            transport.close()
            tried.append((hasSpeed ? speed : nil, report))
            if !hasSpeed || report.isUnderstood || report.greeting == .loopback || shouldStop() { break }
        }
        guard
            let best = tried.first(where: { $0.report.isUnderstood }) ?? tried.first(where: { $0.report.received.line != nil })
                ?? tried.first(where: { $0.report.received.count > 0 }) ?? tried.first
        else { return nil }
        return (best.report, [.baudRate(tried)] + Finding.greeting(best.report) + (latency.map { [$0] } ?? []))
    }
}

extension Finding {
    /// The port does not open.
    static func opening(_ error: TransportError) -> Finding {
        let mend: Sentence? =
            switch error.code {
            case .notFound: "\(.listPorts) lists those that are there; \(.listPorts, .setting(.watch)) tells of one that comes"
            case .busy: "close the other program (sudo lsof \(error.port) names it)"
            default: nil
            }
        return Finding(.opening, .notOK, "\(error)", mend: mend)
    }
}
