import CBoard

/// Device time and what is due by it: a free-running microsecond counter, a timer at the sampling rate, and one that wakes the main
/// loop.
struct Clock {
    static let frequency: UInt32 = 25_000_000
    private static var counter: Register { register(Address.lightsAndClock, 0x18) }
    private static var prescale: Register { register(Address.lightsAndClock, 0x1C) }
    private static var ticks: Ring<board_tick> { Ring(board_ticks_counts(), board_ticks_elements(), capacity: board_ticks_size()) }

    private var high: UInt64 = 0
    private var last: UInt32 = 0

    /// Microseconds since the start, and a hundred interrupts a second to look what is due.
    init() {
        Self.prescale.store(Self.frequency / 1_000_000 - 1)
        Self.counter.store(0)
        register(Address.sysTick, 0x4).store(Self.frequency / 100 - 1)
        register(Address.sysTick, 0x8).store(0)
        register(Address.sysTick, 0x0).store(0b111)
    }

    /// Ticks of the processor's clock since the last reset of anything, for what must differ from boot to boot.
    static var noise: UInt32 { register(Address.sysTick, 0x8).load() }

    /// The counter itself.
    static var microseconds: UInt32 { counter.load() }

    /// Microseconds since the start. To be asked at least once in 71 minutes.
    mutating func now() -> UInt64 {
        let low = Self.counter.load()
        if low < last { high &+= 1 << 32 }
        last = low
        return high | UInt64(low)
    }

    /// A 32-bit time of the near past, extended.
    mutating func extended(_ time: UInt32) -> UInt64 {
        let now = now()
        return now &- UInt64(UInt32(truncatingIfNeeded: now) &- time)
    }

    /// Makes samples due at a rate, from now on; ticks of an earlier rate are forgotten.
    ///
    /// - Returns: the number of the next tick.
    static func sample(at rate: Float) -> UInt32 {
        register(Address.timer0, 0x0).store(0)
        while ticks.next() != nil {}
        let reload = UInt32(Float(frequency) / rate + 0.5)
        register(Address.timer0, 0x4).store(reload)
        register(Address.timer0, 0x8).store(reload &- 1)
        register(Address.timer0, 0x0).store(0b1001)
        Interrupt.enable(Interrupt.timer0)
        return ticks.total
    }

    /// When the next sample was due, if one is.
    static func nextTick() -> board_tick? { ticks.next() }

    /// Whether a sample is due.
    static var hasTick: Bool { ticks.count > 0 }

    fileprivate static func timerExpired() {
        register(Address.timer0, 0xC).store(1)
        ticks.append(board_tick(time: counter.load(), number: ticks.total))
    }
}

@c(timer0_expired) func timer0Expired() { Clock.timerExpired() }

/// Being awake is all that is to be done.
@c(systick_expired) func sysTickExpired() {}
