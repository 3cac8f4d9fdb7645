public import MotionCore

/// Which channels a reader of recordings takes.
public enum ChannelChoice: Sendable, Equatable {
    /// One sensor's six axes, which must be there; other columns are passed over.
    case sixAxes
    /// Those six, as far as they are there, and every column behind the time that holds numbers: whose first value, within a
    /// thousand rows, is one.
    case all
    /// These, in their order.
    case named(WantedChannels)

    /// Those that sessions hold; of `all` that is open, and the six axes stand for it.
    public var channels: NamedChannels { wanted?.channels ?? .sixAxes }

    /// Those whose values are normalised by each person's range, and the usual range; none of `all`.
    var usual: [String: ChannelRange] { wanted?.usual ?? [:] }

    var wanted: WantedChannels? { if case .named(let wanted) = self { wanted } else { nil } }
}

/// Channels that somebody wants of recordings. What a recording lacks of them is missing in every sample.
public struct WantedChannels: Sendable, Equatable {
    public let channels: NamedChannels
    /// Those that are read; the others may be lacking in any case.
    public let needed: Set<String>
    /// Whether a recording may also lack a whole sensor of those that are read, or a channel that is no motion, as long as it has
    /// others.
    public let allowsLosses: Bool
    /// By name, those whose values are normalised by each person's range, and the range that is usual with people.
    public let usual: [String: ChannelRange]

    /// - Parameters:
    ///   - needed: nil: all of them.
    ///   - usual: of the channels that are normalised by people's ranges.
    public init(
        _ channels: NamedChannels, needed: Set<String>? = nil, allowsLosses: Bool = false, usual: [String: ChannelRange] = [:]
    ) {
        self.allowsLosses = allowsLosses
        self.usual = usual
        self.channels = channels
        self.needed = (needed ?? Set(channels.names)).intersection(channels.names)
    }

    /// Those of the channels that are needed and lacking.
    public func lacking(in found: NamedChannels) -> [String] {
        let names = Set(found.names)
        return channels.names.filter { needed.contains($0) && !names.contains($0) }
    }

    /// - Throws: `lacksChannels`.
    func check(_ found: NamedChannels, path: String) throws(RecordingError) {
        let lacking = lacking(in: found)
        guard allowsLosses || lacking.isEmpty else { throw .lacksChannels(path: path, missing: lacking, found: found.names) }
        let there = needed.subtracting(lacking)
        let places = Set(there.compactMap { NamedChannels.axis(of: $0)?.place })
        let parts = lacking.filter { NamedChannels.axis(of: $0).map { places.contains($0.place) } ?? false }
        guard parts.isEmpty, !there.isEmpty else {
            throw .lacksChannels(path: path, missing: parts.isEmpty ? lacking : parts, found: found.names)
        }
    }
}
