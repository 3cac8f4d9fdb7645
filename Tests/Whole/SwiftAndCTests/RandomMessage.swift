import Randomness

/// Messages with random fields that keep the rules of PROTOCOL.md §6.
struct RandomMessage {
    var generator: SeededGenerator

    /// All types alike often.
    mutating func next() -> Message {
        switch number(1...15) {
        case 1: .hello(hello())
        case 2: .samples(samples())
        case 3: .config(config())
        case 4: .timeSync(TimeSync(t1: Wide(integer()), t2: Wide(integer()), t3: Wide(integer())))
        case 5: .heartbeat(heartbeat())
        case 6:
            .prediction(
                Prediction(
                    windowEnd: integer(), lastIndex: integer(), class: integer(), phase: UInt8(number(0...3)),
                    confidence: integer(), windowSlot: integer(), windowsBefore: integer()))
        case 7: .feedback(feedback())
        case 8:
            .ack(
                Ack(sequence: integer(), status: UInt8(number(0...4)), type: chance(2) ? 3 : 7, applied: integer()))
        case 9: .log(Log(level: integer(), text: Text(bytes(0...239))))
        case 10: .event(Event(kind: integer(), which: integer(), value: integer()))
        case 11: .labels(labels())
        case 12: .install(install())
        case 13: .installed(Installed(sequence: integer(), status: integer(), step: integer(), next: integer()))
        case 14: .channels(channels())
        default: .goodbye
        }
    }

    /// A frame around a payload, with a random header that a receiver of stream 0 delivers.
    mutating func frame(_ message: Message, payload: [UInt8]) -> Frame {
        var frame = Frame(flags: UInt8(number(0...15)), type: message.type, index: integer(), time: integer(), payload: payload)
        if case .samples(let samples) = message { frame.count = UInt8(samples.counts.count / samples.channels) }
        return frame
    }

    mutating func hello() -> Hello {
        let isDevice = !chance(4)
        var hello = Hello(role: isDevice ? 1 : 2, session: integer())
        if chance(2) { hello.name = Text(bytes(1...32)) }
        if chance(2) { hello.minor = integer() }
        guard isDevice else { return hello }
        hello.capabilities = integer()
        hello.rate = F32(chance(10) ? 10_000 : Float.random(in: 0.001...10_000, using: &generator))
        hello.channels = (0..<number(1...9)).map { _ in channel() }
        if chance(2) { hello.uniqueId = Hex(bytes(1...16)) }
        if chance(2) { hello.axes = turnedAxes() }
        if chance(2) { hello.actuators = (0..<4).map { _ in UInt8(number(0...8)) } }
        // Behind nine channels and long names there is no room.
        if chance(2), (hello.channels?.count ?? 0) < 7 { hello.network = Wide(integer()) }
        if chance(2), (hello.channels?.count ?? 0) < 7 { hello.image = Wide(integer()) }
        if chance(2), (hello.channels?.count ?? 0) < 7 { hello.library = Text(bytes(1...16)) }
        if chance(3) { hello.channelCount = number(of: hello.channels ?? []) }
        return hello
    }

    /// One that may hold more than a frame does.
    mutating func crowdedHello() -> Hello {
        var hello = hello()
        guard hello.role == 1 else { return crowdedHello() }
        hello.channels = (0..<number(7...9)).map { _ in channel() }
        hello.network = Wide(integer())
        if chance(2) { hello.image = Wide(integer()) }
        // Of bytes that continue a character, too.
        hello.name = Text(bytes(28...32))
        if chance(2) { hello.uniqueId = Hex(bytes(12...16)) }
        if chance(2) { hello.library = Text(bytes(1...16)) }
        hello.channelCount = chance(2) ? number(of: hello.channels ?? []) : nil
        return hello
    }

    /// How many channels DATA may have, of which HELLO has these.
    private mutating func number(of channels: [Hello.Channel]) -> UInt8 {
        UInt8(channels.count < 9 ? channels.count : number(9...32))
    }

    /// Edges more often than chance would have them.
    mutating func integer<Integer: FixedWidthInteger>() -> Integer {
        switch number(0...9) {
        case 0: 0
        case 1: .max
        case 2: .min
        default: Integer.random(in: .min ... .max, using: &generator)
        }
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

    /// One time in `n`.
    mutating func chance(_ n: Int) -> Bool { number(1...n) == 1 }

    mutating func bytes(_ length: ClosedRange<Int>) -> [UInt8] { (0..<number(length)).map { _ in integer() } }

    /// Any bits but those of an infinity or a NaN.
    private mutating func finite() -> Float {
        let value = Float(bitPattern: integer())
        return value.isFinite ? value : 1.5
    }

    private mutating func channel() -> Hello.Channel {
        let scale = finite()
        return Hello.Channel(
            kind: integer(), unit: UInt8(number(1...5)), scale: F32(scale == 0 ? 0.25 : scale), offset: F32(finite()),
            fullScale: F32(finite()))
    }

    /// Not 1, 2, 3: that is what an absent item says, and a sender may leave it out.
    private mutating func turnedAxes() -> [Int8] {
        let axes = ([1, 2, 3] as [Int8]).shuffled(using: &generator).map { chance(2) ? -$0 : $0 }
        return axes == [1, 2, 3] ? [-1, -2, 3] : axes
    }

    private mutating func samples() -> Samples {
        let channels = number(1...32)
        let count = number(1...min(120, 240 / (2 * channels)))
        return Samples(channels: channels, counts: (0..<count * channels).map { _ in integer() })
    }

    /// Values out of range are the device's to judge, so they are drawn too.
    private mutating func config() -> Config {
        var config = Config(sequence: integer())
        if chance(2) { config.rate = F32(Float(bitPattern: integer())) }
        if chance(2) { config.accelerationFullScale = F32(Float(bitPattern: integer())) }
        if chance(2) { config.rotationFullScale = F32(Float(bitPattern: integer())) }
        if chance(2) { config.mostSamples = integer() }
        if chance(2) { config.keep = integer() }
        return config
    }

    private mutating func heartbeat() -> Heartbeat {
        Heartbeat(
            uptime: integer(), framesSent: integer(), framesReceived: integer(), framingErrors: integer(), crcErrors: integer(),
            notUnderstood: integer(), samplesDropped: integer(), flags: integer(),
            health: chance(2) ? Heartbeat.Health(battery: integer(), temperature: integer()) : nil)
    }

    /// As many names as there are classes from the first on, or fewer; as a rule all that fit.
    private mutating func labels() -> Labels {
        let count = UInt8(number(0...254))
        var labels = Labels(count: count, first: UInt8(number(0...Int(count))), rest: 255, names: [])
        if count > 0, chance(2) { labels.rest = UInt8(number(0...Int(count) - 1)) }
        let most = chance(3) ? number(0...8) : 240
        var room = 240 - 3
        while labels.names.count < min(most, Int(count) - Int(labels.first)) {
            let name = bytes(0...31)
            guard name.count < room else { break }
            room -= 1 + name.count
            labels.names.append(Text(name))
        }
        return labels
    }

    mutating func install() -> Install {
        var install = Install(sequence: integer(), step: UInt8(number(0...3)))
        if install.step == 0 { (install.length, install.hash) = (integer(), Wide(integer())) }
        if install.step == 1 { (install.offset, install.bytes) = (integer(), Hex(bytes(1...232))) }
        return install
    }

    /// As many entries as fit, or fewer.
    private mutating func channels() -> Channels {
        var message = Channels(session: integer(), first: UInt8(number(0...31)), channels: [])
        let most = number(1...32 - Int(message.first))
        var room = 240 - 6
        while message.channels.count < most {
            let plain = channel()
            let rate = Float.random(in: 0...10_000, using: &generator)
            let described = Channels.Channel(
                kind: plain.kind, unit: UInt8(number(0...5)), scale: plain.scale, offset: plain.offset, fullScale: plain.fullScale,
                rate: F32(chance(2) ? 0 : rate), unitText: text(0...8), name: text(0...32))
            room -= 20 + described.unitText.bytes.count + described.name.bytes.count
            guard room >= 0 else { break }
            message.channels.append(described)
        }
        return message
    }

    /// Of bytes that names may have.
    private mutating func text(_ length: ClosedRange<Int>) -> Text {
        Text(
            (0..<number(length)).map { _ in
                let byte = UInt8(number(0x20...0xFF))
                return [0x22, 0x2C, 0x7F].contains(byte) ? 0x5F : byte
            })
    }

    private mutating func feedback() -> Feedback {
        Feedback(
            sequence: integer(), issued: integer(), timeToLive: UInt16(number(1...10_000)), actuator: integer(),
            unit: UInt8(number(0...7)), pattern: UInt8(number(0...2)), level: integer(), red: integer(), green: integer(),
            blue: integer(), frequency: integer(), duration: integer(), period: integer())
    }
}
