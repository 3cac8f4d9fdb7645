import DeviceFormats

extension FuzzTarget {
    /// Lines of text, as sketches print them.
    static let text = format(
        "text", reads: "lines of numbers of a device", .text,
        sources: ["Sources/Live/DeviceFormats/Text", "Sources/Live/DeviceFormats/Capture"],
        words: [
            "ax:", "Acceleration X: ", "gyro", "\"accel\":{", "m/s^2", "deg/s", "dps", "$", "*5A", "\r\n", "\t", ";", "t=", "ms",
            "1e308", "-.5", "nan",
        ], seeds: { FormatSeeds.text + [TurningSeeds.stream] }
    ) { TextLineDecoder() }

    /// WitMotion's frames.
    static let witMotion = format(
        "witmotion", reads: "frames of WitMotion's sensors", .witMotion, sources: ["Sources/Live/DeviceFormats/WitMotion"],
        seeds: { FormatSeeds.witMotion },
        mend: FormatMending.witMotion
    ) { WitMotionDecoder() }

    /// Frames of MAVLink.
    static let mavLink = format(
        "mavlink", reads: "frames of MAVLink, both versions", .mavLink,
        sources: ["MAVLinkDecoder", "MAVLinkMessage", "MAVLinkStream", "MAVLinkSurvey", "MAVLinkAutopilot"].map {
            "Sources/Live/DeviceFormats/MAVLink/\($0).swift"
        },
        seeds: { FormatSeeds.mavLink }, mend: FormatMending.mavLink
    ) { MAVLinkDecoder(scale: SensorScale(gPerCount: 0.001, degreesPerSecondPerCount: 0.1)) }

    private static func format(
        _ name: String, reads: String, _ format: ForeignFormat, sources: [String], words: [String] = [],
        seeds: @escaping @Sendable () throws -> [[UInt8]],
        mend: (@Sendable (inout [UInt8]) -> Void)? = nil, decoder: @escaping @Sendable () -> any ForeignDecoder
    ) -> FuzzTarget {
        FuzzTarget(name, reads: reads, sources: sources, longest: 8192, words: words, seeds: seeds, mend: mend) {
            bytes throws(FuzzFault) in
            let whole = DecodedBytes(bytes, by: decoder(), pieces: bytes.count)
            let single = DecodedBytes(bytes, by: decoder(), pieces: 1)
            try require(whole == single, "bytes read one by one give other readings than all at once")
            var options = ForeignOptions()
            options.format = format
            do throws(CaptureError) {
                try ForeignCapture(bytes, options).read { _ in }
            } catch {
                try requireShort("\(error)")
            }
        }
    }
}

/// What a decoder makes of bytes.
private struct DecodedBytes: Equatable {
    private var values: [UInt64] = []
    private let counters: FormatCounters

    /// - Parameter pieces: bytes that it gets at a time.
    init(_ bytes: [UInt8], by decoder: any ForeignDecoder, pieces: Int) {
        var read: [UInt64] = []
        func take(_ reading: ForeignReading) {
            for channel in 0..<6 { read.append(reading.values[channel].bitPattern) }
            read.append(UInt64(reading.channels.rawValue))
            read.append(reading.time ?? .max)
        }
        bytes.withUnsafeBytes { all in
            for begin in stride(from: 0, to: all.count, by: max(1, pieces)) {
                decoder.push(UnsafeRawBufferPointer(rebasing: all[begin..<min(all.count, begin + pieces)]), take)
            }
        }
        decoder.rest(take)
        (values, counters) = (read, decoder.counters)
    }
}
