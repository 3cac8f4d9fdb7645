/// A step on the way of a new network to the device (PROTOCOL.md §6.13).
public struct InstallMessage: Sendable, Equatable {
    /// Another one for each step; the answer repeats it, and so does a repetition of the step.
    public var sequence: UInt16
    /// What is asked for.
    public var step: Step

    /// The steps of an installation.
    public enum Step: Sendable, Equatable {
        /// Room is to be made for an image of so many bytes with this hash, or one under way is to be gone on with.
        case begin(length: UInt32, hash: UInt64)
        /// Bytes of the image from an offset on, 1 … 232; they stand in the payload, where `bytes(in:)` finds them.
        case block(offset: UInt32)
        /// The image is whole: it is to be judged, and to run from now on.
        case commit
        /// The network that the firmware was built with is to run from now on.
        case forget
    }

    /// Most bytes of a block.
    public static var mostBytes: Int { @_noAllocation get { FrameLimits.payload - blockHead } }

    private static var head: Int { @_noAllocation get { 4 } }
    private static var beginning: Int { @_noAllocation get { 16 } }
    private static var blockHead: Int { @_noAllocation get { 8 } }

    @_noAllocation
    public init(sequence: UInt16, step: Step) {
        self.sequence = sequence
        self.step = step
    }

    /// - Returns: nil if the payload breaks a rule of §6.13.
    @_noAllocation
    public init?(_ payload: PayloadReader) {
        guard payload.count >= Self.head else { return nil }
        sequence = payload.u16(0)
        switch payload.u8(2) {
        case 0:
            guard payload.count >= Self.beginning else { return nil }
            step = .begin(length: payload.u32(4), hash: payload.u64(8))
        case 1:
            guard payload.count > Self.blockHead else { return nil }
            step = .block(offset: payload.u32(4))
        case 2: step = .commit
        case 3: step = .forget
        default: return nil
        }
    }

    /// The bytes of a block. Valid as long as the payload.
    @_noAllocation
    public static func bytes(in payload: PayloadReader) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: payload.bytes + blockHead, count: payload.count - blockHead)
    }

    /// The step's byte.
    public var code: UInt8 {
        @_noAllocation get {
            switch step {
            case .begin: 0
            case .block: 1
            case .commit: 2
            case .forget: 3
            }
        }
    }

    /// Appends the payload. The bytes of a block follow, byte by byte.
    @_noAllocation
    public func write(to writer: inout PayloadWriter) {
        writer.u16(sequence)
        writer.u8(code)
        writer.u8(0)
        switch step {
        case .begin(let length, let hash):
            writer.u32(length)
            writer.u64(hash)
        case .block(let offset): writer.u32(offset)
        case .commit, .forget: break
        }
    }
}
