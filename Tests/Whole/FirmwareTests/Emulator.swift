import Foundation
import TestSupport
import Testing
import Transport

/// A board in QEMU that ends with this object. It starts when somebody connects to its line.
final class Emulator {
    let folder: URL
    private let process = Process()

    /// - Parameters:
    ///   - counts: a file of `motionq dataset counts`, what the sensor senses.
    ///   - arguments: more of QEMU's.
    init(_ image: FirmwareImage, counts: String, arguments: [String] = []) throws {
        // A socket's name may have 107 bytes, and a temporary folder's path may be long.
        folder = URL(filePath: "/tmp/mq-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["firmware-protocol/swift/emulate.sh", image.path, counts, folder.path] + arguments
        process.currentDirectoryURL = Repository.root
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        let deadline = Date().addingTimeInterval(20)
        while !FileManager.default.fileExists(atPath: line), Date() < deadline { Thread.sleep(forTimeInterval: 0.01) }
        try #require(FileManager.default.fileExists(atPath: line), "QEMU does not start")
    }

    deinit {
        if process.isRunning {
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        try? FileManager.default.removeItem(at: folder)
    }

    /// The line to the host.
    var line: String { folder.appending(path: "uart").path }

    // MARK: From outside

    private var monitorPort: (any ByteTransport)?

    /// What QEMU's monitor answers.
    @discardableResult
    func monitor(_ command: String) throws -> String {
        let port = try monitorPort ?? PortDirectory.open(path: folder.appending(path: "monitor").path)
        if monitorPort == nil { _ = try words(from: port) }
        monitorPort = port
        let bytes = Array((command + "\n").utf8)
        try bytes.withUnsafeBytes { try port.write($0, timeoutMilliseconds: 2000) }
        return try words(from: port)
    }

    /// Up to the next prompt.
    private func words(from port: any ByteTransport) throws -> String {
        var text = ""
        var buffer = [UInt8](repeating: 0, count: 4096)
        let deadline = Date().addingTimeInterval(5)
        while !text.hasSuffix("(qemu) "), Date() < deadline {
            let count = try buffer.withUnsafeMutableBytes { try port.read(into: $0, timeoutMilliseconds: 100) }
            text += String(decoding: buffer[..<count], as: UTF8.self)
        }
        return text
    }

    /// A word of the board's memory, as the monitor shows it.
    func word(at address: UInt32) throws -> UInt32 {
        let answer = try monitor("xp /1wx 0x\(String(address, radix: 16))")
        let hex = try #require(answer.split(separator: "\n").first { $0.contains(": 0x") }?.split(separator: ": 0x").last)
        return try #require(UInt32(hex.prefix(8), radix: 16))
    }

    /// Waits until the board's own clock, its counter of hundredths, has moved on by so many seconds: however long that takes.
    func lives(seconds: Double) throws {
        let counter: UInt32 = 0x4002_8014
        let start = try word(at: counter)
        let passed = try Patience.waits { Double(try word(at: counter) &- start) >= seconds * 100 }
        try #require(passed, "the board's clock stands still")
    }

    /// Which lights are on, by the registers that they hang on.
    func lights() throws -> Lights {
        Lights(own: try word(at: 0x4002_8000), row: try word(at: 0x4002_F004))
    }

    /// Every change of the lights since the start, as QEMU traced the registers.
    func changes() throws -> [LightChange] {
        let log = try String(contentsOf: folder.appending(path: "lights.log"), encoding: .utf8)
        var lights = Lights(own: 0, row: 0)
        var changes: [LightChange] = []
        for line in log.split(separator: "\n") {
            // 4711@1700000000.123456:mps2_fpgaio_write MPS2 FPGAIO write: offset 0x0 data 0x2 size 4
            let words = line.split(separator: " ")
            guard let at = words.firstIndex(of: "offset"), words.count > at + 3,
                let value = UInt32(words[at + 3].dropFirst(2), radix: 16),
                let time = words[0].split(separator: "@").last?.split(separator: ":").first.flatMap({ Double($0) })
            else { continue }
            var next = lights
            if line.contains("mps2_fpgaio_write"), words[at + 1] == "0x0" {
                next.own = value
            } else if line.contains("mps2_scc_write"), words[at + 1] == "0x4" {
                next.row = value
            } else {
                continue
            }
            for light in Light.allCases where next.isOn(light) != lights.isOn(light) {
                changes.append(LightChange(time: time, light: light, isOn: next.isOn(light)))
            }
            lights = next
        }
        return changes
    }
}

/// Where the firmware's lights are (`Lights.swift` of the firmware says so in other words).
enum Light: Equatable, CaseIterable, Hashable {
    case led(Int), red, green, blue, buzzer

    static let allCases: [Light] = (0..<6).map { .led($0) } + [.red, .green, .blue, .buzzer]
}

struct Lights: Equatable {
    var own: UInt32
    var row: UInt32

    func isOn(_ light: Light) -> Bool {
        switch light {
        case .led(let unit) where unit < 2: own >> UInt32(unit) & 1 == 1
        case .led(let unit): row >> UInt32(unit + 2) & 1 == 1
        case .red: row & 1 == 1
        case .green: row >> 1 & 1 == 1
        case .blue: row >> 2 & 1 == 1
        case .buzzer: row >> 3 & 1 == 1
        }
    }

    var isDark: Bool { own == 0 && row == 0 }
}

struct LightChange: Equatable {
    /// Seconds since 1970.
    var time: Double
    var light: Light
    var isOn: Bool
}
