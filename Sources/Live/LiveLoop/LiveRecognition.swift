import MotionCore
import WireProtocol

/// What a live run recognises with: a model's recogniser, what makes inputs of a device's samples, and what checks a device that
/// classifies by itself. Allocates in `init` only.
struct LiveRecognition {
    let model: LiveModel
    let recogniser: OwnedRecogniser
    let shadow: (any DeviceShadow)?
    /// For a device that does not sample at the model's rate, and for a model that reads what no channel has; nil where the
    /// recogniser reads the device's counts as they are.
    var conversion: InputConversion?
    /// Samples come at another rate than announced: nothing is predicted from them.
    var isPaused = false
    /// The sample that `next` has not recognised yet, where there is no conversion.
    private var pending: UnsafePointer<Int16>?

    init(_ model: LiveModel, _ options: LiveOptions) {
        self.model = model
        recogniser = model.recogniser(decision: options.decision)
        shadow = options.shadows ? model.shadow(decision: options.decision) : nil
    }

    /// Whether the model is bound to a device: directly, or by a conversion.
    var isBound: Bool { recogniser.recogniser.binding != nil || conversion != nil }

    /// A sample at the model's rate, and the window that it completes.
    struct Step {
        /// When the sample was taken.
        var moment: SampleMoment
        var window: RecognisedWindow?
    }

    /// Takes a device's sample, whose counts must stay where they are until `next` has returned nil.
    mutating func push(_ counts: UnsafePointer<Int16>) {
        if let conversion { conversion.push(counts) } else { pending = counts }
    }

    /// Recognises the next sample at the model's rate; nil if more of the device's must come first.
    ///
    /// - Parameters:
    ///   - newest: when the device's newest sample was taken.
    ///   - rate: the device's samples per second.
    mutating func next(_ newest: SampleMoment, rate: Float) -> Step? {
        var step = Step(moment: newest)
        if let conversion {
            guard conversion.next() else { return nil }
            step.moment = newest.before(samples: conversion.age, rate: rate)
            let inputs = UnsafeBufferPointer(start: conversion.inputs, count: recogniser.weights.shape.inputs)
            step.window = recogniser.recogniser.push(inputs: inputs.span, at: step.moment.streamTime)
        } else {
            guard let counts = pending else { return nil }
            pending = nil
            step.window = recogniser.recogniser.push(counts, at: newest.streamTime)
        }
        let inputs = conversion.map { UnsafePointer($0.inputs) } ?? UnsafePointer(recogniser.recogniser.inputs)
        shadow?.push(inputs, index: newest.index)
        return step
    }

    /// What follows does not follow what came before.
    func restartWindows() {
        recogniser.recogniser.restart()
        conversion?.restart()
        shadow?.interrupt()
    }
}

/// When a sample was taken.
struct SampleMoment {
    /// By the clock of the headers, in microseconds.
    var deviceTime: UInt32
    /// In microseconds since the stream began.
    var streamTime: UInt64
    /// Of the device's sample that was taken then, or was the last one before.
    var index: UInt16

    /// That of a sample of a frame.
    init(of sample: Int, in frame: SampleFrame, rate: Float) {
        let offset = SampleFrame.offset(of: sample, rate: rate)
        deviceTime = frame.time &+ UInt32(truncatingIfNeeded: offset)
        streamTime = frame.streamTime + offset
        index = frame.index &+ UInt16(sample)
    }

    /// So many periods earlier.
    func before(samples: Double, rate: Float) -> SampleMoment {
        let time = min(streamTime, UInt64(saturating: max(0, samples) * 1_000_000 / Double(rate)))
        var earlier = self
        earlier.deviceTime &-= UInt32(truncatingIfNeeded: time)
        earlier.streamTime -= time
        earlier.index &-= UInt16(truncatingIfNeeded: Int(saturating: samples.rounded(.up)))
        return earlier
    }
}
