public import LiveLoop
public import Models
import MotionCore
public import SignalProcessing
import WireProtocol

/// Cuts a live run's motion at its pauses, by its samples or by its windows, and names what it cut by the windows in it.
///
/// It is told what a `LiveObserver` hears, in the same order. Allocates where a segment closes.
public struct LiveSegmenter {
    /// A segment that has closed.
    public struct Found: Sendable, Equatable {
        /// Milliseconds from the stream's first sample to the segment's first, and to its last.
        public var from: Double
        public var to: Double
        /// The label of the windows in it, and how sure they are of it; nil where no window lies in it.
        public var label: String?
        public var probability: Double?
    }

    private let settings: SegmentSettings
    private let model: ModelDescription
    private var labeller: SegmentLabeller
    private var byWindow: WindowSegmenter?
    private var byMotion: (segmenter: MotionSegmenter, channels: ChannelReader)?
    /// The stream of the windows and samples since they began anew: samples per second, and the time of the first, in microseconds.
    private var rate: Double?
    private var first: UInt64?

    /// - Parameters:
    ///   - settings: how motion is cut.
    ///   - model: whose windows name the segments; with a label that means rest where windows cut them.
    public init(_ settings: SegmentSettings, for model: ModelDescription) {
        self.settings = settings
        self.model = model
        labeller = SegmentLabeller(window: model.window, restLabel: model.restIndex)
    }

    /// Whether it must hear of samples.
    public var wantsSamples: Bool { settings.evidence == .motion }

    /// Takes in what changed; returns the segments that it ended.
    public mutating func linkChanged(_ change: LinkChange) -> [Found] {
        switch change {
        case .session(let hello):
            let ended = end()
            let device = Double(hello.sensor.rate)
            rate = device
            if settings.evidence == .motion {
                byMotion = (MotionSegmenter(settings, rate: device), ChannelReader(hello.sensor, channels: .sixAxes))
            }
            return ended
        case .gap, .restarted, .disconnected: return end()
        default: return []
        }
    }

    /// Takes in samples, where it wants them; returns the segments that closed in them.
    public mutating func samplesReceived(_ samples: LiveSamples) -> [Found] {
        guard var motion = byMotion else { return [] }
        // One owner of the buffers at a time, so that none is copied.
        byMotion = nil
        defer { byMotion = motion }
        var found: [Found] = []
        for index in 0..<samples.count {
            first = first ?? samples.streamTime(index)
            guard let segment = motion.segmenter.push(motion.channels.values(of: samples, at: index)[...]) else { continue }
            if let closed = self.found(segment) { found.append(closed) }
        }
        return found
    }

    /// Takes in a window; returns the segment that it closed.
    public mutating func windowClassified(_ window: LiveWindow) -> Found? {
        let probabilities = window.probabilities.map(\.q15Value)
        labeller.push(endingAt: place(of: window), probabilities: probabilities)
        guard settings.evidence == .rest, let rest = model.restIndex, let rate = model.rate ?? rate else { return nil }
        if byWindow == nil {
            byWindow = WindowSegmenter(settings, window: model.window, hop: model.hop, restLabel: rest, rate: rate)
            first = window.streamTime - min(window.streamTime, UInt64(saturating: Double(window.window.endSample) / rate * 1e6))
        }
        return byWindow?.push(endingAt: window.window.endSample, probabilities: probabilities).flatMap { found($0) }
    }

    /// Ends what is not over: a segment across what was not heard would be none.
    public mutating func end() -> [Found] {
        let last = [byWindow?.restart(), byMotion?.segmenter.restart()].compactMap { $0 ?? nil }
        let found = last.compactMap { self.found($0) }
        (byWindow, first) = (nil, nil)
        labeller.restart()
        return found
    }

    /// The window's end in the samples that segments are counted in.
    private func place(of window: LiveWindow) -> Int {
        guard settings.evidence == .motion, let first, let rate else { return window.window.endSample }
        return Int(saturating: (Double(window.streamTime - min(first, window.streamTime)) / 1e6 * rate).rounded()) + 1
    }

    private func found(_ segment: Segment) -> Found? {
        guard let first, let rate = settings.evidence == .motion ? rate : model.rate ?? rate else { return nil }
        let named = labeller.label(of: segment)
        return Found(
            from: Double(first) / 1000 + Double(segment.begin) * 1000 / rate,
            to: Double(first) / 1000 + Double(segment.end - 1) * 1000 / rate, label: named.map { model.labels[$0.label] },
            probability: named?.probability)
    }
}
