/// A new pseudo-terminal whose master side is ours: a device that programs can open as if it were a serial port.
public final class PseudoTerminal {
    /// The path that programs open.
    public let slavePath: String
    /// The symbolic link to `slavePath`, where one was asked for.
    public let linkPath: String?
    /// The master side: what is written here arrives at whoever has opened `slavePath`.
    public let transport: DescriptorTransport
    private var slave: Int32?

    private init(slavePath: String, linkPath: String?, transport: DescriptorTransport, slave: Int32?) {
        self.slavePath = slavePath
        self.linkPath = linkPath
        self.transport = transport
        self.slave = slave
    }

    deinit { close() }

    /// Opens a pseudo-terminal in raw mode.
    ///
    /// - Parameters:
    ///   - linkPath: Where to put a symbolic link with a stable name. It appears in one step, replaces an older symbolic link
    ///     but nothing else, and goes away at `close` unless someone else has replaced it.
    ///   - keepsSlaveOpen: Keeps the slave side open, so that programs may come and go and the master never sees a hang-up.
    ///     Without it the master side is disconnected for good when the first program that opened the slave closes it.
    /// - Throws: `io` with `EEXIST` when something other than a symbolic link is at `linkPath`.
    public static func open(linkPath: String? = nil, keepsSlaveOpen: Bool = true) throws(TransportError) -> PseudoTerminal {
        let master: Int32
        let slavePath: String
        do throws(Posix.Failure) {
            (master, slavePath) = try Posix.openPseudoTerminal()
        } catch {
            throw TransportError(opening: "a pseudo-terminal", error)
        }
        let transport = try DescriptorTransport(adopting: master, name: linkPath ?? slavePath)
        do throws(Posix.Failure) {
            let slave = keepsSlaveOpen ? try Posix.open(slavePath) : nil
            let terminal = PseudoTerminal(slavePath: slavePath, linkPath: linkPath, transport: transport, slave: slave)
            if let linkPath { try Posix.link(linkPath, to: slavePath) }
            return terminal
        } catch {
            // The terminal closes itself when it is released; only a link that is ours is removed then.
            throw TransportError(opening: linkPath ?? slavePath, error)
        }
    }

    /// Removes the link and hangs up: whoever has the slave open sees an unplugged device. Harmless when repeated.
    public func close() {
        if let linkPath, Posix.linkTarget(linkPath) == slavePath { Posix.remove(linkPath) }
        transport.close()
        guard let open = slave else { return }
        slave = nil
        Posix.close(open)
    }
}
