import Foundation
import Synchronization
import Transport

/// A device that a test plays on a pseudo-terminal.
public final class Puppet: Sendable {
    /// The host's end.
    public let path: String
    private let isEnding = Atomic(false)
    private let ended: DispatchSemaphore

    /// - Parameters:
    ///   - losesNothing: what the port does not take is kept, and no more is asked for until it has; else it is lost, as what a
    ///     device says before somebody listens.
    ///   - act: called again and again, at least every 20 ms, with what was just read; its answer is written.
    public init(losesNothing: Bool = false, _ act: @escaping @Sendable ([UInt8]) -> [UInt8]) throws {
        // By a link of its own: numbers of pseudo-terminals are given again, and a program that waits for this device to come back
        // must not find another test's.
        let link = FileManager.default.temporaryDirectory.appending(path: "motionq-puppet-\(UUID().uuidString)").path
        let terminal = try PseudoTerminal.open(linkPath: link)
        path = link
        ended = DispatchSemaphore(value: 0)
        nonisolated(unsafe) let port = terminal
        Thread.detachNewThread { [self] in
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 1)
            var (heard, kept): ([UInt8], [UInt8]) = ([], [])
            while !isEnding.load(ordering: .relaxed) {
                let count = (try? port.transport.read(into: buffer, timeoutMilliseconds: kept.isEmpty ? 20 : 1)) ?? 0
                heard += buffer[..<count]
                if kept.isEmpty {
                    kept = act(heard)
                    heard = []
                }
                let written = kept.withUnsafeBytes { (try? port.transport.writeAvailable($0)) ?? 0 }
                kept.removeFirst(losesNothing ? written : kept.count)
            }
            buffer.deallocate()
            port.close()
            ended.signal()
        }
    }

    /// Unplugs it.
    public func end() {
        isEnding.store(true, ordering: .relaxed)
        ended.wait()
    }
}
