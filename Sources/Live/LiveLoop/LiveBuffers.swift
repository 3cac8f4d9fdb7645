import MotionCore
import WireProtocol

/// All bytes, samples and windows in flight, allocated once.
final class LiveBuffers {
    /// What a read fills.
    let input: UnsafeMutableRawBufferPointer
    /// For `HostLink`.
    let link: UnsafeMutablePointer<UInt8>
    /// `[channels]`: the counts of one sample.
    let counts: UnsafeMutablePointer<Int16>
    /// Windows of the frame being handled, which observers have not heard of yet.
    private var windows: UnsafeMutablePointer<LiveWindow>
    private var windowCount = 0
    private var windowCapacity = FrameLimits.samples
    /// `[windows][labels]`, their probabilities.
    private var probabilities: UnsafeMutablePointer<Int16>
    private let labels: Int

    /// Room for all commands that one DATA frame can cause, and more.
    static let linkCount = 64 * FrameLimits.wire

    init(labels: Int) {
        self.labels = labels
        input = .allocate(byteCount: 4096, alignment: 16)
        link = .allocate(capacity: Self.linkCount)
        counts = .allocate(capacity: FrameLimits.channels)
        windows = .allocate(capacity: FrameLimits.samples)
        probabilities = .allocate(capacity: FrameLimits.samples * max(1, labels))
    }

    deinit {
        input.deallocate()
        link.deallocate()
        counts.deallocate()
        windows.deallocate()
        probabilities.deallocate()
    }

    /// Makes room for the windows of a frame whose samples become more when they are resampled. To be called between frames.
    func reserve(windows count: Int) {
        guard count > windowCapacity, windowCount == 0 else { return }
        windows.deallocate()
        probabilities.deallocate()
        windows = .allocate(capacity: count)
        probabilities = .allocate(capacity: count * max(1, labels))
        windowCapacity = count
    }

    /// Keeps a window for the observer. A frame completes no more windows than it has samples at the model's rate, for which there
    /// is room.
    func append(_ recognised: RecognisedWindow, scores: UnsafePointer<Int16>, streamTime: UInt64, commands: Int) {
        let kept = probabilities + windowCount * labels
        kept.update(from: scores, count: labels)
        (windows + windowCount).initialize(
            to: LiveWindow(
                window: recognised.window, probabilities: UnsafeBufferPointer(start: kept, count: labels),
                decision: recognised.decision, streamTime: streamTime, latency: 0, commands: commands))
        windowCount += 1
    }

    /// Hands out the windows that were kept, in order.
    func takeWindows(_ body: (LiveWindow) -> Void) {
        for index in 0..<windowCount { body(windows[index]) }
        windowCount = 0
    }
}
