public import MotionCore
import Recordings
import WireProtocol

/// The channels of a virtual device that replays a recording: its motion as sensors measure it, everything else in counts of which
/// 32,767 reach what was recorded.
public struct SimulatedChannels: Sendable {
    /// In the order of the recording's columns, at most `most`.
    public let names: NamedChannels
    /// Of the motion sensors.
    let ranges: SensorRanges
    /// Of each column.
    private let columns: [Column]

    private enum Column: Sendable {
        /// Of the sensor at a place; empty for the one without.
        case motion(place: String, axis: Int)
        /// Of the magnetic field, along an axis; µT.
        case field(axis: UInt8, fullScale: Float)
        case other(fullScale: Float)
    }

    /// Channels that a device can have.
    public static var most: Int { SensorDescription.mostChannels }

    /// - Parameters:
    ///   - recording: of which the first session says which channels there are.
    ///   - isHeld: by somebody whose motion takes the recording's place.
    init(of recording: Recording, isHeld: Bool) {
        let names = recording.sessions.first?.channels ?? .sixAxes
        ranges = isHeld ? .hand : SensorRanges(containing: recording)
        columns = names.names.enumerated().map { column, name in
            if let (place, axis) = NamedChannels.axis(of: name) { return .motion(place: place, axis: axis) }
            let fullScale = Self.fullScale(of: column, in: recording)
            guard let field = ["mx", "my", "mz"].firstIndex(of: name) else { return .other(fullScale: fullScale) }
            return .field(axis: UInt8(field), fullScale: fullScale)
        }
        self.names = names
    }

    /// Of a sample.
    var count: Int { columns.count }

    /// The power of two that reaches all values of a column.
    private static func fullScale(of column: Int, in recording: Recording) -> Float {
        var largest: Float = 0
        for session in recording.sessions {
            for place in stride(from: column, to: session.values.count, by: session.width) where session.values[place].isFinite {
                largest = max(largest, session.values[place].magnitude)
            }
        }
        var scale: Float = 1
        while scale < largest, scale < 1e30 { scale *= 2 }
        while scale / 2 >= largest, scale > 1e-6 { scale /= 2 }
        return largest > 0 ? scale : 1
    }

    /// The raw count of a value, to the nearest, clipped at full scale. What is no number is no value where a channel can say so,
    /// and else 0.
    func count(_ value: Float, column: Int) -> Int16 {
        let fullScale: Float
        switch columns[column] {
        case .motion(let place, let axis) where place.isEmpty: return ranges.count(value, channel: axis)
        case .motion(_, let axis): fullScale = ranges.fullScale(axis)
        case .field(_, let scale):
            guard value.isFinite else { return 0 }
            fullScale = scale
        case .other(let scale): fullScale = scale
        }
        guard value.isFinite else { return ChannelText.noValue }
        let counts = (value / (fullScale / 32768)).rounded()
        return Int16(saturating: max(-32767, min(32767, counts)))
    }

    /// As the device announces a column.
    ///
    /// - Parameter acceleration: the kind of the first axis of the sensor without a place.
    func description(_ column: Int, acceleration: ChannelKind) -> ChannelDescription {
        switch columns[column] {
        case .motion(let place, let axis):
            let first = axis >= 3 ? .rotationX : place.isEmpty ? acceleration : .accelerationX
            var channel = ChannelDescription(
                kind: first.rawValue + UInt8(axis % 3), unit: axis < 3 ? .g : .radiansPerSecond, scale: ranges.scale(axis),
                offset: 0, fullScale: ranges.fullScale(axis))
            if !place.isEmpty { channel.text.name = text(names.names[column]) }
            return channel
        case .field(let axis, let fullScale):
            return ChannelDescription(
                kind: ChannelKind.magneticX.rawValue + axis, unit: .microtesla, scale: fullScale / 32768, offset: 0,
                fullScale: fullScale)
        case .other(let fullScale):
            var channel = ChannelDescription(
                kind: 0, unit: .own, scale: fullScale / 32768, offset: 0, fullScale: fullScale)
            channel.text.name = text(names.names[column])
            return channel
        }
    }

    private func text(_ name: String) -> ShortText {
        var text = ShortText()
        for byte in name.utf8 { text.append(byte) }
        return text
    }
}

extension NamedChannels {
    /// Why no device can have these channels: the end of a sentence; nil if one can (PROTOCOL.md §6.14).
    public var deviceProblem: String? {
        if count > SensorDescription.mostChannels {
            return "it has \(count) channels, and a device has \(SensorDescription.mostChannels) at most"
        }
        for name in names {
            if name.utf8.count > ShortText.mostBytes {
                return "the name \(name) has \(name.utf8.count) bytes, and a device's channel has \(ShortText.mostBytes) at most"
            }
            if !name.utf8.allSatisfy(ChannelText.allows) { return "no device's channel is called \(name)" }
        }
        return nil
    }
}
