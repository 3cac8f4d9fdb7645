import MotionCore

/// A message of Open Sound Control 1.0: an address and its arguments, as bytes that a datagram holds.
package struct OSCMessage: Sendable, Equatable {
    package enum Argument: Sendable, Equatable {
        case float(Float)
        case int(Int32)
        case string(String)
    }

    /// Begins with `/`.
    package var address: String
    package var arguments: [Argument]

    package init(_ address: String, _ arguments: [Argument] = []) { (self.address, self.arguments) = (address, arguments) }

    /// The address, the kinds of the arguments and the arguments, each filled up with zeros to a multiple of four bytes; numbers
    /// with their highest byte first.
    package var bytes: [UInt8] {
        var bytes = Self.padded(address)
        bytes += Self.padded("," + arguments.map(\.tag).joined())
        for argument in arguments {
            switch argument {
            case .float(let value): bytes += Self.bigEndian(value.bitPattern)
            case .int(let value): bytes += Self.bigEndian(UInt32(bitPattern: value))
            case .string(let text): bytes += Self.padded(text)
            }
        }
        return bytes
    }

    /// Text, its zero, and zeros up to the next multiple of four bytes. A zero within the text would end it, and is left out.
    fileprivate static func padded(_ text: String) -> [UInt8] {
        var bytes = text.utf8.filter { $0 != 0 }
        bytes += [UInt8](repeating: 0, count: 4 - bytes.count % 4)
        return bytes
    }

    fileprivate static func bigEndian(_ value: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: value.bigEndian) { Array($0) }
    }
}

extension OSCMessage.Argument {
    fileprivate var tag: String {
        switch self {
        case .float: "f"
        case .int: "i"
        case .string: "s"
        }
    }
}

/// Messages of one moment, in a datagram with its time.
package struct OSCBundle: Sendable, Equatable {
    /// Seconds since 1970.
    package var time: Double
    package var messages: [OSCMessage]

    package init(time: Double, _ messages: [OSCMessage]) { (self.time, self.messages) = (time, messages) }

    /// From 1900, when the clock of NTP begins, to 1970.
    private static let seconds1900 = 2_208_988_800.0

    package var bytes: [UInt8] {
        var bytes = OSCMessage.padded("#bundle")
        let seconds = max(0, time) + Self.seconds1900
        let whole = seconds.rounded(.down)
        // 32 bits of seconds, which begin anew in 2036, and 32 of their fraction.
        bytes += OSCMessage.bigEndian(UInt32(truncatingIfNeeded: Int64(saturating: whole)))
        bytes += OSCMessage.bigEndian(UInt32(saturating: (seconds - whole) * 4_294_967_296))
        for message in messages {
            let content = message.bytes
            bytes += OSCMessage.bigEndian(UInt32(content.count))
            bytes += content
        }
        return bytes
    }
}
