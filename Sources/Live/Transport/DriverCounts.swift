/// What a serial port's driver has counted since the port was plugged in.
public struct DriverCounts: Equatable, Sendable {
    /// Bytes with a wrong stop bit or parity, and breaks: noise, or a speed that is a little off.
    public var outOfStep: Int
    /// Times that the chip had no room, because its bytes were not fetched in time.
    public var overruns: Int
    /// Bytes for which the kernel's buffer had no room, because no program read it in time.
    public var bufferOverruns: Int

    public init(outOfStep: Int = 0, overruns: Int = 0, bufferOverruns: Int = 0) {
        self.outOfStep = outOfStep
        self.overruns = overruns
        self.bufferOverruns = bufferOverruns
    }

    /// What was counted since then.
    public func since(_ earlier: DriverCounts) -> DriverCounts {
        DriverCounts(
            outOfStep: outOfStep - earlier.outOfStep, overruns: overruns - earlier.overruns,
            bufferOverruns: bufferOverruns - earlier.bufferOverruns)
    }
}
