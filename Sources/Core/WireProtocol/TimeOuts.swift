/// The times of PROTOCOL.md §4 that both roles or several types keep, in microseconds; a time of one type alone stands there.
enum TimeOuts {
    /// Between two HELLOs of a device that is not asked.
    static var announcement: UInt64 { @_noAllocation get { 5_000_000 } }
    /// Between two HELLOs of a host that waits for a device's.
    static var greeting: UInt64 { @_noAllocation get { 500_000 } }
    /// Between two HEARTBEATs of either side.
    static var heartbeat: UInt64 { @_noAllocation get { 1_000_000 } }
    /// Without a valid frame of the device, after which a host asks for HELLO again.
    static var silence: UInt64 { @_noAllocation get { 3_000_000 } }
    /// Between the exchanges of the clocks that follow a HELLO, and how many they are.
    static var quickExchange: UInt64 { @_noAllocation get { 50_000 } }
    static var quickExchanges: Int { @_noAllocation get { 4 } }
    /// Between those that follow, until the drift is known well, and how many they are.
    static var closeExchange: UInt64 { @_noAllocation get { 1_000_000 } }
    static var closeExchanges: Int { @_noAllocation get { 8 } }
    /// After a HELLO, for the first answer to a TIMESYNC: a device that gave none then is commanded without.
    static var clockPatience: UInt64 { @_noAllocation get { 3_000_000 } }
    /// Between two later exchanges.
    static var exchange: UInt64 { @_noAllocation get { 10_000_000 } }
    /// For an ACK, before the same frame is sent again.
    static var acknowledgement: UInt64 { @_noAllocation get { 100_000 } }
    /// Sendings of a frame that wants an ACK, the first one included.
    static var mostSendings: UInt8 { @_noAllocation get { 4 } }
    /// After the ACK of a CONFIG, for the HELLO of the session that it began.
    static var newSession: UInt64 { @_noAllocation get { 1_000_000 } }
    /// Between two HELLOs that answer another major version.
    static var mismatchAnswer: UInt64 { @_noAllocation get { 1_000_000 } }
}
