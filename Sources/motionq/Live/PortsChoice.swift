import ArgumentParser
import Formatting

/// The ports of one device or of several, and how to open them.
struct PortsChoice: ParsableArguments {
    @Option(help: "The device's port; auto: the only or last USB device. Once for each device.") var port: [String] = []
    @OptionGroup var manner: PortManner
    @OptionGroup var captures: CaptureOptions

    func validate() throws {
        for port in port {
            try requireText(port, "--port")
            _ = try RemotePort(port)
        }
        guard Set(port).count == port.count else { throw ValidationError("--port names a device twice: once for each is enough") }
        guard port.count <= 1 || !manner.findsAxes else {
            throw ValidationError("--axes auto finds out how one board sits: do that with each alone, it says what to write")
        }
        try captures.check(port)
        try manner.foreign.sent.requireUnitsOfDevice()
    }

    /// A device of a list, which are several.
    func chosen(_ device: DeviceList.Device, among ports: [String]) throws -> ChosenPort {
        guard PortScene.captured(device.port) == nil else {
            throw Refusal(.usage, "\(printable(device.port)): a capture is of one device; name it with --port")
        }
        do { _ = try RemotePort(device.port) } catch { throw Refusal(.usage, "\(printable(device.port)): \(error)") }
        var chosen = ChosenPort(port: device.port, manner: manner)
        chosen.voice = device.name.map { Voice(named: $0) } ?? Voice(of: device.port, among: ports)
        return chosen
    }

    /// - Throws: that no port is named.
    func requireNamed() throws {
        guard !port.isEmpty else { throw ValidationError("name the device's port: --port auto, or a path (motionq ports)") }
    }

    /// The ports, as a verb follows them.
    ///
    /// - Throws: a capture that cannot be read, or not be made.
    func chosen(by verb: String) throws -> [ChosenPort] {
        try port.map { name in
            var chosen = try ChosenPort(port: name, manner: manner, scene: captures.scene(name, manner, verb: verb))
            chosen.voice = Voice(of: name, among: port)
            return chosen
        }
    }
}
