import CMotionCore
import MotionCore
import Quantization
import TestSupport
import Testing

@Suite("Names of inputs in a network image")
struct ImageNameTests {
    /// Inputs of a network: two axes, names between them, of one byte, of 32 and of several bytes a character.
    static let inputs: [(kind: UInt8, name: String?)] = [
        (0, "a"), (0x10, nil), (0, "größe.links"), (0, "abcdefghijklmnopqrstuvwxyz012345"), (0x22, nil), (0, "flex_0"),
    ]
    static var names: [String] { inputs.compactMap(\.name) }

    private static func image(names: [String] = Self.names, labels: [String] = ["", "b", "größer 🙂", "d"]) throws -> NetworkImage {
        let weights = try NetworkWeights(randomQuantizedNetwork(.init(8, 4, 6, nil, [5], [4]), carriesState: false, seed: 3))
        return try withExtendedLifetime(weights) {
            try NetworkImage(
                weights.layers.pointee, inputs: inputs.map { mq_network_input(kind: $0.kind, offset: 0, scale: 1) }, names: names,
                labels: labels, rate: 60, decision: DecisionParameters())
        }
    }

    /// As `mq_network` has them.
    private static func names(at start: UnsafePointer<UInt8>?, count: Int) -> [String] {
        guard var name = start else { return [] }
        return (0..<count).map { _ in
            defer { name += 1 + Int(name[0]) }
            return String(decoding: UnsafeBufferPointer(start: name + 1, count: Int(name[0])), as: UTF8.self)
        }
    }

    @Test("are read in C as they were written, behind the labels")
    func roundTrip() throws {
        let read = ReadImage(try Self.image().bytes)
        try #require(read.fault == MQ_IMAGE_OK)
        #expect(Self.names(at: read.network.pointee.input_names, count: Self.names.count) == Self.names)
        #expect(read.label(2) == "größer 🙂" && read.label(3) == "d")
    }

    @Test("are those by which a device's channels are bound, in Swift")
    func bound() throws {
        let read = ReadImage(try Self.image().bytes)
        try #require(read.fault == MQ_IMAGE_OK)
        var sensor = SensorDescription(rate: 60)
        for (kind, name) in Self.inputs.reversed() {
            var channel = ChannelDescription(kind: kind, unit: kind == 0 ? .own : .g, scale: 0.5, offset: 0, fullScale: 0)
            for byte in (name ?? "").utf8 { channel.text.name.append(byte) }
            sensor.addChannel(channel)
        }
        let features = (0..<6).map { mq_network_image_input(read.image, $0).pointee }
        let memory = UnsafeMutableRawPointer.allocate(byteCount: ChannelBinding.bytes(inputs: 6), alignment: 8)
        defer { memory.deallocate() }
        try features.withUnsafeBufferPointer { features in
            let inputs = NetworkInputs(
                try #require(features.baseAddress), count: 6, fractionBits: 9, rate: 60, strokes: nil,
                names: read.network.pointee.input_names)
            let binding = try ChannelBinding(sensor, to: inputs, memory: memory)
            #expect((0..<6).map { binding[$0].channel } == [5, 4, 3, 2, 1, 0])
        }
    }

    @Test("are part of which network it is")
    func identity() throws {
        let other = try Self.image(names: Self.names.dropLast() + ["flex_1"])
        #expect(try Self.image().networkHash != other.networkHash)
        #expect(other.bytes.count == (try Self.image().bytes.count))
    }

    @Test("are there for no network that reads none")
    func none() throws {
        let network = randomQuantizedNetwork(.init(8, 4, 6, nil, [5], [4]), carriesState: false, seed: 3)
        let read = ReadImage(try NetworkImage(of: network).bytes)
        try #require(read.fault == MQ_IMAGE_OK)
        #expect(read.network.pointee.input_names == nil)
    }

    @Test("are refused that are empty, of 33 bytes, or lie behind the end")
    func refused() throws {
        let image = try Self.image().bytes
        let start = try #require(image.indices.first { Array(image[$0...].prefix(3)) == [1, 0x61, 13] })
        for length in [0, 33, 255] as [UInt8] {
            var bytes = image
            bytes[start] = length
            bytes.rehash()
            #expect(ReadImage(bytes).fault == MQ_IMAGE_SHAPE, "\(length)")
        }
        // Four empty labels at the end, behind which there is no room for names.
        var bytes = image
        bytes.put(UInt32(bytes.count - 4), at: 92)
        for place in bytes.count - 4..<bytes.count { bytes[place] = 0 }
        bytes.rehash()
        #expect(ReadImage(bytes).fault == MQ_IMAGE_SHAPE)
    }
}
