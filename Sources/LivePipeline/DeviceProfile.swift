public import Channels
public import WireProtocol

/// How a device's raw counts become a model's inputs: which channel, and one integer affine map for each input.
public struct DeviceProfile: Sendable {
    /// Channels in a DATA sample.
    public let channels: Int
    /// Nominal samples per second.
    public let rate: Double
    /// For each model input, the channel that it reads.
    public let columns: [Int]
    /// For each model input, its map.
    public let normalisers: [ChannelNormaliser]

    /// - Throws: `MisfitError`, one sentence naming what the device lacks.
    public init(_ hello: HelloMessage, model: LiveModel) throws(MisfitError) {
        channels = hello.channelCount
        rate = Double(hello.rate)
        var columns: [Int] = []
        var normalisers: [ChannelNormaliser] = []
        for input in model.inputs {
            guard let kind = ChannelKind(feature: input.name), let source = hello.source(of: kind.rawValue) else {
                throw MisfitError(
                    reason: .channels,
                    sentence: "the model reads “\(input.name)”, which the device does not send; use a model for its channels")
            }
            let channel = hello.channels[source.channel]
            let normaliser = ChannelNormaliser(
                scale: channel.scale, offset: channel.offset, unit: channel.unit.toCanonical * (source.isReversed ? -1 : 1),
                featureOffset: input.offset, featureScale: input.scale, fractionBits: model.fractionBits)
            guard let normaliser else {
                throw MisfitError(
                    reason: .channels,
                    sentence:
                        "the device's scale of “\(input.name)” (\(channel.scale) a count) does not fit the model's input format")
            }
            columns.append(source.channel)
            normalisers.append(normaliser)
        }
        self.columns = columns
        self.normalisers = normalisers
    }
}

/// Why a model cannot run on a device.
public struct MisfitError: Error, Sendable, Equatable, CustomStringConvertible {
    public enum Reason: Sendable, Equatable {
        case channels
        case rate
        case version
        case shadow
    }

    public var reason: Reason
    public var sentence: String

    public init(reason: Reason, sentence: String) {
        self.reason = reason
        self.sentence = sentence
    }

    public var description: String { sentence }

    static let noShadow = MisfitError(
        reason: .shadow,
        sentence: "the device does not classify by itself, so there is nothing to compare; flash a firmware that holds the network "
            + "(`motionq export`), or leave --shadow out")

    static let otherVersion = MisfitError(
        reason: .version,
        sentence: "the device speaks another major version of the protocol than 1; update its firmware, or use a matching motionq")
}
