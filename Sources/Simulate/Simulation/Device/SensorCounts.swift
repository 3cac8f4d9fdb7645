import Formatting
import MotionCore
public import Recordings

/// A recording as firmware can hold it in flash in place of a sensor: its counts, and in C what a device tells of their channels.
public struct SensorCounts: Sendable {
    /// One int16 for each channel of a sample, little-endian, session after session.
    public let bytes: [UInt8]
    /// Of a sample.
    public let channels: Int
    /// `recorded_channels`, an array of `mq_described_channel`; nil of six axes, which have no names: ±16 g and ±2000 °/s.
    public let header: String?

    /// - Parameter recording: of sessions with the same channels, which a device can have.
    public init(of recording: Recording) {
        let channels = SimulatedChannels(of: recording, isHeld: false)
        self.channels = channels.count
        let isPlain = channels.names == .sixAxes
        bytes = recording.sessions.flatMap { session in
            session.values.enumerated().flatMap { index, value in
                let column = index % channels.count
                let count =
                    isPlain ? SensorRanges.board.count(value, channel: column) : channels.count(value, column: column)
                let bits = UInt16(bitPattern: count)
                return [UInt8(truncatingIfNeeded: bits), UInt8(truncatingIfNeeded: bits >> 8)]
            }
        }
        header = isPlain ? nil : Self.header(of: channels)
    }

    private static func header(of channels: SimulatedChannels) -> String {
        let lines = (0..<channels.count).map { column in
            let channel = channels.description(column, acceleration: .accelerationX)
            let name = channel.text.name.count == 0 ? "" : ", .name = \"\(channels.names.names[column].escapedForC)\""
            return "    {.kind = 0x\(channel.kind.hexadecimal), .unit = \(channel.unit.rawValue), .scale = \(channel.scale)f, "
                + ".full_scale = \(channel.fullScale)f\(name)},\n"
        }
        return """
            // The channels of recorded counts, in their order.
            #include "mq_message.h"

            static const mq_described_channel recorded_channels[] = {
            \(lines.joined())};

            """
    }
}
