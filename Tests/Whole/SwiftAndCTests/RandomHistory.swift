import Randomness

/// A long time in the life of a device: samples, a host, a port that is slow or stuck, and a main loop that is slow now and then.
struct RandomHistory {
    private var random: RandomMessage
    private var host: RandomHost
    private(set) var now: UInt64
    private var nextSample: UInt64
    /// Most microseconds that pass from one turn to the next as a rule.
    private let pace: Int
    /// The port takes nothing.
    private var isStuck = false
    /// The host says nothing.
    private var isSilent = false
    /// The latest moment of the sample pushed last.
    private var takenLast: UInt64 = 0

    /// Bytes that can wait for the port.
    let line: Int
    let rate: Float

    init(seed: UInt64) {
        random = RandomMessage(generator: SeededGenerator(seed: seed, stream: 1))
        host = RandomHost(seed: seed)
        let wrap: UInt64 = 1 << 32
        now = random.pick([0, 1_000_000, wrap - 2_000_000, 3 * wrap - 9_000_000, 1 << 50])
        nextSample = now
        pace = random.pick([2000, 8000, 30_000])
        line = random.pick([768, 1000, 4096])
        rate = random.pick([25, 50, 104, 200, 1000])
    }

    /// - Parameters:
    ///   - rate: samples per second, as the device has it now.
    ///   - channels: counts of a sample.
    ///   - waiting: bytes that wait for the port.
    ///   - deadline: when the device has something to do.
    mutating func next(rate: Float, channels: Int, waiting: Int, deadline: UInt64) -> DeviceStep {
        if nextSample <= now { return DeviceStep(time: now, action: sample(1_000_000 / rate, channels)) }
        pass(deadline)
        return DeviceStep(time: now, action: action(waiting))
    }

    private mutating func action(_ waiting: Int) -> DeviceStep.Action {
        if random.chance(150) { isStuck.toggle() }
        if random.chance(150) { isSilent.toggle() }
        switch random.number(0...99) {
        case 0...39 where !isSilent: return .bytes(host.bytes(now: now))
        // To just the room that the longest frame needs, among others.
        case 40...59 where !isStuck: return .port(random.pick([1, 48, 200, line, max(0, waiting + 256 - line)]))
        case 60...61:
            let count = random.pick([0, 3, 114, 115])
            return .prediction(
                Prediction(
                    windowEnd: random.integer(), lastIndex: random.integer(), class: random.integer(),
                    phase: UInt8(random.number(0...3)), confidence: random.integer(), windowSlot: random.integer(),
                    windowsBefore: random.integer()), scores: (0..<count).map { _ in random.integer() })
        case 62: return .event(Event(kind: 1, which: random.integer(), value: random.integer()))
        case 63: return .health(Heartbeat.Health(battery: random.integer(), temperature: random.integer()))
        default: return .poll
        }
    }

    /// Lets time pass; often to just where something is due, or one microsecond beside it.
    private mutating func pass(_ deadline: UInt64) {
        switch random.number(0...99) {
        case 0...9: break
        case 10...19 where deadline > now + 1: now = deadline &+ random.pick([0, 0, 1, .max])
        case 20 where host.foreignAnswerDue > now + 1: now = host.foreignAnswerDue &+ random.pick([0, .max])
        case 21: now += UInt64(random.number(0...2_600_000))
        case 22...23: now += 2_000_000
        default: now += UInt64(random.number(0...pace))
        }
        // What a main loop did not come to it has missed.
        if now > nextSample + 100_000 { nextSample = now }
    }

    private mutating func sample(_ period: Float, _ channels: Int) -> DeviceStep.Action {
        let due = nextSample
        var distance = period
        switch random.number(0...39) {
        case 0...4: distance += period * Float.random(in: -0.6...0.6, using: &random.generator)
        case 5: distance *= Float.random(in: 0...4, using: &random.generator)
        case 6:
            nextSample += UInt64(period)
            return .missed(UInt16(random.pick([1, 2, 500, 65_535])))
        default: break
        }
        nextSample += UInt64(distance)
        takenLast = max(takenLast, due)
        return .sample((0..<channels).map { _ in random.integer() }, taken: takenLast)
    }
}
