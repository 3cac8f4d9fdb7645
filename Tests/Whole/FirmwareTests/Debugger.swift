import Foundation
import Testing
import Transport

/// A debugger at a board in QEMU (the remote protocol of gdb): it halts the processor, and sends it elsewhere.
final class Debugger {
    private let port: any ByteTransport

    /// Halts the board.
    init(_ board: Emulator) throws {
        let path = board.folder.appending(path: "debugger-\(UUID().uuidString.prefix(4))").path
        // The place of the one before is free only then.
        try board.monitor("gdbserver none")
        try board.monitor("gdbserver unix:\(path),server=on,wait=off")
        let deadline = Date().addingTimeInterval(5)
        while !FileManager.default.fileExists(atPath: path), Date() < deadline { Thread.sleep(forTimeInterval: 0.01) }
        port = try PortDirectory.open(path: path)
        // It says by itself that the board halted.
        var buffer = [UInt8](repeating: 0, count: 512)
        for _ in 0..<10 { _ = try buffer.withUnsafeMutableBytes { try port.read(into: $0, timeoutMilliseconds: 20) } }
        // Only who has read what the registers are may write one.
        #expect(try !ask("qXfer:features:read:target.xml:0,200").isEmpty)
    }

    /// Lets the board go on at another place, and goes.
    func goOn(at address: UInt32) throws {
        let bytes = withUnsafeBytes(of: address.littleEndian) { $0.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) } }
        let answers = [try ask("Pf=\(bytes.joined())"), try ask("D")]
        #expect(answers == ["OK", "OK"])
        port.close()
    }

    /// One packet, and the answer to it.
    private func ask(_ words: String) throws -> String {
        let sum = words.utf8.reduce(UInt8(0)) { $0 &+ $1 }
        let packet = Array("$\(words)#\(String(sum >> 4, radix: 16))\(String(sum & 15, radix: 16))".utf8)
        try packet.withUnsafeBytes { try port.write($0, timeoutMilliseconds: 1000) }
        var text = ""
        var buffer = [UInt8](repeating: 0, count: 512)
        let deadline = Date().addingTimeInterval(5)
        while Date() < deadline {
            let count = try buffer.withUnsafeMutableBytes { try port.read(into: $0, timeoutMilliseconds: 50) }
            text += String(decoding: buffer[..<count], as: UTF8.self)
            guard let start = text.firstIndex(of: "$"), let end = text.firstIndex(of: "#"), start < end else { continue }
            let plus = [UInt8(ascii: "+")]
            try plus.withUnsafeBytes { try port.write($0, timeoutMilliseconds: 1000) }
            return String(text[text.index(after: start)..<end])
        }
        return ""
    }
}
