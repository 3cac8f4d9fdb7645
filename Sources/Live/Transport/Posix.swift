// The one file of this module that knows which operating system it runs on. Everything else calls it through `Posix`.
import CLibSerialPort

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The system calls this module makes, with typed errors. None of them allocates where it takes no path.
enum Posix {
    /// A C function that failed, and the `errno` it left.
    struct Failure: Error {
        let call: StaticString
        let errno: Int32
    }

    /// What `poll` says of a descriptor.
    struct Readiness: OptionSet {
        let rawValue: UInt8
        static let readable = Readiness(rawValue: 1)
        static let writable = Readiness(rawValue: 2)
        static let hungUp = Readiness(rawValue: 4)
    }

    /// What a path or a descriptor stands for.
    enum Kind { case characterDevice, regularFile, directory, symbolicLink, socket, other }

    private static func failure(_ call: StaticString) -> Failure { Failure(call: call, errno: errno) }
}

// MARK: - Moving bytes

extension Posix {
    /// Waits for a descriptor. An empty result means that the time passed; a signal ends the wait with `EINTR`.
    static func poll(_ descriptor: Int32, for wish: Readiness, milliseconds: Int32) throws(Failure) -> Readiness {
        let events = Int16(wish.contains(.readable) ? POLLIN : 0) | Int16(wish.contains(.writable) ? POLLOUT : 0)
        var request = pollfd(fd: descriptor, events: events, revents: 0)
        #if canImport(Darwin)
            let count = Darwin.poll(&request, 1, milliseconds)
        #else
            let count = Glibc.poll(&request, 1, milliseconds)
        #endif
        guard count >= 0 else { throw failure("poll") }
        var readiness: Readiness = []
        let seen = Int32(request.revents)
        if seen & Int32(POLLIN) != 0 { readiness.insert(.readable) }
        if seen & Int32(POLLOUT) != 0 { readiness.insert(.writable) }
        if seen & Int32(POLLHUP | POLLERR | POLLNVAL) != 0 { readiness.insert(.hungUp) }
        return readiness
    }

    static func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(Failure) -> Int {
        #if canImport(Darwin)
            let count = Darwin.read(descriptor, buffer.baseAddress, buffer.count)
        #else
            let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        #endif
        guard count >= 0 else { throw failure("read") }
        return count
    }

    /// Writes what there is room for. A socket whose peer has gone fails with `EPIPE` instead of raising SIGPIPE.
    static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, isSocket: Bool) throws(Failure) -> Int {
        #if canImport(Darwin)
            let count = Darwin.write(descriptor, bytes.baseAddress, bytes.count)
        #else
            let count =
                isSocket
                ? send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
                : Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        #endif
        guard count >= 0 else { throw failure("write") }
        return count
    }

    /// A clock that never goes back.
    static func monotonicMilliseconds() -> Int64 {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000
    }
}

// MARK: - Descriptors

extension Posix {
    /// Opens a path for reading and writing, without waiting, and without making it this process's terminal.
    static func open(_ path: String) throws(Failure) -> Int32 {
        #if canImport(Darwin)
            let descriptor = Darwin.open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        #else
            let descriptor = Glibc.open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        #endif
        guard descriptor >= 0 else { throw failure("open") }
        return descriptor
    }

    /// Milliseconds in which the program at a local socket must take a connection; one that is stopped never does.
    static let connectingMilliseconds: Int64 = 1000

    /// Connects to the local socket at a path, which must not be longer than a socket's name may be.
    ///
    /// - Throws: `EAGAIN` if its listener took no connection in time.
    static func connect(_ path: String) throws(Failure) -> Int32 {
        #if canImport(Darwin)
            let descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
        #else
            let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        #endif
        guard descriptor >= 0 else { throw failure("socket") }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let fits = withUnsafeMutableBytes(of: &address.sun_path) { name in
            guard path.utf8.count < name.count else { return false }
            name.copyBytes(from: path.utf8)
            return true
        }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        do throws(Failure) {
            guard fits else { throw Failure(call: "connect", errno: ENAMETOOLONG) }
            // Without O_NONBLOCK the call waits for as long as the listener's queue is full.
            let flags = fcntl(descriptor, F_GETFL)
            guard flags >= 0, fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) >= 0 else { throw failure("fcntl") }
            let deadline = monotonicMilliseconds() + connectingMilliseconds
            while let failed = refusal(of: descriptor, connectingTo: &address, size) {
                guard meansTryAgain(failed.errno) || meansInterrupted(failed.errno), monotonicMilliseconds() < deadline else {
                    throw failed
                }
                usleep(20_000)
            }
        } catch {
            close(descriptor)
            throw error
        }
        return descriptor
    }

    /// - Returns: nil if the socket is connected.
    private static func refusal(of descriptor: Int32, connectingTo address: inout sockaddr_un, _ size: socklen_t) -> Failure? {
        let connected = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                #if canImport(Darwin)
                    Darwin.connect(descriptor, address, size)
                #else
                    Glibc.connect(descriptor, address, size)
                #endif
            }
        }
        return connected == 0 ? nil : failure("connect")
    }

    static func close(_ descriptor: Int32) {
        // Not repeated on EINTR: both systems have given the number back by then, and another thread may have it already.
        #if canImport(Darwin)
            _ = Darwin.close(descriptor)
        #else
            _ = Glibc.close(descriptor)
        #endif
    }

    static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    static func kind(of descriptor: Int32) -> Kind {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return .other }
        return kind(mode: status.st_mode)
    }

    /// Makes an adopted descriptor non-blocking, closed on exec, and silent about a peer that has gone.
    static func prepareAdopted(_ descriptor: Int32) throws(Failure) {
        let flags = fcntl(descriptor, F_GETFL)
        guard flags >= 0, fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) >= 0, fcntl(descriptor, F_SETFD, FD_CLOEXEC) >= 0 else {
            throw failure("fcntl")
        }
        #if canImport(Darwin)
            var yes: Int32 = 1
            _ = setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }

    /// Takes the advisory lock that keeps a second opener out, even one run by root; fails with `EWOULDBLOCK` when it is taken.
    /// What cannot be locked at all counts as locked.
    static func lock(_ descriptor: Int32) throws(Failure) {
        if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { throw failure("flock") }
    }

    private static func kind(mode: mode_t) -> Kind {
        switch mode & S_IFMT {
        case S_IFCHR: .characterDevice
        case S_IFREG: .regularFile
        case S_IFDIR: .directory
        case S_IFLNK: .symbolicLink
        case S_IFSOCK: .socket
        default: .other
        }
    }
}

// MARK: - Terminals

extension Posix {
    /// Lets all 256 byte values pass unchanged and unechoed, as soon as they are there.
    static func makeRaw(_ descriptor: Int32) throws(Failure) {
        var settings = termios()
        guard tcgetattr(descriptor, &settings) == 0 else { throw failure("tcgetattr") }
        cfmakeraw(&settings)
        guard tcsetattr(descriptor, TCSANOW, &settings) == 0 else { throw failure("tcsetattr") }
    }

    /// Leaves DTR and RTS as they are when the port is closed.
    static func keepLinesAtClose(_ descriptor: Int32) throws(Failure) {
        var settings = termios()
        guard tcgetattr(descriptor, &settings) == 0 else { throw failure("tcgetattr") }
        settings.c_cflag &= ~tcflag_t(HUPCL)
        guard tcsetattr(descriptor, TCSANOW, &settings) == 0 else { throw failure("tcsetattr") }
    }

    /// Keeps programs that do not know this lock out of a terminal; only root can still open it.
    static func setExclusive(_ descriptor: Int32, _ exclusive: Bool) throws(Failure) {
        guard ioctl(descriptor, UInt(exclusive ? TIOCEXCL : TIOCNXCL)) == 0 else { throw failure("ioctl") }
    }

    /// Opens a new pseudo-terminal: its master side in raw mode, and the path of its slave side.
    static func openPseudoTerminal() throws(Failure) -> (master: Int32, slavePath: String) {
        let master = posix_openpt(O_RDWR | O_NOCTTY)
        guard master >= 0 else { throw failure("posix_openpt") }
        do throws(Failure) {
            guard grantpt(master) == 0 else { throw failure("grantpt") }
            guard unlockpt(master) == 0 else { throw failure("unlockpt") }
            var name = [CChar](repeating: 0, count: 128)
            let result = ptsname_r(master, &name, name.count)
            guard result == 0 else { throw Failure(call: "ptsname_r", errno: result > 0 ? result : errno) }
            try makeRaw(master)
            return (master, text(name.prefix { $0 != 0 }))
        } catch {
            close(master)
            throw error
        }
    }

    /// Whether a resolved path is the slave side of a pseudo-terminal.
    static func isPseudoTerminal(resolvedPath path: String) -> Bool {
        #if canImport(Darwin)
            path.hasPrefix("/dev/ttys")
        #else
            path.hasPrefix("/dev/pts/")
        #endif
    }
}

// MARK: - Paths

extension Posix {
    /// The path with every symbolic link in it followed.
    static func resolve(_ path: String) throws(Failure) -> String {
        guard let resolved = realpath(path, nil) else { throw failure("realpath") }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// What is at `path`; a symbolic link itself, not what it points at. `nil` when there is nothing.
    static func kind(ofPath path: String) -> Kind? {
        var status = stat()
        return lstat(path, &status) == 0 ? kind(mode: status.st_mode) : nil
    }

    /// A number that changes whenever something in a folder comes or goes, also if it comes back under its old name; nil for a
    /// folder that is not there.
    static func fingerprint(ofFolder path: String) -> Int? {
        guard let folder = opendir(path) else { return nil }
        defer { closedir(folder) }
        var hasher = Hasher()
        while let entry = readdir(folder) {
            hasher.combine(entry.pointee.d_ino)
            withUnsafeBytes(of: &entry.pointee.d_name) {
                hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: $0.prefix { $0 != 0 }))
            }
        }
        return hasher.finalize()
    }

    static func linkTarget(_ path: String) -> String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &bytes, bytes.count)
        return count < 0 ? nil : text(bytes.prefix(count))
    }

    /// Makes `path` a symbolic link to `target` in one step, so that it is never found missing or half made. A symbolic link that
    /// is there already is replaced; anything else is left alone, with `EEXIST`.
    static func link(_ path: String, to target: String) throws(Failure) {
        if let kind = kind(ofPath: path), kind != .symbolicLink { throw Failure(call: "symlink", errno: EEXIST) }
        let newborn = "\(path).new-\(getpid())"
        // What a process that was killed here may have left.
        if kind(ofPath: newborn) == .symbolicLink { remove(newborn) }
        guard symlink(target, newborn) == 0 else { throw failure("symlink") }
        guard rename(newborn, path) == 0 else {
            let failed = failure("rename")
            _ = unlink(newborn)
            throw failed
        }
    }

    private static func text(_ characters: ArraySlice<CChar>) -> String {
        String(decoding: characters.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    static func remove(_ path: String) { _ = unlink(path) }
}

// MARK: - What error numbers mean

extension Posix {
    static let alreadyExists = EEXIST
    static let connectionLost = EIO

    static func meansTryAgain(_ errno: Int32) -> Bool { errno == EAGAIN || errno == EWOULDBLOCK }
    static func meansInterrupted(_ errno: Int32) -> Bool { errno == EINTR }

    /// Whether a transfer's error number says that the other side is no longer there. macOS reports an unplugged port as `ENXIO`.
    static func meansGone(_ errno: Int32) -> Bool {
        switch errno {
        case EIO, ENXIO, ENODEV, EPIPE, ECONNRESET, ENOTCONN: true
        default: false
        }
    }

    static func codeWhenOpening(_ errno: Int32) -> TransportError.Code {
        switch errno {
        case ENOENT, ENOTDIR, ELOOP, ENXIO, ENODEV, ECONNREFUSED, ENAMETOOLONG: .notFound
        case EACCES, EPERM: .notPermitted
        case EBUSY, EWOULDBLOCK: .busy
        case EISDIR, ENOTTY, EINVAL: .notASerialPort
        case EIO: .disconnected
        default: .io
        }
    }

    /// No process listens at a socket.
    static let refused = ECONNREFUSED

    static func message(for errno: Int32) -> String {
        errno == 0 ? "no reason given" : String(cString: strerror(errno))
    }

    /// What a person who was refused a path can do about it.
    static func permissionHint(forPath path: String) -> String {
        #if os(Linux)
            if path.hasPrefix("/dev/"), !isPseudoTerminal(resolvedPath: path) {
                return "add yourself to the group dialout (sudo usermod -aG dialout $USER) and log in again"
            }
        #endif
        return "ask its owner for read and write access, or choose another port"
    }
}
