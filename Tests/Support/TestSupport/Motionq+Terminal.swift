import Foundation
import Transport

extension Motionq {
    /// Everything that the program writes to a terminal of its own, until it ends.
    ///
    /// - Parameters:
    ///   - size: columns and rows.
    ///   - environment: what the program is told of it.
    ///   - change: a size that the terminal takes once this text was written.
    public func written(
        by arguments: [String], size: (columns: UInt16, rows: UInt16), environment: [String: String] = [:],
        change: (after: String, columns: UInt16, rows: UInt16)? = nil
    ) throws -> String {
        let terminal = try PseudoTerminal.open()
        defer { terminal.close() }
        guard let end = FileHandle(forUpdatingAtPath: terminal.slavePath) else { throw CocoaError(.fileReadUnknown) }
        func resize(_ columns: UInt16, _ rows: UInt16) {
            var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
            _ = ioctl(end.fileDescriptor, UInt(TIOCSWINSZ), &size)
        }
        resize(size.columns, size.rows)
        let running = try start(arguments, environment: environment, terminal: end)
        var bytes: [UInt8] = []
        var pending = change
        var part = [UInt8](repeating: 0, count: 65_536)
        func read() throws -> Int {
            let count = try part.withUnsafeMutableBytes { buffer throws(TransportError) in
                try terminal.transport.read(into: buffer, timeoutMilliseconds: 20)
            }
            bytes += part[..<count]
            if let change = pending, String(decoding: bytes, as: UTF8.self).contains(change.after) {
                resize(change.columns, change.rows)
                pending = nil
            }
            return count
        }
        while running.isRunning { _ = try read() }
        while try read() > 0 {}
        return String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
    }
}
