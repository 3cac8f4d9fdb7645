/// The frames of WitMotion's sensors, of two families.
///
/// The short ones: 0x55, type, eight bytes, and the sum of those ten, modulo 256. Type 0x51 is acceleration and 0x52 rotation,
/// three little-endian int16 each, full scale 32,768 (WitMotion, "Standard Communication Protocol"); 0x51 comes first. Angles,
/// magnetic field and all other types are counted as frames and hold no reading. A check sum of eight bits lets one in 256
/// damaged frames pass: that is the format's.
///
/// The long ones, of the Bluetooth sensors (BWT901BLE, WT9011DCL): 0x55 0x61, then acceleration, rotation and angles, three int16
/// each; 20 bytes, and no check sum. So they are believed when three follow each other at the right distance, and each of them only
/// with the next one behind it, or a rest of the line: bytes that were lost make no reading. 0x71, as long, answers questions and
/// holds no reading. A byte that became another one is read as it stands: that is the format's.
public final class WitMotionDecoder: ForeignDecoder {
    public private(set) var counters = FormatCounters()
    private let accelerationScale: Double
    private let rotationScale: Double
    private var search = FrameSearch(mark: 0x55, capacity: 2 * WitMotionDecoder.longFrame + 2)
    /// Bytes after which there is something to decide.
    private var wanted = 2
    /// Of short frames, the half that has come.
    private var reading = ForeignReading()
    /// Whether long frames follow each other, and how many bytes had been skipped when the last one did.
    private var isInStep = false
    private var skippedInStep: UInt64?

    private static let (shortFrame, longFrame) = (11, 20)
    /// Of short frames that the maker's sensors send.
    private static let types: ClosedRange<UInt8> = 0x50...0x5F
    private static let (motion, answer) = (UInt8(0x61), UInt8(0x71))

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
            while search.count >= wanted { advance(deliver) }
        }
        counters.skippedBytes = search.skippedBytes
    }

    public func rest(_ deliver: (ForeignReading) -> Void) {
        // Bytes that are missing would have been made up by those of the next frame.
        if isInStep, search.count == Self.longFrame, isLong(at: 0), skippedInStep == search.skippedBytes { takeLong(deliver) }
    }

    private func advance(_ deliver: (ForeignReading) -> Void) {
        switch search.bytes[1] {
        case Self.types: advanceShort(deliver)
        case Self.motion, Self.answer: advanceLong(deliver)
        default: stepBack()
        }
    }

    private func consume(_ length: Int) {
        search.consume(length)
        wanted = 2
    }

    private func stepBack() {
        search.stepBack()
        wanted = 2
    }

    /// - Parameter first: where the first of the three stands.
    private func takeWords(_ first: Int, into reading: inout ForeignReading, channel: Int, scale: Double) {
        for axis in 0..<3 { reading.set(channel + axis, Double(word(at: first + 2 * axis)) * scale) }
    }

    private func word(at place: Int) -> Int16 {
        Int16(bitPattern: UInt16(search.bytes[place]) | UInt16(search.bytes[place + 1]) << 8)
    }
}

// MARK: - Short frames

extension WitMotionDecoder {
    private func advanceShort(_ deliver: (ForeignReading) -> Void) {
        guard search.count >= Self.shortFrame else {
            wanted = Self.shortFrame
            return
        }
        var sum: UInt8 = 0
        for index in 0..<Self.shortFrame - 1 { sum &+= search.bytes[index] }
        if sum == search.bytes[Self.shortFrame - 1] {
            takeShort(deliver)
        } else {
            counters.bad &+= 1
            stepBack()
        }
    }

    private func takeShort(_ deliver: (ForeignReading) -> Void) {
        counters.frames &+= 1
        switch search.bytes[1] {
        case 0x51:
            if !reading.channels.isEmpty { counters.lost &+= 1 }
            reading = ForeignReading()
            takeWords(2, into: &reading, channel: 0, scale: accelerationScale)
        case 0x52:
            if reading.channels.isEmpty {
                counters.lost &+= 1
            } else {
                takeWords(2, into: &reading, channel: 3, scale: rotationScale)
                counters.readings &+= 1
                deliver(reading)
                reading = ForeignReading()
            }
        default: break
        }
        consume(Self.shortFrame)
    }
}

// MARK: - Long frames

extension WitMotionDecoder {
    private func isLong(at place: Int) -> Bool {
        search.bytes[place] == 0x55 && (search.bytes[place + 1] == Self.motion || search.bytes[place + 1] == Self.answer)
    }

    private func advanceLong(_ deliver: (ForeignReading) -> Void) {
        if isInStep, skippedInStep != search.skippedBytes { isInStep = false }
        guard search.count >= Self.longFrame + 2 else {
            wanted = Self.longFrame + 2
            return
        }
        let hasNext = isLong(at: Self.longFrame)
        if hasNext, isInStep { return takeLong(deliver) }
        guard hasNext || isInStep else { return stepBack() }
        guard search.count >= 2 * Self.longFrame + 2 else {
            wanted = 2 * Self.longFrame + 2
            return
        }
        guard isLong(at: 2 * Self.longFrame) else { return loseStep() }
        if isInStep {
            // The head of the next one is damaged, and it stands where it should.
            takeLong(deliver, andSkips: true)
        } else {
            findStep()
            takeLong(deliver)
        }
    }

    private func loseStep() {
        if isInStep { counters.bad &+= 1 }
        isInStep = false
        stepBack()
    }

    /// What was skipped since the last frame were frames, too.
    private func findStep() {
        if let skippedInStep {
            let skipped = search.skippedBytes - skippedInStep
            counters.lost &+= max(1, (skipped + UInt64(Self.longFrame) / 2) / UInt64(Self.longFrame))
        }
        isInStep = true
    }

    private func takeLong(_ deliver: (ForeignReading) -> Void, andSkips: Bool = false) {
        counters.frames &+= 1
        if search.bytes[1] == Self.motion {
            var reading = ForeignReading()
            takeWords(2, into: &reading, channel: 0, scale: accelerationScale)
            takeWords(8, into: &reading, channel: 3, scale: rotationScale)
            counters.readings &+= 1
            deliver(reading)
        }
        if andSkips {
            counters.bad &+= 1
            counters.lost &+= 1
        }
        consume(andSkips ? 2 * Self.longFrame : Self.longFrame)
        skippedInStep = search.skippedBytes
    }
}
