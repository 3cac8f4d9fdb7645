import CMotionQProtocol

// The messages of the C twin from and to the neutral fields.

private func bit(_ tag: mq_hello_tag) -> UInt16 { 1 << UInt16(tag.rawValue) }
private func bit(_ tag: mq_config_tag) -> UInt16 { 1 << UInt16(tag.rawValue) }

/// The first `count` elements of one of C's arrays, which come as tuples.
private func elements<Storage, Element>(_ storage: Storage, _ count: some BinaryInteger, as type: Element.Type) -> [Element] {
    withUnsafeBytes(of: storage) { Array($0.bindMemory(to: type).prefix(Int(count))) }
}

private func fill<Storage, Element>(_ storage: inout Storage, with elements: [Element]) {
    withUnsafeMutableBytes(of: &storage) { room in
        let room = room.bindMemory(to: Element.self)
        for (position, element) in elements.prefix(room.count).enumerated() { room[position] = element }
    }
}

extension Hello {
    init(_ wire: mq_hello) {
        func has(_ tag: mq_hello_tag) -> Bool { wire.present & bit(tag) != 0 }
        let channels = elements(wire.channels, wire.channel_count, as: mq_channel.self)
        let isTurned = wire.axes != (1, 2, 3)
        self.init(
            role: wire.role, session: wire.session,
            uniqueId: has(MQ_HELLO_UNIQUE_ID) ? Hex(elements(wire.unique_id, wire.unique_id_length, as: UInt8.self)) : nil,
            name: has(MQ_HELLO_NAME) ? Text(elements(wire.name, wire.name_length, as: UInt8.self)) : nil,
            capabilities: has(MQ_HELLO_CAPABILITIES) ? wire.capabilities : nil, rate: has(MQ_HELLO_RATE) ? F32(wire.rate) : nil,
            channels: has(MQ_HELLO_CHANNEL) ? channels.map(Channel.init) : nil,
            axes: has(MQ_HELLO_AXES) && isTurned ? [wire.axes.0, wire.axes.1, wire.axes.2] : nil,
            minor: has(MQ_HELLO_MINOR) ? wire.minor : nil,
            actuators: has(MQ_HELLO_ACTUATORS) ? elements(wire.units, 4, as: UInt8.self) : nil,
            network: has(MQ_HELLO_NETWORK) ? Wide(wire.network) : nil, image: has(MQ_HELLO_IMAGE) ? Wide(wire.image) : nil,
            library: has(MQ_HELLO_LIBRARY) ? Text(elements(wire.library, wire.library_length, as: UInt8.self)) : nil,
            channelCount: has(MQ_HELLO_CHANNELS) ? wire.described_count : nil)
    }
}

extension Hello.Channel {
    init(_ wire: mq_channel) {
        self.init(
            kind: wire.kind, unit: wire.unit, scale: F32(wire.scale), offset: F32(wire.offset), fullScale: F32(wire.full_scale))
    }
}

extension mq_hello {
    init(_ fields: Hello) {
        self.init()
        role = fields.role
        session = fields.session
        present = bit(MQ_HELLO_ROLE) | bit(MQ_HELLO_SESSION)
        add(MQ_HELLO_UNIQUE_ID, fields.uniqueId?.bytes) { hello, bytes in
            hello.unique_id_length = UInt8(bytes.count)
            fill(&hello.unique_id, with: bytes)
        }
        add(MQ_HELLO_NAME, fields.name?.bytes) { hello, bytes in
            hello.name_length = UInt8(bytes.count)
            fill(&hello.name, with: bytes)
        }
        add(MQ_HELLO_CAPABILITIES, fields.capabilities) { $0.capabilities = $1 }
        add(MQ_HELLO_RATE, fields.rate) { $0.rate = $1.value }
        add(MQ_HELLO_CHANNEL, fields.channels) { hello, channels in
            hello.channel_count = UInt8(channels.count)
            fill(&hello.channels, with: channels.map(mq_channel.init))
        }
        add(MQ_HELLO_AXES, fields.axes) { fill(&$0.axes, with: $1) }
        add(MQ_HELLO_MINOR, fields.minor) { $0.minor = $1 }
        add(MQ_HELLO_ACTUATORS, fields.actuators) { fill(&$0.units, with: $1) }
        add(MQ_HELLO_NETWORK, fields.network) { $0.network = $1.value }
        add(MQ_HELLO_IMAGE, fields.image) { $0.image = $1.value }
        add(MQ_HELLO_LIBRARY, fields.library?.bytes) { hello, bytes in
            hello.library_length = UInt8(bytes.count)
            fill(&hello.library, with: bytes)
        }
        add(MQ_HELLO_CHANNELS, fields.channelCount) { $0.described_count = $1 }
    }

    private mutating func add<Value>(_ tag: mq_hello_tag, _ value: Value?, _ set: (inout mq_hello, Value) -> Void) {
        guard let value else { return }
        present |= bit(tag)
        set(&self, value)
    }
}

extension mq_channel {
    init(_ fields: Hello.Channel) {
        self.init(
            kind: fields.kind, unit: fields.unit, scale: fields.scale.value, offset: fields.offset.value,
            full_scale: fields.fullScale.value)
    }
}

extension Config {
    init(_ wire: mq_config) {
        func has(_ tag: mq_config_tag) -> Bool { wire.present & bit(tag) != 0 }
        self.init(
            sequence: wire.sequence, rate: has(MQ_CONFIG_RATE) ? F32(wire.rate) : nil,
            accelerationFullScale: has(MQ_CONFIG_ACCELERATION) ? F32(wire.acceleration_full_scale) : nil,
            rotationFullScale: has(MQ_CONFIG_ROTATION) ? F32(wire.rotation_full_scale) : nil,
            mostSamples: has(MQ_CONFIG_MOST_SAMPLES) ? wire.most_samples : nil, keep: has(MQ_CONFIG_KEEP) ? wire.keep : nil)
    }
}

extension mq_config {
    init(_ fields: Config) {
        self.init()
        sequence = fields.sequence
        if fields.rate != nil { present |= bit(MQ_CONFIG_RATE) }
        if fields.accelerationFullScale != nil { present |= bit(MQ_CONFIG_ACCELERATION) }
        if fields.rotationFullScale != nil { present |= bit(MQ_CONFIG_ROTATION) }
        if fields.mostSamples != nil { present |= bit(MQ_CONFIG_MOST_SAMPLES) }
        if fields.keep != nil { present |= bit(MQ_CONFIG_KEEP) }
        keep = fields.keep ?? 0
        rate = fields.rate?.value ?? 0
        acceleration_full_scale = fields.accelerationFullScale?.value ?? 0
        rotation_full_scale = fields.rotationFullScale?.value ?? 0
        most_samples = fields.mostSamples ?? 0
    }
}

extension TimeSync {
    init(_ wire: mq_timesync) { self.init(t1: Wide(wire.t1), t2: Wide(wire.t2), t3: Wide(wire.t3)) }
}

extension mq_timesync {
    init(_ fields: TimeSync) { self.init(t1: fields.t1.value, t2: fields.t2.value, t3: fields.t3.value) }
}

extension Heartbeat {
    init(_ wire: mq_heartbeat) {
        self.init(
            uptime: wire.uptime, framesSent: wire.frames_sent, framesReceived: wire.frames_received,
            framingErrors: wire.framing_errors, crcErrors: wire.crc_errors, notUnderstood: wire.not_understood,
            samplesDropped: wire.samples_dropped, flags: wire.flags,
            health: wire.has_health ? Health(battery: wire.battery, temperature: wire.temperature) : nil)
    }
}

extension mq_heartbeat {
    init(_ fields: Heartbeat) {
        self.init(
            uptime: fields.uptime, frames_sent: fields.framesSent, frames_received: fields.framesReceived,
            framing_errors: fields.framingErrors, crc_errors: fields.crcErrors, not_understood: fields.notUnderstood,
            samples_dropped: fields.samplesDropped, flags: fields.flags, has_health: fields.health != nil,
            battery: fields.health?.battery ?? 0, temperature: fields.health?.temperature ?? 0)
    }
}

extension Prediction {
    init(_ wire: mq_prediction) {
        self.init(
            windowEnd: wire.window_end, lastIndex: wire.last_index, class: wire.class_index, phase: wire.phase,
            confidence: wire.confidence, windowSlot: wire.window_slot, windowsBefore: wire.windows_before)
    }
}

extension mq_prediction {
    init(_ fields: Prediction) {
        self.init(
            window_end: fields.windowEnd, last_index: fields.lastIndex, class_index: fields.class, phase: fields.phase,
            confidence: fields.confidence, window_slot: fields.windowSlot, windows_before: fields.windowsBefore)
    }
}

extension Feedback {
    init(_ wire: mq_feedback) {
        self.init(
            sequence: wire.sequence, issued: wire.issued, timeToLive: wire.time_to_live, actuator: wire.actuator, unit: wire.unit,
            pattern: wire.pattern, level: wire.level, red: wire.red, green: wire.green, blue: wire.blue,
            frequency: wire.frequency, duration: wire.duration, period: wire.period)
    }
}

extension mq_feedback {
    init(_ fields: Feedback) {
        self.init(
            sequence: fields.sequence, issued: fields.issued, time_to_live: fields.timeToLive, actuator: fields.actuator,
            unit: fields.unit, pattern: fields.pattern, level: fields.level, red: fields.red, green: fields.green,
            blue: fields.blue, frequency: fields.frequency, duration: fields.duration, period: fields.period)
    }
}

extension Ack {
    init(_ wire: mq_ack) {
        self.init(sequence: wire.sequence, status: wire.status, type: wire.type, applied: wire.applied)
    }
}

extension mq_ack {
    init(_ fields: Ack) {
        self.init(sequence: fields.sequence, status: fields.status, type: fields.type, applied: fields.applied)
    }
}

extension Log {
    init(_ wire: mq_log) {
        self.init(level: wire.level, text: Text(Array(UnsafeBufferPointer(start: wire.text, count: wire.text_length))))
    }
}

extension Labels {
    init(_ wire: mq_labels) {
        let names = (0..<wire.named).map { index in
            var length: UInt8 = 0
            let name = withUnsafePointer(to: wire) { mq_labels_name($0, index, &length) }
            return Text(Array(UnsafeBufferPointer(start: name, count: Int(length))))
        }
        self.init(count: wire.count, first: wire.first, rest: wire.rest, names: names)
    }

    /// The names as they stand in a payload.
    var nameBytes: [UInt8] { names.flatMap { [UInt8(truncatingIfNeeded: $0.bytes.count)] + $0.bytes } }
}

extension mq_labels {
    /// - Parameter names: `fields.nameBytes`, which outlive this.
    init(_ fields: Labels, _ names: UnsafeBufferPointer<UInt8>) {
        self.init(
            count: fields.count, first: fields.first, rest: fields.rest, named: UInt8(fields.names.count), names: names.baseAddress,
            names_length: names.count)
    }
}

extension Event {
    init(_ wire: mq_event) { self.init(kind: wire.kind, which: wire.which, value: wire.value) }
}

extension mq_event {
    init(_ fields: Event) { self.init(kind: fields.kind, which: fields.which, value: fields.value) }
}

extension Install {
    init(_ wire: mq_install) {
        self.init(sequence: wire.sequence, step: wire.step)
        switch UInt32(wire.step) {
        case MQ_INSTALL_BEGIN.rawValue: (length, hash) = (wire.length, Wide(wire.hash))
        case MQ_INSTALL_BLOCK.rawValue:
            (offset, bytes) = (wire.offset, Hex(Array(UnsafeBufferPointer(start: wire.bytes, count: wire.byte_count))))
        default: break
        }
    }
}

extension mq_install {
    init(_ fields: Install, _ bytes: UnsafeBufferPointer<UInt8>) {
        self.init(
            sequence: fields.sequence, step: fields.step, length: fields.length ?? 0, hash: fields.hash?.value ?? 0,
            offset: fields.offset ?? 0, bytes: bytes.baseAddress, byte_count: bytes.count)
    }
}

extension Installed {
    init(_ wire: mq_installed) {
        self.init(sequence: wire.sequence, status: wire.status, step: wire.step, next: wire.next)
    }
}

extension mq_installed {
    init(_ fields: Installed) {
        self.init(sequence: fields.sequence, status: fields.status, step: fields.step, next: fields.next)
    }
}

extension Channels {
    init(_ wire: mq_channels) {
        let channels = (0..<wire.count).map { index in
            var entry = mq_channel_entry()
            withUnsafePointer(to: wire) { mq_channels_entry($0, index, &entry) }
            return Channel(entry)
        }
        self.init(session: wire.session, first: wire.first, channels: channels)
    }

    /// - Returns: bytes; 0 if not all of them went into the frame.
    func encode(to payload: UnsafeMutablePointer<UInt8>) -> Int {
        let described = DescribedChannels(before: Int(first), channels)
        var told: UInt8 = 0
        let length = mq_channels_encode(session, described.start, described.count, first, payload, &told)
        return Int(told) == channels.count ? length : 0
    }
}

extension Channels.Channel {
    init(_ entry: mq_channel_entry) {
        self.init(
            kind: entry.channel.kind, unit: entry.channel.unit, scale: F32(entry.channel.scale), offset: F32(entry.channel.offset),
            fullScale: F32(entry.channel.full_scale), rate: F32(entry.rate),
            unitText: Text(Array(UnsafeBufferPointer(start: entry.unit_text, count: Int(entry.unit_length)))),
            name: Text(Array(UnsafeBufferPointer(start: entry.name, count: Int(entry.name_length)))))
    }
}
