import CBoard

/// Starts the device again when the main loop has not come round for a second. First comes an exception that cannot be held back
/// and notes where the loop stood (CBoard/fault.c); if that does not help, the reset comes a second later.
enum Watchdog {
    private static var load: Register { register(Address.watchdog, 0x0) }
    private static var control: Register { register(Address.watchdog, 0x8) }
    private static var lock: Register { register(Address.watchdog, 0xC00) }
    private static let key: UInt32 = 0x1ACC_E551

    static func start() {
        lock.store(key)
        feed()
        control.store(0b11)
    }

    /// The loop lives. To be called from nowhere else.
    static func feed() { load.store(Clock.frequency) }
}
