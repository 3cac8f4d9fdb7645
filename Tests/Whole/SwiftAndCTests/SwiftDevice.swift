import MotionCore
import WireProtocol

/// `DeviceLink` on the board of the tests.
final class SwiftDevice: DeviceTwin {
    private var link: DeviceLink
    private let memory: UnsafeMutablePointer<UInt8>
    private var board: any TwinBoard
    private var changes: [DeviceReport.Change] = []
    private var told: [DeviceReport.Told] = []

    /// - Parameter line: bytes that can wait for the port.
    init(_ board: any TwinBoard, line: Int, now: UInt64) {
        self.board = board
        var hello = board.hello
        hello.session = self.board.drawSession()
        guard let identity = HelloMessage(hello, describing: board.described) else {
            preconditionFailure("the board can be announced")
        }
        memory = .allocate(capacity: DeviceLink.fixedMemory + line)
        let units = board.units
        link = DeviceLink(
            identity: identity, units: ActuatorUnits(led: units[0], rgb: units[1], buzzer: units[2], vibration: units[3]),
            memory: memory, memoryCount: DeviceLink.fixedMemory + line, now: now)
    }

    deinit { memory.deallocate() }

    /// Samples per second, as announced last.
    var rate: Float { link.identity.sensor.rate }
    var channels: Int { link.identity.sensor.channelCount }
    /// Bytes that wait for the port.
    var waiting: Int { link.outgoingCount }
    /// When there is something to do.
    var deadline: UInt64 { link.nextDeadline() }

    func perform(_ step: DeviceStep) -> DeviceReport {
        changes.removeAll()
        told.removeAll()
        var hadRoom: Bool?
        switch step.action {
        case .poll: poll(step.time)
        case .sample(let counts, let taken):
            counts.withUnsafeBufferPointer { if let base = $0.baseAddress { link.push(base, takenAt: taken, now: step.time) } }
        case .missed(let samples): link.drop(samples, now: step.time)
        case .bytes(let bytes): receive(bytes, step.time)
        case .prediction(let prediction, let scores):
            if let message = PredictionMessage(prediction) {
                hadRoom = link.send(message, scores: scores, scoreCount: scores.count, now: step.time)
            }
        case .event(let event): hadRoom = link.send(EventMessage(event), now: step.time)
        case .health(let health): link.health = .init(battery: health.battery, temperature: health.temperature)
        case .port(let most): link.consume(min(most, link.outgoingCount))
        }
        return DeviceReport(
            waiting: Array(UnsafeBufferPointer(start: link.outgoing, count: link.outgoingCount)), changes: changes.inOrder,
            hadRoom: hadRoom, failsafeActed: link.feedback.failsafeActed, lastIndex: link.lastIndex, told: told)
    }

    private func poll(_ now: UInt64) {
        while let change = link.poll(now: now) { note(change) }
    }

    private func receive(_ bytes: [UInt8], _ now: UInt64) {
        for byte in bytes {
            switch link.receive(byte, now: now) {
            case .commanded(_, let change?): note(change)
            case .configurationAsked(let config): configure(config, now)
            case .installing(let message): install(message, now)
            case .labelled(let labels): told.append(.labels(Labels(labels, link.payload)))
            case .hostLeft: told.append(.hostLeft)
            default: break
            }
        }
        poll(now)
    }

    private func configure(_ config: ConfigMessage, _ now: UInt64) {
        let before = Hello(link.identity)
        guard var hello = board.configured(before, Config(config)) else {
            return link.answer(config, .unsupported, now: now)
        }
        if hello == before { return link.answer(config, .unchanged, now: now) }
        hello.session = board.drawSession()
        if let identity = HelloMessage(hello, describing: board.described) { link.answer(config, .changed(identity), now: now) }
    }

    private func install(_ message: InstallMessage, _ now: UInt64) {
        let (answer, hello) = board.installed(Hello(link.identity), Install(message, link.payload))
        guard let status = InstalledMessage.Status(code: answer.status) else { preconditionFailure("a status of this version") }
        var identity: HelloMessage?
        if var hello {
            hello.session = board.drawSession()
            identity = HelloMessage(hello, describing: board.described)
        }
        link.answer(message, status, next: answer.next, identity: identity, now: now)
    }

    private func note(_ change: ActuatorChange) {
        let action = change.action
        let command = Feedback(
            sequence: change.sequence, issued: 0, timeToLive: 0, actuator: action.actuator, unit: action.unit,
            pattern: action.pattern.rawValue, level: action.level, red: action.red, green: action.green, blue: action.blue,
            frequency: action.frequency, duration: action.duration, period: action.period)
        let isCommanded = change.reason == .command || change.reason == .replaced
        changes.append(DeviceReport.Change(time: change.time, command: command, isCommanded: isCommanded))
    }
}

extension HelloMessage {
    /// With the channels that CHANNELS describe, if there are any.
    fileprivate init?(_ fields: Hello, describing channels: [Channels.Channel]) {
        self.init(fields)
        guard !channels.isEmpty else { return }
        sensor = SensorDescription(rate: sensor.rate)
        for channel in channels.compactMap(ChannelDescription.init) { sensor.addChannel(channel) }
    }
}
