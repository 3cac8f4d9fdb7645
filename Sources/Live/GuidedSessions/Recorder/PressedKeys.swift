import Synchronization

/// Keys that were pressed, from any thread, until the recorder obeys them.
public final class PressedKeys: Sendable {
    private let waiting = Mutex<[RecordingGuide.Key]>([])

    package init() {}

    public func press(_ key: RecordingGuide.Key) { waiting.withLock { $0.append(key) } }

    package func take() -> [RecordingGuide.Key] {
        waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
    }
}
