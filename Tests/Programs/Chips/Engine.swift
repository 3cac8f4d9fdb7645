import CChips
import CMotionCore
import MotionCore
import WireProtocol

/// The engine and the protocol in Swift, on a chip: the twin of engine.c.
@c(chips_run_swift)
func run(
    _ network: UnsafePointer<mq_network>, _ memory: UnsafeMutablePointer<UInt8>, _ bytes: UInt32, _ samples: UInt32,
    _ isCounting: Bool
) {
    guard let kernels = mq_kernels_preferred() else { return }
    let packed = PackedNetwork(network, kernels: kernels)
    let labels = packed.shape.labels
    var stream = WindowStream(packed, memory: memory, byteCount: Int(bytes))
    let inputs = packed.shape.inputs
    if isCounting { chips_begin_counting() }
    for _ in 0..<samples {
        let window = stream.push(UnsafeBufferPointer(start: chips_next_sample(), count: inputs).span)
        if !isCounting, let window { tell(window, stream.probabilities, labels) }
    }
    if isCounting { chips_end_counting() }
}

private func tell(_ window: ClassifiedWindow, _ probabilities: UnsafePointer<Int16>, _ labels: Int) {
    let message = PredictionMessage(
        windowEnd: UInt32(window.endSample) &* 20_000, lastIndex: UInt16(truncatingIfNeeded: window.endSample - 1),
        label: UInt8(window.label), phase: .hold, confidence: UInt16(window.probability), slot: UInt8(window.slot))
    let made = chips_frame_memory()
    let wire = made + 256
    let encoder = FrameEncoder(scratch: made)
    var writer = encoder.begin(FrameHeader(.prediction, index: message.lastIndex, time: message.windowEnd))
    message.write(to: &writer)
    for label in 0..<labels { writer.u16(UInt16(bitPattern: probabilities[label])) }
    let count = encoder.finish(writer, into: wire)
    chips_tell(UInt32(window.endSample), UInt32(window.slot), UInt32(window.label), probabilities, wire, UInt32(count))
}
