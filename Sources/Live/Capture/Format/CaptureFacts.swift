import Formatting
import Foundation
import Transport

/// What a capture is about: who kept it, when, and how the device was read. No name of a person, a machine or a file.
package struct CaptureHead: Decodable, Equatable, Sendable {
    /// The program and its version.
    package var program: String
    /// The system and the processor.
    package var system: String
    /// When it began: UTC, as `2026-12-01T12:00:00Z`; empty: not known.
    package var begun: String
    /// The verb that followed the device.
    package var verb: String
    /// Bits per second at which the port was opened first.
    package var baud: Int
    /// What was said of the device and what it sends, as words of a command.
    package var options: [String]
    /// Which part of the capture a file is, counted from 1; those before it are another file, or gone.
    package var part = 1

    package init(program: String, system: String, begun: String, verb: String, baud: Int, options: [String]) {
        (self.program, self.system, self.begun) = (program, system, begun)
        (self.verb, self.baud, self.options) = (verb, baud, options)
    }

    /// As it stands in the file.
    package var json: String {
        var line = JSONLine()
        line.add("program", program)
        line.add("system", system)
        line.add("begun", begun)
        line.add("verb", verb)
        line.add("baud", baud)
        line.add("options", options)
        line.add("part", part)
        return line.line
    }
}

/// What is known of a port that was opened. No serial number, and no path that a user chose.
package struct CapturedPort: Decodable, Equatable, Sendable {
    /// The kernel's name, as `/dev/ttyACM0`; `device` for any other.
    package private(set) var name: String
    /// Bits per second; 0 where the port has no speed.
    package var baud: Int
    /// Vendor and product in hexadecimal, as `2341:805a`; nil for what is not USB.
    package var usb: String?
    /// What the product calls itself.
    package var product: String?
    /// The kernel's driver.
    package var driver: String?

    /// - Parameters:
    ///   - name: as it was opened; a path that a user chose may name him, or hold a serial number, and is not kept.
    ///   - baud: 0 where the port has no speed.
    package init(name: String, baud: Int, usb: String? = nil, product: String? = nil, driver: String? = nil) {
        self.name = Self.isKernels(name) ? name : "device"
        (self.baud, self.usb, self.product, self.driver) = (baud, usb, product, driver)
    }

    /// `/dev/ttyUSB0` or `/dev/pts/3`.
    private static func isKernels(_ name: String) -> Bool {
        if name.hasPrefix("/dev/pts/") { return name.dropFirst(9).allSatisfy(\.isNumber) }
        let short = name.dropFirst(8)
        return name.hasPrefix("/dev/tty") && short.count <= 16 && short.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }

    /// As it stands in the file.
    package var json: String {
        var line = JSONLine()
        line.add("name", name)
        line.add("baud", baud)
        if let usb { line.add("usb", usb) }
        if let product { line.add("product", product) }
        if let driver { line.add("driver", driver) }
        return line.line
    }
}

/// Why a port failed, as a capture keeps it.
struct CapturedFailure: Decodable {
    private let code: String
    private let operation: String
    private let errno: Int32
    private let baud: Int?

    private static let codes: [(String, TransportError.Code)] = [
        ("not_found", .notFound), ("not_plugged_in", .notPluggedIn), ("several_plugged_in", .severalPluggedIn), ("busy", .busy),
        ("not_permitted", .notPermitted), ("not_a_serial_port", .notASerialPort), ("disconnected", .disconnected),
        ("timed_out", .timedOut), ("unsupported_baud_rate", .unsupportedBaudRate), ("io", .io),
    ]

    static func json(_ error: TransportError) -> String {
        var line = JSONLine()
        line.add("code", codes.first { $0.1 == error.code }?.0 ?? "io")
        line.add("operation", error.operation)
        line.add("errno", Int(error.errno))
        if let baud = error.baudRate { line.add("baud", baud) }
        return line.line
    }

    /// - Parameter port: the port's name.
    func error(at port: String) -> TransportError {
        TransportError(
            Self.codes.first { $0.0 == code }?.1 ?? .io, port: port, operation: operation, errno: errno, baudRate: baud)
    }
}

/// Reads a record's JSON; nil if it is not what is expected.
func decoded<Value: Decodable>(_ type: Value.Type, _ bytes: some Collection<UInt8>) -> Value? {
    try? JSONDecoder().decode(type, from: Data(bytes))
}
