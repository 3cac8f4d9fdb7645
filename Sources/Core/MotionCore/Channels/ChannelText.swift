/// What only a channel with a name tells of itself (PROTOCOL.md §6.14).
///
/// The one file that is compiled otherwise for a microcontroller: a firmware in Swift has one motion sensor, whose channels need
/// none of this, and no stack to spare for 32 names.
public struct ChannelText: Sendable {
    #if hasFeature(Embedded)
        /// Empty, whatever is put there.
        public var name: ShortText {
            @_noAllocation get { ShortText() }
            @_noAllocation set {}
        }
        /// Empty, whatever is put there.
        public var unit: ShortText {
            @_noAllocation get { ShortText() }
            @_noAllocation set {}
        }
        /// 0, whatever is put there.
        public var rate: Float {
            @_noAllocation get { 0 }
            @_noAllocation set {}
        }
        /// As many as HELLO describes.
        public typealias Channels = InlineArray<9, ChannelDescription>
    #else
        /// Of a device.
        public typealias Channels = InlineArray<32, ChannelDescription>

        /// UTF-8, 1 … 32 bytes without control characters, comma and quotation mark; empty for a channel of the device's one motion
        /// sensor, which is named by its kind.
        public var name = ShortText()
        /// Of a channel whose unit is its own; at most 8 bytes, may be empty.
        public var unit = ShortText()
        /// How often the sensor measures, per second, if that is less often than samples come; 0: with each sample.
        public var rate: Float = 0
    #endif

    /// No text: a channel of the motion sensor.
    @_noAllocation
    public init() {}

    /// Whether the channel is the one motion sensor's.
    public var isEmpty: Bool { @_noAllocation get { name.count == 0 } }

    /// The count by which a channel with a name says that it has no value.
    public static var noValue: Int16 { @_noAllocation get { .min } }

    /// Most bytes of a unit.
    public static var mostUnitBytes: Int { @_noAllocation get { 8 } }

    /// Whether names and units may hold a byte: all of UTF-8 but control characters, comma and quotation mark, so that a name is a
    /// column's everywhere.
    @_noAllocation
    public static func allows(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x7F && byte != 0x2C && byte != 0x22 }

    /// Marked by hand, as in `ShortText`.
    @_noAllocation
    func isSame(as other: ChannelText) -> Bool {
        name.isSame(as: other.name) && unit.isSame(as: other.unit) && rate == other.rate
    }
}
