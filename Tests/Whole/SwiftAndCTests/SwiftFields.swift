import MotionCore
import WireProtocol

// The messages of `WireProtocol` from and to the neutral fields.

extension Hello {
    /// `HelloMessage` does not tell an absent item from its default: axes 1, 2, 3, and what only a device has to say.
    init(_ message: HelloMessage) {
        let isDevice = message.role == .device
        let id = (0..<message.uniqueID.count).map { message.uniqueID[$0] }
        let name = (0..<message.name.count).map { message.name[$0] }
        let axes = (0..<3).map { message.sensor.axes[$0] }
        self.init(
            role: message.role.rawValue, session: message.session, uniqueId: id.isEmpty ? nil : Hex(id),
            name: name.isEmpty ? nil : Text(name), capabilities: isDevice ? message.capabilities.rawValue : nil,
            rate: isDevice ? F32(message.sensor.rate) : nil,
            channels: isDevice ? (0..<message.sensor.channelCount).map { Channel(message.sensor.channels[$0]) } : nil,
            axes: axes == [1, 2, 3] ? nil : axes, minor: message.minorVersion,
            actuators: message.units.map { [$0.led, $0.rgb, $0.buzzer, $0.vibration] }, network: message.network.map(Wide.init),
            image: message.image.map(Wide.init),
            library: message.library.count > 0 ? Text(message.library) : nil, channelCount: message.describedChannels)
    }
}

extension Hello.Channel {
    init(_ channel: ChannelDescription) {
        self.init(
            kind: channel.kind, unit: channel.unit.rawValue, scale: F32(channel.scale), offset: F32(channel.offset),
            fullScale: F32(channel.fullScale))
    }
}

extension HelloMessage {
    init?(_ fields: Hello) {
        guard let role = Role(rawValue: fields.role) else { return nil }
        self.init(role: role, session: fields.session)
        for byte in fields.uniqueId?.bytes ?? [] { uniqueID.append(byte) }
        for byte in fields.name?.bytes ?? [] { name.append(byte) }
        capabilities = Capabilities(rawValue: fields.capabilities ?? 0)
        sensor.rate = fields.rate?.value ?? 0
        for channel in fields.channels ?? [] {
            guard let unit = ChannelUnit(rawValue: channel.unit) else { return nil }
            sensor.addChannel(
                ChannelDescription(
                    kind: channel.kind, unit: unit, scale: channel.scale.value, offset: channel.offset.value,
                    fullScale: channel.fullScale.value))
        }
        for (position, axis) in (fields.axes ?? [1, 2, 3]).enumerated() { sensor.axes[position] = axis }
        minorVersion = fields.minor
        units = fields.actuators.map { ActuatorUnits(led: $0[0], rgb: $0[1], buzzer: $0[2], vibration: $0[3]) }
        network = fields.network?.value
        image = fields.image?.value
        for byte in fields.library?.bytes ?? [] { library.append(byte) }
        describedChannels = fields.channelCount
    }
}

extension Config {
    init(_ message: ConfigMessage) {
        self.init(
            sequence: message.sequence, rate: message.rate.map(F32.init),
            accelerationFullScale: message.accelerationFullScale.map(F32.init),
            rotationFullScale: message.rotationFullScale.map(F32.init), mostSamples: message.samplesPerFrame,
            keep: message.keep)
    }
}

extension ConfigMessage {
    init(_ fields: Config) {
        self.init(sequence: fields.sequence)
        rate = fields.rate?.value
        accelerationFullScale = fields.accelerationFullScale?.value
        rotationFullScale = fields.rotationFullScale?.value
        samplesPerFrame = fields.mostSamples
        keep = fields.keep
    }
}

extension TimeSync {
    init(_ message: TimeSyncMessage) {
        self.init(t1: Wide(message.requested), t2: Wide(message.received), t3: Wide(message.answered))
    }
}

extension TimeSyncMessage {
    init(_ fields: TimeSync) { self.init(requested: fields.t1.value, received: fields.t2.value, answered: fields.t3.value) }
}

extension Heartbeat {
    init(_ message: HeartbeatMessage) {
        self.init(
            uptime: message.uptime, framesSent: message.framesSent, framesReceived: message.framesReceived,
            framingErrors: message.framingErrors, crcErrors: message.crcErrors, notUnderstood: message.refused,
            samplesDropped: message.samplesDropped, flags: message.flags,
            health: message.health.map { Health(battery: $0.battery, temperature: $0.temperature) })
    }
}

extension HeartbeatMessage {
    init(_ fields: Heartbeat) {
        self.init()
        uptime = fields.uptime
        framesSent = fields.framesSent
        framesReceived = fields.framesReceived
        framingErrors = fields.framingErrors
        crcErrors = fields.crcErrors
        refused = fields.notUnderstood
        samplesDropped = fields.samplesDropped
        flags = fields.flags
        health = fields.health.map { Health(battery: $0.battery, temperature: $0.temperature) }
    }
}

extension Prediction {
    init(_ message: PredictionMessage) {
        self.init(
            windowEnd: message.windowEnd, lastIndex: message.lastIndex, class: message.label, phase: message.phase.rawValue,
            confidence: message.confidence, windowSlot: message.slot, windowsBefore: message.windowsBefore)
    }
}

extension PredictionMessage {
    init?(_ fields: Prediction) {
        guard let phase = Decision.Phase(rawValue: fields.phase) else { return nil }
        self.init(
            windowEnd: fields.windowEnd, lastIndex: fields.lastIndex, label: fields.class, phase: phase,
            confidence: fields.confidence, slot: fields.windowSlot, windowsBefore: fields.windowsBefore)
    }
}

extension Feedback {
    init(_ message: FeedbackMessage) {
        let action = message.action
        self.init(
            sequence: message.sequence, issued: message.issued, timeToLive: message.timeToLive, actuator: action.actuator,
            unit: action.unit, pattern: action.pattern.rawValue, level: action.level, red: action.red, green: action.green,
            blue: action.blue, frequency: action.frequency, duration: action.duration, period: action.period)
    }
}

extension FeedbackMessage {
    init?(_ fields: Feedback) {
        guard let pattern = ActuatorAction.Pattern(rawValue: fields.pattern) else { return nil }
        var action = ActuatorAction(actuator: fields.actuator, unit: fields.unit, pattern: pattern)
        action.level = fields.level
        action.red = fields.red
        action.green = fields.green
        action.blue = fields.blue
        action.frequency = fields.frequency
        action.duration = fields.duration
        action.period = fields.period
        self.init(sequence: fields.sequence, issued: fields.issued, timeToLive: fields.timeToLive, action: action)
    }
}

extension Ack {
    init(_ message: AckMessage) {
        self.init(sequence: message.sequence, status: message.status, type: message.type, applied: message.applied)
    }
}

extension AckMessage {
    init?(_ fields: Ack) {
        guard let status = Status(rawValue: fields.status), let type = MessageKind(rawValue: fields.type) else { return nil }
        self.init(sequence: fields.sequence, status: status, type: type, applied: fields.applied)
    }
}

extension Labels {
    init(_ message: LabelsMessage, _ payload: PayloadReader) {
        let names = (0..<Int(message.named)).map { Text(LabelsMessage.name($0, in: payload)) }
        self.init(count: message.count, first: message.first, rest: message.rest, names: names)
    }
}

extension Text {
    init(_ text: ShortText) { self.init((0..<text.count).map { text[$0] }) }
}

extension ShortText {
    init(_ text: Text) {
        self.init()
        for byte in text.bytes { append(byte) }
    }
}

extension Event {
    init(_ message: EventMessage) { self.init(kind: message.kind, which: message.which, value: message.value) }
}

extension EventMessage {
    init(_ fields: Event) { self.init(kind: fields.kind, which: fields.which, value: fields.value) }
}

extension Install {
    init(_ message: InstallMessage, _ payload: PayloadReader) {
        self.init(sequence: message.sequence, step: message.code)
        switch message.step {
        case .begin(let length, let hash): (self.length, self.hash) = (length, Wide(hash))
        case .block(let offset): (self.offset, bytes) = (offset, Hex(Array(InstallMessage.bytes(in: payload))))
        case .commit, .forget: break
        }
    }
}

extension InstallMessage {
    /// Without the bytes of a block, which follow in the payload.
    init?(_ fields: Install) {
        switch fields.step {
        case 0: self.init(sequence: fields.sequence, step: .begin(length: fields.length ?? 0, hash: fields.hash?.value ?? 0))
        case 1: self.init(sequence: fields.sequence, step: .block(offset: fields.offset ?? 0))
        case 2: self.init(sequence: fields.sequence, step: .commit)
        case 3: self.init(sequence: fields.sequence, step: .forget)
        default: return nil
        }
    }
}

extension Installed {
    init(_ message: InstalledMessage) {
        self.init(sequence: message.sequence, status: message.status, step: message.step, next: message.next)
    }
}

extension InstalledMessage {
    init(_ fields: Installed) {
        self.init(answering: InstallMessage(sequence: fields.sequence, step: .commit), .ok, next: fields.next)
        (status, step) = (fields.status, fields.step)
    }
}

extension Channels {
    /// - Returns: nil if the payload breaks a rule.
    init?(_ payload: PayloadReader) {
        guard case .success(let message) = ChannelsMessage.read(payload) else { return nil }
        self.init(
            session: message.session, first: message.first,
            channels: (0..<Int(message.count)).map { Channel(ChannelsMessage.channel($0, in: payload)) })
    }

    /// - Returns: whether all of them went into the frame.
    func write(to writer: inout PayloadWriter) -> Bool {
        var sensor = SensorDescription(rate: 0)
        let before = ChannelDescription(kind: 0x10, unit: .g, scale: 1, offset: 0, fullScale: 0)
        for _ in 0..<first { sensor.addChannel(before) }
        for channel in channels {
            guard let channel = ChannelDescription(channel) else { return false }
            sensor.addChannel(channel)
        }
        return ChannelsMessage(session: session, first: first).write(sensor, to: &writer) == sensor.channelCount
    }
}

extension Channels.Channel {
    init(_ channel: ChannelDescription) {
        self.init(
            kind: channel.kind, unit: channel.unit.rawValue, scale: F32(channel.scale), offset: F32(channel.offset),
            fullScale: F32(channel.fullScale), rate: F32(channel.text.rate), unitText: Text(channel.text.unit),
            name: Text(channel.text.name))
    }
}

extension ChannelDescription {
    init?(_ fields: Channels.Channel) {
        guard let unit = ChannelUnit(rawValue: fields.unit) else { return nil }
        self.init(
            kind: fields.kind, unit: unit, scale: fields.scale.value, offset: fields.offset.value,
            fullScale: fields.fullScale.value)
        text.rate = fields.rate.value
        text.unit = ShortText(fields.unitText)
        text.name = ShortText(fields.name)
    }
}
