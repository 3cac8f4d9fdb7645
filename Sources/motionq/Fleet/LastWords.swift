import Synchronization

/// What a connection reported last, for whoever has to say why nothing came.
final class LastWords: Sendable {
    private let last = Mutex<String?>(nil)

    var words: String? { last.withLock { $0 } }

    @Sendable func hear(_ sentence: String) { last.withLock { $0 = sentence } }
}
