import Foundation
import Synchronization

/// Holds off the signals that end a program for the moment in which files get their names, so that none of them leaves half of it.
///
/// A mask would hold them off for one thread only, and the system would hand them to another; a handler is the whole process's.
/// What came in the meantime is sent again when the old handlers stand: late, and lost only if another thread is still on its way
/// into the handler at that moment. SIGKILL cannot be held off.
enum HeldSignals {
    private static let seen = Atomic<UInt64>(0)
    /// Two threads at a time would restore each other's handlers.
    private static let turn = Mutex(())

    private static let deadly = [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU]

    static func during(_ body: () throws(FileError) -> Void) throws(FileError) {
        try turn.withLock { _ throws(FileError) in try hold(during: body) }
    }

    private static func hold(during body: () throws(FileError) -> Void) throws(FileError) {
        // Before a handler needs it: Swift makes globals when they are first used.
        seen.store(0, ordering: .relaxed)
        let replaced = deadly.compactMap { number in hold(number).map { (number, $0) } }
        defer {
            for (number, action) in replaced { withUnsafePointer(to: action) { _ = sigaction(number, $0, nil) } }
            let came = seen.load(ordering: .relaxed)
            for number in deadly where came & bit(number) != 0 { kill(getpid(), number) }
        }
        try body()
    }

    /// Notes a signal from here on instead of what was done before, which is returned; nil if the signal is ignored, and stays so.
    private static func hold(_ number: Int32) -> sigaction? {
        var (old, new) = (sigaction(), sigaction())
        guard sigaction(number, nil, &old) == 0 else { return nil }
        let handler: @convention(c) (Int32) -> Void = { HeldSignals.seen.bitwiseOr(HeldSignals.bit($0), ordering: .relaxed) }
        #if canImport(Darwin)
            let isIgnored = unsafeBitCast(old.__sigaction_u.__sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
            new.__sigaction_u.__sa_handler = handler
        #else
            let isIgnored = unsafeBitCast(old.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
            new.__sigaction_handler.sa_handler = handler
        #endif
        new.sa_flags = Int32(SA_RESTART)
        guard !isIgnored, sigaction(number, &new, nil) == 0 else { return nil }
        return old
    }

    private static func bit(_ number: Int32) -> UInt64 { 1 << UInt64(number) }
}
