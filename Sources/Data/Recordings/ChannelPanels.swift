public import MotionCore

/// Channels that are drawn together: an acceleration, a rotation, or up to three others.
public struct ChannelPanel: Sendable, Equatable {
    public let channels: [Int]
    /// g or rad/s; empty of what is no motion.
    public let unit: String
}

extension NamedChannels {
    /// Panels for all channels, in the order of the sensors, then the others.
    public var panels: [ChannelPanel] {
        var panels: [ChannelPanel] = []
        var drawn: Set<Int> = []
        for sensor in sensors {
            for (axes, unit) in [(0..<3, "g"), (3..<6, "rad/s")] {
                let channels = axes.compactMap { sensor.columns[$0] }
                guard !channels.isEmpty else { continue }
                panels.append(ChannelPanel(channels: channels, unit: unit))
                drawn.formUnion(channels)
            }
        }
        let others = names.indices.filter { !drawn.contains($0) }
        for first in stride(from: 0, to: others.count, by: 3) {
            panels.append(ChannelPanel(channels: Array(others[first..<min(first + 3, others.count)]), unit: ""))
        }
        return panels
    }
}
