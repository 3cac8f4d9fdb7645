import ArgumentParser
import Capture
import Formatting
import Foundation
import LiveLoop
import Transport

/// How a port is opened, and how long it is waited for.
struct PortManner: ParsableArguments {
    @Option(help: "Bits per second of the line.") var baud = 115_200
    @Option(help: .rare("What DTR does at opening; many boards reset when it changes.")) var dtr: DTRChoice = .assert
    @Flag(help: "Wait until the device is there and its port is free.") var wait = false
    @Option(help: .rare("Give up, with exit code 69, after so many seconds without a device.", valueName: "seconds")) var timeout:
        Double?
    // One may begin with a minus.
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How the board sits: the model's axes of its x, y, z, as -y,x,z; with run also auto.", valueName: "x,y,z")) var axes:
        String?
    @Flag(inversion: .prefixedNo, help: .rare("Use what motionq calibrate has kept of the device.")) var calibration = true
    @OptionGroup var foreign: ForeignPort

    enum DTRChoice: String, ExpressibleByArgument, CaseIterable {
        case assert
        case leaveOff = "leave-off"
        case keep

        var policy: DTRPolicy {
            switch self {
            case .assert: .assert
            case .leaveOff: .leaveOff
            case .keep: .keep
            }
        }
    }

    func validate() throws {
        guard timeout.map({ $0 > 0 && $0 <= 86_400 }) ?? true else {
            throw ValidationError("--timeout lies above 0 and is at most 86400 seconds")
        }
        if findsAxes { return }
        _ = try givenAxes
    }

    /// Whether they are to be found out.
    var findsAxes: Bool { axes == "auto" }

    /// As somebody says, ±1 … ±3; nil if nobody does.
    var givenAxes: SIMD3<Int8>? {
        get throws {
            guard let axes, !findsAxes else { return nil }
            return try axesOfBoard(axes)
        }
    }
}

/// Which port, and how to open it.
struct PortChoice: ParsableArguments {
    @Option(help: "The device's port; auto: the only or last USB device.") var port: String
    @OptionGroup var manner: PortManner
    @OptionGroup var captures: CaptureOptions

    func validate() throws {
        try requireText(port, "--port")
        _ = try RemotePort(port)
        try captures.check([port])
        try manner.foreign.sent.requireUnitsOfDevice()
    }

    /// The port, as a verb follows it.
    ///
    /// - Throws: a capture that cannot be read, or not be made.
    func chosen(by verb: String) throws -> ChosenPort {
        try ChosenPort(port: port, manner: manner, scene: captures.scene(port, manner, verb: verb))
    }
}

/// A port that somebody chose.
struct ChosenPort {
    let port: String
    private(set) var manner: PortManner
    /// At a port of this machine, or in a capture.
    let scene: PortScene
    /// How the board sits, if that was found out.
    var axes: SIMD3<Int8>?
    /// Whether a device of another make waits until its units are certain.
    var needsCertainUnits = true
    /// Says how the device does.
    var voice = Voice()
    /// Hears how the port is found, and what is found of a device of another make, in a sentence; nil: the voice says it.
    var tell: ((String) -> Void)?

    /// A port of this machine.
    init(port: String, manner: PortManner) { (self.port, self.manner, scene) = (port, manner, PortScene()) }

    /// - Throws: a capture whose options mean nothing to this version.
    init(port: String, manner: PortManner, scene: PortScene) throws {
        (self.port, self.manner, self.scene) = (port, manner, scene)
        guard let head = scene.replayed else { return }
        self.manner.baud = head.baud
        // What is said now holds in place of what was said then.
        if !manner.foreign.isSaid { self.manner.foreign = try ForeignPort.captured(head.options, in: port) }
    }

    /// What is known of the sensor that it does not say itself.
    var sensor: KnownSensor {
        KnownSensor(axes: axes ?? (try? manner.givenAxes) ?? nil, isCalibrated: manner.calibration)
    }

    /// Options that everybody has who follows a device.
    var liveOptions: LiveOptions {
        var options = LiveOptions()
        let sensor = sensor
        options.correct = { sensor.correction(of: $0) }
        return options
    }

    /// Finds the port and says which if it was not named. The closure opens it, also when it comes back under another name.
    ///
    /// With `--wait` it does not return before the port is there and open; the closure's first call hands that out.
    ///
    /// - Parameter isOpen: whether it is open already, so that the closure is called only if it goes away.
    func opener(
        for greeting: GreetingWatch, isOpen: Bool = false
    ) throws -> () throws(TransportError) -> any ByteTransport {
        if let open = scene.replayedPort {
            return { () throws(TransportError) in translated(try open()) { _ throws(TransportError) in try open() } }
        }
        let remote = try remoteOpener()
        let clock = MonotonicClock()
        var patience = PortPatience()
        var isTold = false
        while true {
            do throws(TransportError) {
                let open = if let remote { remote } else { try found(greeting) }
                guard manner.wait, !isOpen else { return open }
                var first: (any ByteTransport)? = try open()
                return { () throws(TransportError) in
                    guard let opened = first else { return try open() }
                    first = nil
                    return opened
                }
            } catch {
                guard manner.wait, patience.waits(after: error, now: Int64(clock.microseconds() / 1000)) else {
                    throw error.refusal
                }
                let device = port == "auto" ? "a USB serial device" : printable(port)
                if !isTold {
                    say(error.code == .busy ? "\(error.asCommand); waiting" : "waiting for \(device); Ctrl-C ends it")
                }
                isTold = true
            }
            scene.surroundings.rest(100_000)
            if Interrupt.isRaised { throw ExitCode(128 + SIGINT) }
            if greeting.isOverdue { throw greeting.refusal }
        }
    }

    private func say(_ sentence: String) { tell.map { $0(sentence) } ?? voice.note(sentence) }

    private func found(_ greeting: GreetingWatch) throws(TransportError) -> () throws(TransportError) -> any ByteTransport {
        let options = PortOptions(baudRate: manner.baud, dtr: manner.dtr.policy)
        let choice = try DeviceChoice(port) { RememberedPort.among($0, options: options) }
        if port == "auto", let found = choice.description {
            say("using \(found.path) (\(printable(found.description)))")
        }
        return { () throws(TransportError) in
            let transport = try open(choice, options)
            greeting.port = choice.description
            if let description = choice.description { RememberedPort.remember(description) }
            return translated(transport) { baud throws(TransportError) in
                try open(choice, PortOptions(baudRate: baud, dtr: manner.dtr.policy))
            }
        }
    }

    private func open(_ choice: DeviceChoice, _ options: PortOptions) throws(TransportError) -> any ByteTransport {
        try scene.opening(choice.description, baud: options.baudRate) { () throws(TransportError) in
            try choice.open(options: options)
        }
    }

    /// A device of a fleet, which no format is looked for behind; nil if the port is this machine's.
    private func remoteOpener() throws -> (() throws(TransportError) -> any ByteTransport)? {
        guard let open = try RemotePort(port)?.opener() else { return nil }
        return { () throws(TransportError) in try scene.opening { () throws(TransportError) in try open() } }
    }

    private func translated(
        _ transport: any ByteTransport, open: @escaping (Int) throws(TransportError) -> any ByteTransport
    ) -> any ByteTransport {
        manner.foreign.translated(
            transport, baud: manner.baud, needsCertainUnits: needsCertainUnits, in: scene.surroundings, tell: say, open: open)
    }
}
