import Foundation
import Transport

/// A device that a test plays on a pseudo-terminal.
final class Puppet: Sendable {
    let path: String
    private let ending: DispatchSemaphore
    private let ended: DispatchSemaphore

    /// - Parameter act: called again and again, at least every 20 ms, with what was just read; its answer is written.
    init(_ act: @escaping @Sendable ([UInt8]) -> [UInt8]) throws {
        // By a link of its own: numbers of pseudo-terminals are given again, and a program that waits for this device to come back
        // must not find another test's.
        let link = FileManager.default.temporaryDirectory.appending(path: "motionq-puppet-\(UUID().uuidString)").path
        let terminal = try PseudoTerminal.open(linkPath: link)
        path = link
        let (ending, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        (self.ending, self.ended) = (ending, ended)
        nonisolated(unsafe) let port = terminal
        Thread.detachNewThread {
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 1)
            while ending.wait(timeout: .now()) == .timedOut {
                let count = (try? port.transport.read(into: buffer, timeoutMilliseconds: 20)) ?? 0
                let answer = act(Array(buffer[..<count]))
                // Nobody may be reading yet.
                answer.withUnsafeBytes { _ = try? port.transport.writeAvailable($0) }
            }
            buffer.deallocate()
            port.close()
            ended.signal()
        }
    }

    func end() {
        ending.signal()
        ended.wait()
    }
}
