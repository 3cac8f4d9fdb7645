public import Formatting

/// Why a port could not be opened, read or written: what went wrong, with which port, and in which C call.
public struct TransportError: Error, Equatable, Sendable {
    /// The kinds of failure a caller may want to tell apart.
    public enum Code: Equatable, Sendable {
        /// There is no such port, or no device behind it.
        case notFound
        /// A device was to be found, and no USB device is plugged in.
        case notPluggedIn
        /// A device was to be found, and several are plugged in; `port` names them.
        case severalPluggedIn
        /// Another program, or another part of this one, holds the port.
        case busy
        /// The operating system denied access (`EACCES`, `EPERM`).
        case notPermitted
        /// The path names something that cannot carry a stream of bytes to a device.
        case notASerialPort
        /// The device was unplugged, or the other side hung up, or the transport was closed.
        case disconnected
        /// The other side took no bytes for the whole time given.
        case timedOut
        /// The port cannot run at the baud rate asked for.
        case unsupportedBaudRate
        /// Any other failure of the operating system; `errno` tells more.
        case io
    }

    /// The kind of failure.
    public var code: Code
    /// The port, as the caller named it.
    public var port: String
    /// The C function that failed, such as `open` or `sp_set_baudrate`.
    public var operation: String
    /// The system's error number; 0 where the failure has none, as after a time-out.
    public var errno: Int32
    /// The baud rate refused; only with `unsupportedBaudRate`.
    public var baudRate: Int?

    /// Describes a failure.
    public init(_ code: Code, port: String, operation: String, errno: Int32 = 0, baudRate: Int? = nil) {
        self.code = code
        self.port = port
        self.operation = operation
        self.errno = errno
        self.baudRate = baudRate
    }
}

extension TransportError: ExplainedError {
    /// A failure of the operating system, or that there is no such port now.
    public var kind: FailureKind { code == .io ? .inputOutput : .unavailable }

    /// The sentence as a program shows it.
    public var description: String { sentence.description }

    /// One sentence for a person: the port, what is wrong with it, and what to do.
    public var sentence: Sentence {
        switch code {
        case .notFound where errno == Posix.refused:
            "nobody answers at \(port)\(remedy: "is the other program still running?")"
        case .notFound where operation == "sp_list_ports":
            "the device that was at \(port) is not there\(remedy: "plug it in again, or start again for another device")"
        case .notFound:
            "there is no port \(port)\(remedy: "run \(code: .listPorts) to see the ports that are connected")"
        case .notPluggedIn:
            "no USB serial device is plugged in\(remedy: "plug one in, or name a port by its path")"
        case .severalPluggedIn:
            "several devices are plugged in: \(port)\(remedy: "name one of them by its path")"
        case .busy where operation == "connect":
            "the program that listens at \(port) takes no connection\(remedy: "is it stopped, or busy with another one?")"
        case .busy:
            "\(port) is in use by another program\(remedy: "close it, or choose another port")"
        case .notPermitted:
            "not permitted to open \(port): \(Posix.permissionHint(forPath: port))"
        case .notASerialPort:
            "\(port) is not a serial port\(remedy: "run \(code: .listPorts) to see the ports that are connected")"
        case .disconnected:
            "\(port) was disconnected\(remedy: "check the cable and plug the device in again")"
        case .timedOut:
            "\(port) took no bytes in the time allowed\(remedy: "check that the device is running")"
        case .unsupportedBaudRate:
            "\(port) cannot run at \(baudRate.map { "\($0) baud" } ?? "this baud rate")\(remedy: "choose another baud rate")"
        case .io where errno == Posix.alreadyExists:
            "\(port) is there already and is not a symbolic link\(remedy: "remove it, or choose another path")"
        case .io:
            "\(port) failed in \(operation) (\(Posix.message(for: errno)))\(remedy: "plug the device in again and retry")"
        }
    }
}

extension TransportError {
    /// A system call's failure while the port `port` was opened.
    init(opening port: String, _ failure: Posix.Failure) {
        self.init(Posix.codeWhenOpening(failure.errno), port: port, operation: "\(failure.call)", errno: failure.errno)
    }

    /// A system call's failure on the open port `port`.
    init(using port: String, _ failure: Posix.Failure) {
        let code: Code = Posix.meansGone(failure.errno) ? .disconnected : .io
        self.init(code, port: port, operation: "\(failure.call)", errno: failure.errno)
    }
}
