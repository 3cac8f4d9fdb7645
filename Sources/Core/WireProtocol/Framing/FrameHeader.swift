import MotionCore

/// The ten bytes in front of every payload (PROTOCOL.md §2.1).
public struct FrameHeader: Sendable, Equatable {
    /// Flag bits, 0 … 15. Bit 0 is `replyFlag`, bits 1–3 are `sessionTag`.
    public var flags: UInt8 = 0
    /// The type byte; `kind` names it.
    public var type: UInt8
    /// Device: index of the first (DATA) or next sample, modulo 65,536. Host: 0.
    public var index: UInt16 = 0
    /// Device time or the low half of host time, in microseconds.
    public var time: UInt32 = 0
    /// Number of samples in DATA, else 0.
    public var count: UInt8 = 0
    /// Which sensor of the device.
    public var stream: UInt8 = 0

    /// The major version that this code speaks.
    public static var majorVersion: UInt8 { @_noAllocation get { 1 } }
    /// Bytes on the wire.
    public static var byteCount: Int { @_noAllocation get { 10 } }
    /// Set in frames that answer a request.
    public static let replyFlag: UInt8 = 1

    @_noAllocation
    public init(
        _ kind: MessageKind, isReply: Bool = false, sessionTag: UInt8 = 0, index: UInt16 = 0, time: UInt32 = 0, count: UInt8 = 0,
        stream: UInt8 = 0
    ) {
        flags = (isReply ? Self.replyFlag : 0) | (sessionTag & 7) << 1
        type = kind.rawValue
        self.index = index
        self.time = time
        self.count = count
        self.stream = stream
    }

    @_noAllocation
    init(_ bytes: UnsafePointer<UInt8>) {
        let fields = PayloadReader(bytes, count: Self.byteCount)
        flags = fields.u8(0) & 15
        type = fields.u8(1)
        index = fields.u16(2)
        time = fields.u32(4)
        count = fields.u8(8)
        stream = fields.u8(9)
    }

    @_noAllocation
    func write(to writer: inout PayloadWriter) {
        writer.u8(Self.majorVersion << 4 | flags)
        writer.u8(type)
        writer.u16(index)
        writer.u32(time)
        writer.u8(count)
        writer.u8(stream)
    }

    /// The message type, nil if this version does not know it.
    public var kind: MessageKind? {
        @_noAllocation get { MessageKind(rawValue: type) }
    }

    /// From a device: 0 in its first session since boot; 1 … 7 and round again in later ones. From a host: 0.
    public var sessionTag: UInt8 {
        @_noAllocation get { flags >> 1 & 7 }
    }

    /// Whether a device may send such a frame. CONFIG, FEEDBACK, LABELS, GOODBYE, INSTALL and the request for a TIMESYNC only hosts
    /// send: from a device's side they are echoes, whose headers tell nothing of the device (PROTOCOL.md §7). HELLO tells its role
    /// itself.
    public var mayComeFromDevice: Bool {
        @_noAllocation get {
            switch kind {
            case .config, .feedback, .labels, .goodbye, .install, nil: false
            case .timeSync: isReply
            case .hello, .data, .heartbeat, .prediction, .ack, .log, .event, .installed, .channels: true
            }
        }
    }

    /// Marked by hand, as in `MessageKind`.
    @_noAllocation
    func isSame(as other: FrameHeader) -> Bool {
        flags == other.flags && type == other.type && index == other.index && time == other.time && count == other.count
            && stream == other.stream
    }

    /// Whether the frame answers a request.
    public var isReply: Bool {
        @_noAllocation get { flags & Self.replyFlag != 0 }
    }
}

/// The types of PROTOCOL.md §6.
public enum MessageKind: UInt8, Sendable, CaseIterable {
    case hello = 1
    case data = 2
    case config = 3
    case timeSync = 4
    case heartbeat = 5
    case prediction = 6
    case feedback = 7
    case ack = 8
    case log = 9
    case event = 10
    case labels = 11
    case goodbye = 12
    case install = 14
    case installed = 15
    case channels = 16

    // Marked by hand: a debug build compiles file by file, and lets a function that must not allocate call only what is marked in
    // other files. What the compiler derives is not; nor are arguments' defaults and `static let`.
    var code: UInt8 { @_noAllocation get { rawValue } }

    @_noAllocation
    public static func == (left: Self, right: Self) -> Bool { left.rawValue == right.rawValue }
}

/// Limits of PROTOCOL.md §2.
public enum FrameLimits {
    /// Most payload bytes.
    public static var payload: Int { @_noAllocation get { 240 } }
    /// Fewest and most bytes of header, payload and CRC together.
    static var shortest: Int { @_noAllocation get { 14 } }
    static var longest: Int { @_noAllocation get { 254 } }
    /// Most encoded bytes before the 0x00.
    public static var encoded: Int { @_noAllocation get { 255 } }
    /// Room that an encoded frame with its 0x00 may need.
    public static var wire: Int { @_noAllocation get { 256 } }
    /// Bytes that a frame takes on the wire beside header and payload: the CRC, the one by which COBS makes any frame grow, the
    /// 0x00.
    static var overhead: Int { @_noAllocation get { 6 } }
    /// Bytes of memory that a link needs besides its queue: a frame that is received, and one that is built.
    static var linkMemory: Int { @_noAllocation get { 2 * wire } }
    /// Least capacity of a link's queue: three frames.
    static var leastQueue: Int { @_noAllocation get { 3 * wire } }
    /// Most channels of a device.
    public static var channels: Int { @_noAllocation get { SensorDescription.mostChannels } }
    /// Most samples in a DATA frame.
    public static var samples: Int { @_noAllocation get { 120 } }
}
