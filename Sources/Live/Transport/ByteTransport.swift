/// A two-way stream of bytes to a device. It carries bytes and knows no messages.
///
/// One thread owns a transport. After `disconnected` was thrown every further call throws it again; `close` may always be called.
public protocol ByteTransport: AnyObject {
    /// What a person calls this port, for messages.
    var name: String { get }

    /// Waits at most `timeoutMilliseconds` for bytes and moves what is there into `buffer`.
    ///
    /// - Returns: the number of bytes read, at least 1; 0 when the time passed, or a signal arrived, with nothing to read.
    /// - Throws: `disconnected` within 200 ms of a hang-up. Allocates nothing unless it throws.
    func read(into buffer: UnsafeMutableRawBufferPointer, timeoutMilliseconds: Int32) throws(TransportError) -> Int

    /// Writes all bytes, waiting at most `timeoutMilliseconds` for room.
    ///
    /// - Throws: `timedOut` when the other side takes no bytes for so long: part of them may have left. Allocates nothing unless it
    ///   throws.
    func write(_ bytes: UnsafeRawBufferPointer, timeoutMilliseconds: Int32) throws(TransportError)

    /// Gives the port back. Harmless when repeated.
    func close()

    /// Whether bytes arrive that are not handed on as they are: nobody has made them out yet, or they are translated. Who has read
    /// nothing so far is not to say that nothing is there.
    var isListening: Bool { get }

    /// Whether it can be known that motion was lost: false of a device that sends neither a time nor a count with its readings.
    var countsLosses: Bool { get }

    /// Whether it is a serial port, which runs at a speed: at a wrong one its bytes make no sense.
    var hasSpeed: Bool { get }

    /// What the port's driver has counted; nil where it does not count, and after `close`.
    var driverCounts: DriverCounts? { get }
}

extension ByteTransport {
    public var isListening: Bool { false }
    public var countsLosses: Bool { true }
    public var hasSpeed: Bool { false }
    public var driverCounts: DriverCounts? { nil }
}
