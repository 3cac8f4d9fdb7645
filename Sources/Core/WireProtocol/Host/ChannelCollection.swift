import MotionCore

/// A device's channels as its CHANNELS bring them, page by page (PROTOCOL.md §6.14).
struct ChannelCollection {
    private var hello = HelloMessage(role: .device, session: 0)
    private var channels = SensorDescription(rate: 0)
    /// Bits of the channels that are known.
    private var known: UInt32 = 0
    /// A HELLO came.
    private(set) var isUnderWay = false

    @_noAllocation
    init() {}

    /// Takes a HELLO that announces CHANNELS. What was described in the same session stays known.
    @_noAllocation
    mutating func begin(_ announced: HelloMessage) {
        let count = Int(announced.describedChannels ?? 0)
        if !isUnderWay || announced.session != hello.session || count != channels.channelCount {
            channels = SensorDescription(rate: 0)
            while channels.channelCount < count {
                channels.addChannel(ChannelDescription(kind: 0, unit: .own, scale: 1, offset: 0, fullScale: 0))
            }
            known = 0
        }
        hello = announced
        isUnderWay = true
    }

    /// Takes a page; one of another session is not looked at.
    @_noAllocation
    mutating func take(_ message: ChannelsMessage, _ payload: PayloadReader) {
        guard isUnderWay, message.session == hello.session else { return }
        for index in 0..<Int(message.count) {
            let place = Int(message.first) + index
            guard place < channels.channelCount else { return }
            channels.replaceChannel(place, by: ChannelsMessage.channel(index, in: payload))
            known |= 1 << UInt32(place)
        }
    }

    /// What the device announced, with all its channels; nil before the last page came.
    var whole: HelloMessage? {
        @_noAllocation get {
            guard isUnderWay, known.nonzeroBitCount == channels.channelCount else { return nil }
            var whole = hello
            whole.sensor = SensorDescription(rate: hello.sensor.rate)
            whole.sensor.axes = hello.sensor.axes
            for index in 0..<channels.channelCount { whole.sensor.addChannel(channels.channels[index]) }
            return whole
        }
    }
}

extension ChannelsMessage {
    /// Whether it says of channels what is known of them.
    @_noAllocation
    func isSame(as sensor: SensorDescription, _ payload: PayloadReader) -> Bool {
        for index in 0..<Int(count) {
            let place = Int(first) + index
            guard place < sensor.channelCount, sensor.channels[place].isSame(as: Self.channel(index, in: payload)) else {
                return false
            }
        }
        return true
    }
}
