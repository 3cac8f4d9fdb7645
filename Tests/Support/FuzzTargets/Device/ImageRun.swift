import CMotionCore
import CMotionQClassifier
import CMotionQProtocol

/// A network image that was read, run as a device runs it: its inputs bound to channels, its windows recognised, its scores judged.
struct ImageRun {
    private let image: UnsafePointer<mq_network_image>
    private let network: UnsafePointer<mq_network>

    init(_ image: UnsafePointer<mq_network_image>) {
        self.image = image
        network = mq_network_image_network(image)
    }

    /// Two windows of counts at the ends of their range: no sum may overflow, which the sanitizer sees, nor a read leave the image.
    func run() throws(FuzzFault) {
        let (inputs, length) = (network.pointee.inputs, network.pointee.length)
        let (bytes, labels) = (mq_recogniser_memory(network), image.pointee.labels)
        guard bytes <= 1 << 20, length <= 64, image.pointee.decision.smoothing <= 64 else { return }
        var decision = image.pointee.decision
        let judgement = mq_decision_memory(labels, &decision)
        let memory = UnsafeMutableRawPointer.allocate(byteCount: max(64, bytes), alignment: 64)
        let decisions = UnsafeMutableRawPointer.allocate(byteCount: max(64, judgement), alignment: 64)
        let bound = UnsafeMutablePointer<mq_bound_input>.allocate(capacity: inputs)
        let values = UnsafeMutablePointer<Int16>.allocate(capacity: inputs)
        defer {
            memory.deallocate()
            decisions.deallocate()
            bound.deallocate()
            values.deallocate()
        }
        let isBound = mq_channel_binding_make(ImageBoard.hello, network, image.pointee.inputs, 0, bound, nil) == MQ_FITS
        var parts = mq_recogniser_parts(
            network: network, kernels: Self.plainKernels, bound: bound, values: values, memory: memory, memory_bytes: bytes,
            labels: labels, decision: decision, decision_memory: decisions, decision_bytes: judgement)
        var recogniser = mq_recogniser()
        let isBegun = mq_recogniser_begin(&recogniser, &parts)
        try require(isBegun, "an image that can run is refused: \(mq_recogniser_refusal(&parts))")
        var (recognised, windows) = (mq_recognised_window(), 0)
        for step in 0..<2 * length {
            let time = UInt64(step) * 20_000
            let isEnd: Bool
            if isBound {
                let counts = (0..<ImageBoard.channels).map { ($0 &* 7 + step) % 3 == 0 ? Int16.min : .max }
                isEnd = mq_recogniser_push(&recogniser, counts, time, &recognised)
            } else {
                for input in 0..<inputs { values[input] = (input &* 7 + step) % 3 == 0 ? .min : .max }
                isEnd = mq_recogniser_push_values(&recogniser, time, &recognised)
            }
            if isEnd { windows += 1 }
        }
        let isStroke = network.pointee.strokes != nil
        try require(isStroke || windows > 0, "two windows of samples end none")
    }

    /// The last ones are in plain C, in which a sanitizer sees an overflow.
    private static var plainKernels: UnsafePointer<mq_kernels>? {
        var index = 0
        while mq_kernels_available(index + 1) != nil { index += 1 }
        return mq_kernels_available(index)
    }
}

/// A device with six axes and two channels with names.
private enum ImageBoard {
    static let channels = 8

    nonisolated(unsafe) static let hello: UnsafePointer<mq_hello> = {
        let described = UnsafeMutablePointer<mq_described_channel>.allocate(capacity: channels)
        let names: [UnsafeMutablePointer<CChar>?] = ["thumb", "index"].map { name in
            let bytes = name.utf8CString
            let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
            for (place, byte) in bytes.enumerated() { copy[place] = byte }
            return copy
        }
        for place in 0..<channels {
            let kind = place < 3 ? 0x10 + place : place < 6 ? 0x20 + place - 3 : 0
            described[place] = mq_described_channel(
                kind: UInt8(kind), unit: place < 3 ? 1 : place < 6 ? 3 : 0, scale: 0.001, offset: 0, full_scale: 4, rate: 0,
                unit_text: nil, name: place < 6 ? nil : UnsafePointer(names[place - 6]))
        }
        let hello = UnsafeMutablePointer<mq_hello>.allocate(capacity: 1)
        hello.initialize(to: mq_hello())
        hello.pointee.role = 1
        hello.pointee.rate = 50
        hello.pointee.axes = (1, 2, 3)
        mq_hello_describe(hello, described, UInt8(channels))
        return UnsafePointer(hello)
    }()
}
