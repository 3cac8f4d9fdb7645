import Randomness

/// The board under both implementations: its sensor, its actuators and what it lets a host configure.
protocol TwinBoard {
    /// LED, RGB, buzzer, vibration.
    var units: [UInt8] { get }
    /// What HELLO announces at boot, but for the session.
    var hello: Hello { get }
    /// What CHANNELS describe; none: nothing.
    var described: [Channels.Channel] { get }
    /// What HELLO announces after a CONFIG; nil if the board cannot do it.
    func configured(_ hello: Hello, _ config: Config) -> Hello?
    /// What becomes of a step, and what HELLO announces if another network runs then; nil: the same as before.
    func installed(_ hello: Hello, _ step: Install) -> (Installed, Hello?)
    mutating func drawSession() -> UInt32
}

extension TwinBoard {
    var described: [Channels.Channel] { [] }
}

/// A board that can be asked for much, and draws the session id before not seldom.
struct ChangeableBoard: TwinBoard {
    var rate: Float
    var sessions: SeededGenerator
    /// Nothing, or more than HELLO describes.
    var described: [Channels.Channel] = []

    let units: [UInt8] = [4, 1, 1, 0]
    private static let rates: [Float] = [25, 50, 104, 200, 1000]

    var hello: Hello {
        var hello = Hello(role: 1, session: 0)
        hello.uniqueId = Hex([1, 2, 3])
        hello.name = Text(Array("twin".utf8))
        hello.capabilities = 0xC67
        hello.rate = F32(rate)
        hello.channels = channels(fullScale: 4)
        guard !described.isEmpty else { return hello }
        hello.channelCount = UInt8(described.count)
        hello.channels = described.prefix(9).map {
            Hello.Channel(kind: $0.kind, unit: $0.unit, scale: $0.scale, offset: $0.offset, fullScale: $0.fullScale)
        }
        return hello
    }

    /// The rate is taken to the next that it has; the widest range leaves no room for rotation.
    func configured(_ hello: Hello, _ config: Config) -> Hello? {
        if config.rotationFullScale != nil { return nil }
        var hello = hello
        if let wish = config.rate?.value {
            guard wish <= 2000, let nearest = Self.rates.min(by: { abs($0 - wish) < abs($1 - wish) }) else { return nil }
            hello.rate = F32(nearest)
        }
        if let wish = config.accelerationFullScale?.value {
            guard wish <= 16 else { return nil }
            hello.channels = channels(fullScale: wish <= 4 ? 4 : 16)
        }
        return hello
    }

    /// Every fourth commit makes another network run.
    func installed(_ hello: Hello, _ step: Install) -> (Installed, Hello?) {
        let size = UInt32(step.bytes?.bytes.count ?? 0)
        let sum = (step.bytes?.bytes ?? []).reduce(UInt32(step.sequence)) { $0 &+ UInt32($1) }
        let answer = Installed(
            sequence: step.sequence, status: UInt8(sum % 8), step: step.step, next: (step.offset ?? 0) &+ size)
        guard step.step == 2, step.sequence % 4 == 0 else { return (answer, nil) }
        var hello = hello
        hello.network = Wide(UInt64(step.sequence))
        return (answer, hello)
    }

    mutating func drawSession() -> UInt32 { UInt32.random(in: 1...4, using: &sessions) }

    /// Eleven named ones, two pages of them.
    static let eleven: [Channels.Channel] = (0..<11).map { place in
        Channels.Channel(
            kind: 0, unit: 1, scale: F32(0.5), offset: F32(0), fullScale: F32(1), rate: F32(Float(place)),
            unitText: Text(Array("unit".utf8)), name: Text(Array("channel number \(place)".utf8)))
    }

    private func channels(fullScale: Float) -> [Hello.Channel] {
        let kinds: [UInt8] = fullScale > 4 ? [0x10, 0x11, 0x12] : [0x10, 0x11, 0x12, 0x20, 0x21, 0x22]
        return kinds.map { kind in
            Hello.Channel(
                kind: kind, unit: kind < 0x20 ? 1 : 3, scale: F32(0.001), offset: F32(0), fullScale: F32(fullScale))
        }
    }
}
