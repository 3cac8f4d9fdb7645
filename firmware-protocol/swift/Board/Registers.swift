import _Volatile

/// A 32-bit register of the board, or a word that an interrupt handler shares: each load and store happens, in order.
struct Register {
    private let word: VolatileMappedRegister<UInt32>

    @_noAllocation
    @inline(__always)
    init(_ address: UInt) { word = VolatileMappedRegister(unsafeBitPattern: address) }

    @_noAllocation
    @inline(__always)
    func load() -> UInt32 { word.load() }

    @_noAllocation
    @inline(__always)
    func store(_ value: UInt32) { word.store(value) }
}

/// What the board calls itself; a board with a serial number of its own tells that.
enum Board {
    static let uniqueID: StaticString = "mps2-an386"
}

/// Where things are on the board that QEMU calls mps2-an386 (Arm application note AN386), and in every Cortex-M4.
enum Address {
    static let timer0: UInt = 0x4000_0000
    static let uart0: UInt = 0x4000_4000
    static let uart1: UInt = 0x4000_5000
    static let uart2: UInt = 0x4000_6000
    static let watchdog: UInt = 0x4000_8000
    static let lightsAndClock: UInt = 0x4002_8000
    static let configuration: UInt = 0x4002_F000
    static let sysTick: UInt = 0xE000_E010
    static let interruptSet: UInt = 0xE000_E100
}

/// The register at an address.
@_noAllocation
@inline(__always)
func register(_ base: UInt, _ offset: UInt = 0) -> Register {
    Register(base + offset)
}

/// Numbers of the board's interrupts.
enum Interrupt {
    static let uart0Received: UInt32 = 0
    static let uart0Sent: UInt32 = 1
    static let uart1Received: UInt32 = 2
    static let timer0: UInt32 = 8

    /// Lets an interrupt through.
    @_noAllocation
    static func enable(_ number: UInt32) {
        register(Address.interruptSet).store(1 << number)
    }
}
