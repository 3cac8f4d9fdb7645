import WireProtocol

/// What a test does to the device, and says in its name.
extension HostAndDevice {
    /// Host and device that have greeted and know each other's clocks, with nothing left to tell.
    static func greeted(rate: Float = 100, capabilities: Capabilities = .setsRate) -> HostAndDevice {
        let world = HostAndDevice(rate: rate, capabilities: capabilities)
        world.open()
        world.pass(milliseconds: 400)
        _ = world.news()
        return world
    }

    /// What the device's clock shows.
    var deviceTime: UInt64 { deviceNow &+ UInt64(bitPattern: device.clockShift) }

    /// Sets the device's clock forward, or back, by so many microseconds.
    func setDeviceClock(by step: Int64) { device.setClock(by: step, now: deviceNow) }

    /// Lets time pass while the device's clock gains so many microseconds every millisecond.
    func pass(milliseconds: Int, gaining microseconds: Int64) {
        for _ in 0..<milliseconds {
            deviceStep += microseconds
            pass(milliseconds: 1)
        }
    }

    /// Puts DATA with one sample on the line, past the device.
    func sendData(_ index: UInt16, channels: Int = 6) {
        send(FrameHeader(.data, index: index, time: UInt32(truncatingIfNeeded: deviceTime), count: 1)) { writer in
            for _ in 0..<channels { writer.u16(0) }
        }
    }
}
