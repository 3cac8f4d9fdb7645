/// The frames of WitMotion's sensors: 0x55, type, eight bytes, and the sum of those ten, modulo 256.
///
/// Type 0x51 is acceleration and 0x52 rotation, three little-endian int16 each, full scale 32,768 (WitMotion, "Standard
/// Communication Protocol"); 0x51 comes first. Angles, magnetic field and all other types are counted as frames and hold no
/// reading. A check sum of eight bits lets one in 256 damaged frames pass: that is the format's.
public final class WitMotionDecoder: ForeignDecoder {
    public private(set) var counters = FormatCounters()
    private let accelerationScale: Double
    private let rotationScale: Double
    private var search = FrameSearch(mark: 0x55, capacity: WitMotionDecoder.frameLength)
    private var reading = ForeignReading()

    private static let frameLength = 11
    /// Of what the maker's sensors send.
    private static let types: ClosedRange<UInt8> = 0x50...0x5F

    /// - Parameters:
    ///   - fullScaleG: acceleration of 32,768 counts, in g; the maker's sensors have 16.
    ///   - fullScaleDegreesPerSecond: rotation likewise; 2,000.
    public init(fullScaleG: Double = 16, fullScaleDegreesPerSecond: Double = 2000) {
        accelerationScale = fullScaleG / 32_768
        rotationScale = fullScaleDegreesPerSecond / 32_768 * .pi / 180
    }

    deinit { search.deallocate() }

    public func push(_ bytes: UnsafeRawBufferPointer, _ deliver: (ForeignReading) -> Void) {
        counters.bytes &+= UInt64(bytes.count)
        for byte in bytes where search.append(byte) {
            seekType()
            while search.count == Self.frameLength {
                if hasRightSum { take(deliver) } else { fail() }
            }
        }
        counters.skippedBytes = search.skippedBytes
    }

    private var hasRightSum: Bool {
        var sum: UInt8 = 0
        for index in 0..<Self.frameLength - 1 { sum &+= search.bytes[index] }
        return sum == search.bytes[Self.frameLength - 1]
    }

    private func fail() {
        counters.bad &+= 1
        search.stepBack()
        seekType()
    }

    /// Goes on to a mark that a type follows, or whose next byte has not come yet.
    private func seekType() {
        while search.count > 1, !Self.types.contains(search.bytes[1]) { search.stepBack() }
    }

    private func take(_ deliver: (ForeignReading) -> Void) {
        counters.frames &+= 1
        switch search.bytes[1] {
        case 0x51:
            if !reading.channels.isEmpty { counters.lost &+= 1 }
            reading = ForeignReading()
            for axis in 0..<3 { reading.set(axis, Double(word(axis)) * accelerationScale) }
        case 0x52:
            if reading.channels.isEmpty {
                counters.lost &+= 1
            } else {
                for axis in 0..<3 { reading.set(3 + axis, Double(word(axis)) * rotationScale) }
                counters.readings &+= 1
                deliver(reading)
                reading = ForeignReading()
            }
        default: break
        }
        search.consume(Self.frameLength)
    }

    private func word(_ index: Int) -> Int16 {
        Int16(bitPattern: UInt16(search.bytes[2 + 2 * index]) | UInt16(search.bytes[3 + 2 * index]) << 8)
    }
}
