public import MotionCore

extension InputFeature {
    /// Where a device has it: on an axis of its motion sensor, or on the channel with its name. What an orientation filter tells
    /// has no channel anywhere.
    public var source: NetworkFeature {
        if let kind = ChannelKind(feature: name) { return NetworkFeature(kind: kind.rawValue, offset: offset, scale: scale) }
        guard !isDerived else { return NetworkFeature(kind: .max, offset: offset, scale: scale) }
        return NetworkFeature(channel: name, offset: offset, scale: scale)
    }
}
