/// The board that a script describes.
struct ScriptedBoard: TwinBoard, Sendable {
    var units: [UInt8] = []
    var capabilities: UInt32 = 0
    var rate: Float = 0
    var rates: [Float] = []
    /// The ids that it draws, in this order.
    var sessions: [UInt32] = []
    /// Bytes of the longest image that it takes; nil: it takes none.
    var slot: Int?
    /// Hash of the network that its firmware was built with.
    var network: UInt64 = 0
    /// Those that CHANNELS describe; none: HELLO describes three of motion.
    var described: [Channels.Channel] = []

    var hello: Hello {
        var hello = Hello(role: 1, session: 0)
        hello.capabilities = capabilities
        hello.rate = F32(rate)
        hello.channels = [0x10, 0x11, 0x12].map { kind in
            Hello.Channel(kind: kind, unit: 1, scale: F32(1 / 8192), offset: F32(0), fullScale: F32(4))
        }
        if slot != nil { hello.network = Wide(network) }
        guard !described.isEmpty else { return hello }
        hello.channelCount = UInt8(described.count)
        hello.channels = described.prefix(9).map { channel in
            let isOwn = channel.unit == 0
            return Hello.Channel(
                kind: channel.kind, unit: isOwn ? 1 : channel.unit, scale: isOwn ? F32(1) : channel.scale,
                offset: isOwn ? F32(0) : channel.offset, fullScale: isOwn ? F32(0) : channel.fullScale)
        }
        return hello
    }

    func configured(_ hello: Hello, _ config: Config) -> Hello? {
        guard let wish = config.rate?.value, let nearest = rates.min(by: { abs($0 - wish) < abs($1 - wish) }) else { return nil }
        var hello = hello
        hello.rate = F32(nearest)
        return hello
    }

    /// A board with slots is a `SlottedBoard`.
    func installed(_ hello: Hello, _ step: Install) -> (Installed, Hello?) {
        (Installed(sequence: step.sequence, status: 7, step: step.step, next: 0), nil)
    }

    mutating func drawSession() -> UInt32 { sessions.removeFirst() }
}
