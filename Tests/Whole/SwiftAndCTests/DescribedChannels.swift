import CMotionQProtocol

/// Channels as C has them, for as long as this is there.
final class DescribedChannels {
    private let channels: UnsafeMutableBufferPointer<mq_described_channel>
    private var texts: [UnsafeMutablePointer<CChar>] = []

    /// - Parameter before: channels of which nothing is known.
    init(before: Int = 0, _ fields: [Channels.Channel]) {
        channels = .allocate(capacity: before + fields.count)
        channels.initialize(
            repeating: mq_described_channel(
                kind: 0x10, unit: 1, scale: 1, offset: 0, full_scale: 0, rate: 0, unit_text: nil, name: nil))
        for (place, field) in fields.enumerated() {
            channels[before + place] = mq_described_channel(
                kind: field.kind, unit: field.unit, scale: field.scale.value, offset: field.offset.value,
                full_scale: field.fullScale.value, rate: field.rate.value, unit_text: text(field.unitText), name: text(field.name))
        }
    }

    deinit {
        channels.deallocate()
        for text in texts { text.deallocate() }
    }

    var start: UnsafePointer<mq_described_channel>? { UnsafePointer(channels.baseAddress) }
    var count: UInt8 { UInt8(channels.count) }

    private func text(_ text: Text) -> UnsafePointer<CChar> {
        let copy = UnsafeMutablePointer<CChar>.allocate(capacity: text.bytes.count + 1)
        for (place, byte) in text.bytes.enumerated() { copy[place] = CChar(bitPattern: byte) }
        copy[text.bytes.count] = 0
        texts.append(copy)
        return UnsafePointer(copy)
    }

    /// In `hello`, as long as this is there: where none has a name as HELLO alone tells them, of which older devices know no more.
    func announce(in hello: inout mq_hello) {
        guard channels.allSatisfy({ $0.name == nil || $0.name.pointee == 0 }) else {
            return mq_hello_describe(&hello, start, count)
        }
        hello.channel_count = count
        withUnsafeMutableBytes(of: &hello.channels) { bytes in
            let plain = bytes.assumingMemoryBound(to: mq_channel.self)
            for (index, channel) in channels.enumerated() {
                plain[index] = mq_channel(
                    kind: channel.kind, unit: channel.unit, scale: channel.scale, offset: channel.offset, full_scale: 0)
            }
        }
    }
}

extension Channels.Channel {
    /// - Parameter name: nil: the motion sensor's.
    init(kind: UInt8, unit: UInt8, scale: Float, offset: Float, name: String?) {
        self.init(
            kind: kind, unit: unit, scale: F32(scale), offset: F32(offset), fullScale: F32(0), rate: F32(0), unitText: Text([]),
            name: Text(Array((name ?? "").utf8)))
    }
}

extension UnsafeMutableBufferPointer {
    /// In memory of its own, which the caller deallocates.
    static func copy(of elements: some Collection<Element>) -> Self {
        let memory = Self.allocate(capacity: elements.count)
        _ = memory.initialize(from: elements)
        return memory
    }
}
