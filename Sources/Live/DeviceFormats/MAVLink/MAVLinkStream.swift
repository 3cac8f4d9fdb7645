/// One of the motion sensors that an autopilot tells of: who sends it, in which message, and its number there.
struct MAVLinkStream: Equatable {
    let sender: MAVLinkAddress
    /// Of the message: 26, 27, 105, 116 or 129.
    let message: UInt8
    /// The sensor's number in HIGHRES_IMU and RAW_IMU, which count from 0.
    let instance: UInt8

    /// As MAVLink calls it.
    var name: String {
        let message =
            switch message {
            case 26: "SCALED_IMU"
            case 27: "RAW_IMU"
            case 105: "HIGHRES_IMU"
            case 116: "SCALED_IMU2"
            default: "SCALED_IMU3"
            }
        return instance > 0 ? "\(message) of sensor \(Int(instance) + 1)" : message
    }

    /// Whether its values are a sensor's counts.
    var isInCounts: Bool { message == 27 }

    /// Which one is better to read, the least first: fine steps and units before counts, of which nobody says what they are worth.
    ///
    /// - Parameter knowsCounts: whether somebody says it.
    func rank(knowsCounts: Bool) -> Int {
        let kind =
            switch message {
            case 105: 0
            case 26: 1
            case 27: knowsCounts ? 2 : 5
            case 116: 3
            default: 4
            }
        return kind << 8 | Int(instance)
    }
}

/// How often each motion sensor was heard. Sixteen are told apart. Allocates nothing.
struct MAVLinkStreams {
    private var streams: InlineArray<16, MAVLinkStream>
    private var counts = InlineArray<16, Int>(repeating: 0)
    private var count = 0

    init() { streams = .init(repeating: MAVLinkStream(sender: MAVLinkAddress(system: 0, component: 0), message: 0, instance: 0)) }

    mutating func add(_ stream: MAVLinkStream) {
        for index in 0..<count where streams[index] == stream {
            counts[index] += 1
            return
        }
        guard count < streams.count else { return }
        streams[count] = stream
        counts[count] = 1
        count += 1
    }

    /// Readings of the one that was heard most.
    var most: Int { (0..<count).reduce(0) { max($0, counts[$1]) } }

    /// The best of those that come at least half as often as the most frequent one, and of equals the first; nil without any.
    func best(knowsCounts: Bool) -> MAVLinkStream? {
        var best: MAVLinkStream?
        for index in 0..<count where counts[index] * 2 >= most {
            let rank = streams[index].rank(knowsCounts: knowsCounts)
            if rank < best?.rank(knowsCounts: knowsCounts) ?? .max { best = streams[index] }
        }
        return best
    }

    /// All but one, in the order in which they were heard first.
    func others(than chosen: MAVLinkStream) -> [MAVLinkStream] { (0..<count).map { streams[$0] }.filter { $0 != chosen } }
}
