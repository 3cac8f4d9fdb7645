import CBoard
import WireProtocol

/// The main loop: bytes in, samples in, what is due, bytes out, and sleep until an interrupt comes.
@c(firmware_main)
func firmwareMain() {
    var device = Device()
    while true {
        device.receive()
        device.sample()
        device.poll()
        device.send()
        sleepUnlessWorkWaits()
    }
}

/// Interrupts are held back while it is decided: one that comes in between ends the sleep at once.
private func sleepUnlessWorkWaits() {
    board_hold_interrupts()
    if !HostPort.hasInput, !Clock.hasTick { board_wait() }
    board_release_interrupts()
}

/// The device: a link to the host, a sensor, lights.
struct Device: ~Copyable {
    private var clock = Clock()
    private var link: DeviceLink
    private var lights = Lights()
    private var counts = InlineArray<6, Int16>(repeating: 0)
    private var missedTicks: UInt32 = 0

    init() {
        let rate: Float = 50
        let identity = Identity.hello(rate: rate, session: Identity.drawSession())
        link = DeviceLink(
            identity: identity, units: Lights.units, memory: board_link_memory(), memoryCount: Int(board_link_memory_size()),
            now: clock.now())
        HostPort.start()
        Sensor.start()
        Clock.sample(at: rate)
    }

    /// What the host sent.
    mutating func receive() {
        while let byte = HostPort.read() {
            let now = clock.now()
            guard let event = link.receive(byte, now: now) else { continue }
            switch event {
            case .commanded(_, let change?): lights.apply(change, now: now)
            case .configurationAsked(let config): configure(config, now: now)
            default: break
            }
        }
    }

    /// What the sensor took since the last turn.
    mutating func sample() {
        while let tick = Clock.nextTick() {
            let time = clock.extended(tick)
            guard Sensor.read(into: &counts) else { continue }
            counts.span.withUnsafeBufferPointer { counts in
                if let counts = counts.baseAddress { link.push(counts, takenAt: time) }
            }
        }
    }

    mutating func poll() {
        let now = clock.now()
        while let change = link.poll(now: now) { lights.apply(change, now: now) }
        lights.show(now)
    }

    mutating func send() {
        link.consume(HostPort.write(link.outgoing, count: link.outgoingCount))
    }

    private mutating func configure(_ config: ConfigMessage, now: UInt64) {
        link.answer(config, .unsupported, now: now)
    }
}
