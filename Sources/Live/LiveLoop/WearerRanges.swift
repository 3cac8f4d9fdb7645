import MotionCore
import MotionRecognition
import SignalProcessing
import WireProtocol

/// Learns a wearer's smallest and largest values in the first seconds, for a model that reads channels normalised by them.
///
/// A channel that goes less than a quarter as far as is usual gets more time, twice; then the usual range stands in for it.
struct WearerRanges {
    /// What a sample changes.
    enum Step {
        /// It is the first of those that are learned from.
        case begun
        /// Time is up, and these channels hardly moved: the same time again.
        case again([String])
        /// All is known; the ranges, and the channels that hardly moved.
        case found(Found)
    }

    /// What a wearer's channels do.
    struct Found {
        /// By the channels' names, in the units of recordings.
        var ranges: [String: ChannelRange] = [:]
        /// Those for which the usual range stands in.
        var still: [String] = []
    }

    private struct Channel {
        let name: String
        let usual: ChannelRange
        var place = 0
        var scale = 1.0
        var offset = 0.0
        var finder = RangeFinder()

        var isWhole: Bool { finder.range.map { usual.range(for: $0) == $0 } ?? false }
    }

    private var channels: [Channel]
    private let seconds: Double
    /// Whom the ranges are of.
    private var device: ShortText?
    private(set) var found: Found?
    /// Samples of a turn, those that were taken in it, and turns.
    private var wanted = 1
    private var taken = 0
    private var turns = 0

    private static let mostTurns = 3

    /// - Parameters:
    ///   - usual: what the model reads so, by name; none: nil comes out.
    ///   - seconds: of each turn, more than 0.
    init?(_ usual: [String: ChannelRange], seconds: Double) {
        guard !usual.isEmpty else { return nil }
        channels = usual.sorted { $0.key < $1.key }.map { Channel(name: $0.key, usual: $0.value) }
        self.seconds = seconds
    }

    /// Whether samples are still learned from, and not recognised.
    var isLearning: Bool { found == nil }
    /// The channels' names.
    var names: [String] { channels.map(\.name) }

    /// A device has greeted: what was learned on it holds, whatever was learned on another one does not.
    mutating func greet(_ hello: HelloMessage) {
        let isKnown = hello.uniqueID.count > 0 && device?.isSame(as: hello.uniqueID) == true
        if isKnown, found != nil { return }
        device = hello.uniqueID
        (found, taken, turns) = (nil, 0, 0)
        wanted = max(2, Int(saturating: (Double(hello.sensor.rate) * seconds).rounded()))
        for index in channels.indices {
            channels[index].finder = RangeFinder()
            guard let source = hello.sensor.source(named: channels[index].name) else { continue }
            let about = hello.sensor.channels[source.channel]
            channels[index].place = source.channel
            channels[index].scale = Double(about.scale) * about.unit.toCanonical
            channels[index].offset = Double(about.offset) * about.unit.toCanonical
        }
    }

    /// Takes a sample of the device's counts. Allocates.
    mutating func take(_ counts: UnsafePointer<Int16>) -> Step? {
        for index in channels.indices where counts[channels[index].place] != ChannelText.noValue {
            let count = Double(counts[channels[index].place])
            channels[index].finder.add(Float(count * channels[index].scale + channels[index].offset))
        }
        taken += 1
        guard taken >= wanted else { return taken == 1 && turns == 0 ? .begun : nil }
        turns += 1
        taken = 0
        let still = channels.filter { !$0.isWhole }.map(\.name)
        guard still.isEmpty || turns == Self.mostTurns else { return .again(still) }
        var found = Found(still: still)
        for channel in channels { found.ranges[channel.name] = channel.usual.range(for: channel.finder.range) }
        self.found = found
        return .found(found)
    }
}
