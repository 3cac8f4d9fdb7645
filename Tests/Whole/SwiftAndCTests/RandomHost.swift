import Randomness

/// What a host sends to a device, and what no host should: every type, every rule kept and broken, every edge of time.
struct RandomHost {
    var random: RandomMessage
    private var session: UInt32 = 1
    private var sequence: UInt16
    private var configSequence: UInt16 = 0
    private var step: Install?
    /// Asks for another configuration again and again.
    private let isRestless: Bool
    /// The last commands, oldest first.
    private var commands: [Feedback] = []
    /// A second after a frame of another major version that is to be answered: when the next may be.
    private(set) var foreignAnswerDue: UInt64 = 0
    /// What a frame that was cut goes on with.
    private var rest: [UInt8] = []

    init(seed: UInt64) {
        random = RandomMessage(generator: SeededGenerator(seed: seed))
        // Near the wrap as often as not.
        sequence = random.chance(2) ? 65_530 : random.integer()
        isRestless = random.chance(3)
    }

    /// Bytes for the device: a frame, several, noise, or part of one.
    mutating func bytes(now: UInt64) -> [UInt8] {
        var bytes = rest
        repeat { bytes += wire(now) } while random.chance(4)
        if random.chance(30) { damage(&bytes) }
        let count = random.chance(10) ? random.number(0...bytes.count) : bytes.count
        rest = Array(bytes[count...])
        return Array(bytes[..<count])
    }

    private mutating func wire(_ now: UInt64) -> [UInt8] {
        switch random.number(0...59) {
        case 0: return random.bytes(1...400)
        case 1: return [0, 0]
        case 2: return [UInt8](repeating: 7, count: random.number(250...300)) + [0]
        default: return Codec.c.encode(frame(now))
        }
    }

    private mutating func frame(_ now: UInt64) -> Frame {
        let message = message(now)
        var frame = Frame(type: message.type, time: random.integer(), payload: Codec.c.payload(of: message) ?? [])
        if case .samples(let samples) = message { frame.count = UInt8(samples.counts.count / samples.channels) }
        if random.chance(8) { frame.flags = UInt8(random.number(0...15)) }
        switch random.number(0...99) {
        case 0...1: frame.major = UInt8(random.number(0...15))
        case _ where now == foreignAnswerDue: frame.major = 2
        case 2: frame.type = random.integer()
        case 3: frame.stream = 1
        case 4...8: frame.payload.removeLast(random.number(0...frame.payload.count))
        case 9...13 where !frame.payload.isEmpty: frame.payload[random.number(0...frame.payload.count - 1)] = random.integer()
        case 14...16 where frame.payload.count < 230: frame.payload += random.bytes(1...10)
        default: break
        }
        if frame.major != 1, now >= foreignAnswerDue { foreignAnswerDue = now + 1_000_000 }
        return frame
    }

    private mutating func message(_ now: UInt64) -> Message {
        if isRestless, random.chance(2) { return .config(config()) }
        return switch random.number(0...22) {
        case 0...1: .hello(hello())
        case 2...4: .config(config())
        case 5...6: .timeSync(TimeSync(t1: Wide(random.integer()), t2: Wide(0), t3: Wide(0)))
        case 7...15: .feedback(feedback(UInt32(truncatingIfNeeded: now)))
        case 16...17:
            .heartbeat(
                Heartbeat(
                    uptime: 1, framesSent: 2, framesReceived: 3, framingErrors: 0, crcErrors: 0, notUnderstood: 0,
                    samplesDropped: 0, flags: 0))
        case 18 where random.chance(4): .goodbye
        case 19...21: .install(install())
        // HELLO, DATA, ACK, LOG, EVENT and INSTALLED of a device among them.
        default: random.next()
        }
    }

    private mutating func hello() -> Hello {
        if random.chance(10) { session &+= 1 }
        return Hello(role: 2, session: session)
    }

    /// A new step, or the last one once more; not seldom one of another kind under the same sequence.
    private mutating func install() -> Install {
        if random.chance(3), let step { return step }
        var install = random.install()
        if random.chance(2) { install.sequence = step.map { $0.sequence &+ UInt16(random.number(0...1)) } ?? 0 }
        step = install
        return install
    }

    private mutating func config() -> Config {
        // Sequences of CONFIG are not remembered: the same again and again is as good.
        if random.chance(2) { configSequence &+= 1 }
        var config = Config(sequence: configSequence)
        if random.chance(3) {
            config.rate = F32(random.pick([25, 104, 190, 201, 1000, 2001, 10_000, 10_001, 0, -1, .nan, .infinity]))
        }
        if random.chance(6) { config.accelerationFullScale = F32(random.pick([2, 4, 16, 17, 0, -.infinity])) }
        if random.chance(12) { config.rotationFullScale = F32(random.pick([1, .nan])) }
        if random.chance(3) { config.mostSamples = random.pick([0, 1, 2, 3, 5, 20, 120, 121, 255]) }
        if random.chance(6) { config.keep = random.pick([0, 1, 2]) }
        return config
    }

    /// A new command, or one of the last unchanged.
    private mutating func feedback(_ now: UInt32) -> Feedback {
        if random.chance(4), !commands.isEmpty { return random.pick(commands) }
        let command = command(now)
        commands = commands.suffix(15) + [command]
        return command
    }

    private mutating func command(_ now: UInt32) -> Feedback {
        switch random.number(0...9) {
        case 0...5: sequence &+= 1
        case 6: sequence &+= random.pick([0, 2, 300, 32_767, 32_768])
        default: break
        }
        let timeToLive: UInt16 = random.pick([1, 300, 300, 300, 10_000])
        // Up to the last microsecond that counts, and one beyond, on both sides.
        let age = random.pick([
            0, 0, 0, 0, 0, 20_000, Int32(timeToLive) * 1000 - 1, Int32(timeToLive) * 1000, -1_000_000, -1_000_001,
        ])
        return Feedback(
            sequence: random.chance(8) ? sequence &- UInt16(random.number(0...11)) : sequence,
            issued: now &- UInt32(bitPattern: age), timeToLive: timeToLive, actuator: random.pick([0, 1, 1, 1, 1, 1, 2, 3, 3, 5]),
            unit: random.pick([0, 0, 0, 0, 0, 1, 2, 3, 4, 7]), pattern: random.pick([0, 1, 1, 2]), level: random.integer(),
            red: random.integer(), green: random.integer(), blue: random.integer(), frequency: random.integer(),
            duration: random.pick([0, 0, 1, 40, 500, 3000, 65_535]), period: random.integer())
    }

    private mutating func damage(_ bytes: inout [UInt8]) {
        guard !bytes.isEmpty else { return }
        let place = random.number(0...bytes.count - 1)
        switch random.number(0...3) {
        case 0: bytes[place] = random.integer()
        case 1: bytes.remove(at: place)
        case 2: bytes.insert(random.integer(), at: place)
        default: bytes.removeSubrange(place...)
        }
    }
}

extension RandomMessage {
    /// One of several, all alike often.
    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[number(0...elements.count - 1)] }
}
