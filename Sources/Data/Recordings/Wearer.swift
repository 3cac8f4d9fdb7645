public import MotionCore

/// The person who wears a device, for a model that reads each channel normalised by its wearer's own range.
public struct Wearer: Sendable {
    /// From where to where the wearer's channels go, by their names.
    public let ranges: [String: ChannelRange]
    /// Those that hardly moved in the recordings, for which the usual range stands in; in alphabetical order.
    public let still: [String]

    /// Reads recordings in which the wearer moves every channel from one end to the other.
    ///
    /// - Parameters:
    ///   - files: of one person, whatever they say of subjects.
    ///   - usual: what is usual with people, by the names of the channels, all of which must be there.
    /// - Throws: what is wrong with a recording, or that it lacks a channel.
    public init(readingFilesAt files: [String], usual: [String: ChannelRange]) throws(RecordingError) {
        var reader = RecordingReader()
        reader.channels = .named(WantedChannels(NamedChannels(usual.keys.sorted())))
        var learner = RangeLearner(usual.keys.sorted())
        for path in files {
            let stream = try reader.stream(path)
            while let part = try stream.next() {
                var session = part.session
                session.subject = Self.person
                learner.add(session)
            }
        }
        let known = learner.ranges(usual)
        ranges = known.ranges(of: Self.person)
        still = known.still(of: Self.person)
    }

    private static let person = "wearer"
}
