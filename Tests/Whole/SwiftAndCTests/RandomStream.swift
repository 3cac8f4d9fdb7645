import Randomness

/// What a device sends in a while, with everything that may happen to it on the way.
struct RandomStream {
    private var random: RandomMessage
    private var index: UInt16 = 0
    private var time: UInt32 = 0
    private var session: UInt32 = 0
    private var tag: UInt8 = 0

    init(seed: UInt64) {
        random = RandomMessage(generator: SeededGenerator(seed: seed))
    }

    mutating func next() -> [UInt8] {
        index = random.integer()
        time = random.integer()
        session = random.integer()
        tag = UInt8(random.number(0...7))
        var stream: [UInt8] = random.chance(2) ? [0] : []
        for _ in 0..<random.number(1...8) { stream += piece() }
        for _ in 0..<random.number(0...4) where !stream.isEmpty { damage(&stream) }
        return stream
    }

    private mutating func piece() -> [UInt8] {
        switch random.number(0...19) {
        case 0: return random.bytes(1...600)
        case 1: return (0..<random.number(200...400)).map { _ in UInt8(random.number(1...255)) }
        case 2: return [0, 0]
        default: break
        }
        switch random.number(0...19) {
        case 0: index &+= UInt16(random.number(1...40_000))
        case 1: time &-= UInt32(random.number(99_998...100_003))
        case 2: time &-= random.integer()
        case 3: session = random.integer()
        case 4: tag = UInt8(random.number(0...7))
        case 5: (session, tag) = (random.integer(), tag % 7 + 1)
        default: time &+= UInt32(random.number(0...20_000))
        }
        return Codec.c.encode(frame())
    }

    /// A frame with a good CRC, which need not keep any other rule.
    private mutating func frame() -> Frame {
        var message = random.next()
        if case .hello(var hello) = message {
            hello.session = session
            message = .hello(hello)
        }
        var frame = random.frame(message, payload: Codec.c.payload(of: message) ?? [])
        frame.index = index
        frame.time = time
        frame.flags = frame.flags & 1 | tag << 1
        index &+= UInt16(frame.count)
        switch random.number(0...29) {
        case 0: frame.major = UInt8(random.number(0...15))
        case 1: frame.type = random.integer()
        case 2: frame.stream = random.integer()
        case 3: frame.count = random.integer()
        case 4: frame.payload.removeLast(random.number(0...frame.payload.count))
        case 5: frame.payload = random.bytes(0...240)
        case 6...11 where !frame.payload.isEmpty: frame.payload[random.number(0...frame.payload.count - 1)] = random.integer()
        case 12 where frame.payload.count < 230: frame.payload += random.bytes(1...10)
        default: break
        }
        return frame
    }

    private mutating func damage(_ stream: inout [UInt8]) {
        let place = random.number(0...stream.count - 1)
        switch random.number(0...5) {
        case 0: stream[place] ^= 1 << UInt8(random.number(0...7))
        case 1: stream[place] = random.integer()
        case 2: stream.remove(at: place)
        case 3: stream.insert(random.integer(), at: place)
        case 4: stream.insert(stream[place], at: place)
        default: stream.removeSubrange(place..<min(place + random.number(1...40), stream.count))
        }
    }
}
