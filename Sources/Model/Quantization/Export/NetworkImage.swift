package import CMotionCore
import Formatting
package import MotionCore

/// A network as one relocatable stretch of bytes, as mq_network_image.h lays it out: what a device keeps in flash and runs where it
/// lies. Its arrays are those of the packed network, byte for byte.
package struct NetworkImage {
    /// A multiple of 64.
    package let bytes: [UInt8]
    /// FNV-1a 64 of all but the header: the same for the same network, rate and labels, whatever is decided with it.
    package let networkHash: UInt64

    /// - Parameters:
    ///   - network: valid.
    ///   - labels: as many as the network has; of more than 31 bytes each is cut between characters, as on the wire.
    ///   - names: of the inputs of kind 0, in their order; each of 1 … 32 bytes.
    ///   - rate: samples per second; 0: not known.
    /// - Throws: what the format cannot say.
    package init(
        _ network: mq_network, inputs: [mq_network_input], names: [String] = [], labels: [String], rate: Float,
        decision: DecisionParameters
    ) throws(ExportError) {
        if let fault = decision.fault { throw ExportError("\(fault)") }
        guard (0..<labels.count).contains(decision.restLabel ?? 0) else {
            throw ExportError("the rest label is none of the labels")
        }
        let layout = try ImageLayout(
            network, inputCount: inputs.count, labels: labels.map { $0.cut(toBytes: 31) }, names: names.map { Array($0.utf8) })
        var body = ImageBytes(offset: Int(MQ_IMAGE_HEADER))
        body.append(network, labels: labels.count, rate: rate, layout)
        for layer in layout.layers { body.append(layer, layout.offsets[layer.index]) }
        for input in inputs {
            body.append(UInt32(input.kind))
            body.append(input.offset.bitPattern)
            body.append(input.scale.bitPattern)
        }
        for text in layout.labels + layout.names { body.append(label: text) }
        if let strokes = network.strokes { body.append(strokes, inputs: inputs.count) }
        body.fill(toMultipleOf: 64)
        let maps = layout.layers.compactMap(\.affine)
        for map in maps { body.appendLines(of: map) }
        if let detector = network.detector { body.append(detector.pointee, labels: labels.count) }
        for map in maps { body.appendShifts(of: map) }
        body.fill(toMultipleOf: 64)
        precondition(body.end == layout.byteCount, "an image is as long as its layout says")

        networkHash = mq_fnv1a(MQ_FNV1A_START, body.bytes, body.bytes.count)
        var header = ImageBytes(offset: 0)
        header.append(Array("MQN1".utf8))
        header.append(UInt32(layout.byteCount))
        header.append(networkHash)
        header.append(decision)
        header.fill(toMultipleOf: 64)
        bytes = header.bytes + body.bytes
    }

    /// Hash of all bytes: what tells an image from any other.
    package var hash: UInt64 { mq_fnv1a(MQ_FNV1A_START, bytes, bytes.count) }
}

extension String {
    /// UTF-8, shortened by whole characters of Unicode to so many bytes.
    fileprivate func cut(toBytes most: Int) -> [UInt8] {
        let bytes = Array(utf8)
        guard bytes.count > most else { return bytes }
        // 10xxxxxx continues a character.
        var length = most
        while length > 0, bytes[length] & 0xC0 == 0x80 { length -= 1 }
        return Array(bytes[..<length])
    }
}
