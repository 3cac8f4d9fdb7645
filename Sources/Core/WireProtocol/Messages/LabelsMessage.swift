public import MotionCore

/// Some of the host's classes by name, for a device that shows them (PROTOCOL.md §6.11). The names stand in the payload.
public struct LabelsMessage: Sendable, Equatable {
    /// Classes, 0 … 254.
    public var count: UInt8
    /// The class of the first name in this frame.
    public var first: UInt8
    /// The class of rest; 255: there is none.
    public var rest: UInt8
    /// Names in this frame.
    public private(set) var named: UInt8 = 0

    /// Most classes that have names: 255 of them would leave no number for none.
    static var mostNames: Int { @_noAllocation get { 254 } }
    /// Most bytes of a name.
    public static var longestName: Int { @_noAllocation get { 31 } }
    static var byteCount: Int { @_noAllocation get { 3 } }

    @_noAllocation
    public init(count: UInt8, first: UInt8, rest: UInt8) {
        self.count = count
        self.first = first
        self.rest = rest
    }

    /// - Returns: nil if the payload breaks a rule of §6.11.
    @_noAllocation
    public init?(_ payload: PayloadReader) {
        guard payload.count >= Self.byteCount, payload.u8(0) < 255 else { return nil }
        self.init(count: payload.u8(0), first: payload.u8(1), rest: payload.u8(2))
        guard rest < count || rest == 255 else { return nil }
        var at = Self.byteCount
        while at < payload.count {
            let length = Int(payload.u8(at))
            guard length <= Self.longestName, at + 1 + length <= payload.count, Int(first) + Int(named) < Int(count) else {
                return nil
            }
            named += 1
            at += 1 + length
        }
    }

    /// A name of this frame.
    ///
    /// - Parameter index: below `named`, counted from `first`.
    @_noAllocation
    public static func name(_ index: Int, in payload: PayloadReader) -> ShortText {
        var at = byteCount
        for _ in 0..<index { at += 1 + Int(payload.u8(at)) }
        var name = ShortText()
        for byte in 0..<Int(payload.u8(at)) { name.append(payload.u8(at + 1 + byte)) }
        return name
    }

    /// Appends the head of the payload: 3 bytes. Names follow, each by `write(name:to:)`.
    @_noAllocation
    public func write(to writer: inout PayloadWriter) {
        writer.u8(count)
        writer.u8(first)
        writer.u8(rest)
    }

    /// Appends a name, cut between characters to `longestName` bytes.
    ///
    /// - Returns: false, and nothing is appended, if it does not fit into this frame.
    @_noAllocation
    public static func write(name: ShortText, to writer: inout PayloadWriter) -> Bool {
        let length = name.count(within: longestName)
        guard writer.count + 1 + length <= FrameLimits.payload else { return false }
        writer.u8(UInt8(length))
        for index in 0..<length { writer.u8(name[index]) }
        return true
    }
}
