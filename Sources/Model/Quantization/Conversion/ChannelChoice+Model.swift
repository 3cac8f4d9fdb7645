public import Models
public import Recordings

extension ChannelChoice {
    /// The channels that a model reads, and of motion the axes that it does not read, if they are there; as shares of people's
    /// ranges those that it reads so.
    ///
    /// - Parameter allowsLosses: whether a recording may lack a whole sensor, or a channel that is no motion.
    public static func read(by inputs: [InputFeature], allowsLosses: Bool = false) -> ChannelChoice {
        .named(
            WantedChannels(
                inputs.recordedChannels, needed: inputs.read, allowsLosses: allowsLosses, usual: inputs.usual))
    }
}
