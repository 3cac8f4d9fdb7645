import DeviceTools
import Files
import Foundation
import Transport

/// The USB device that was used last, so that `--port auto` finds it among several, on whatever path.
enum RememberedPort {
    private static let name = "port.json"

    /// Notes a USB device that was opened, or that has said its unique id. A convenience: where it cannot be written, nothing is
    /// lost.
    static func remember(_ port: PortDescription, uniqueID: String? = nil) {
        guard let folder = SettingsFolder.path, let device = RememberedDevice(port, uniqueID: uniqueID) else { return }
        // What is known already is not forgotten for having been opened once more.
        if let known, known.isLike(port), uniqueID == nil || known == device { return }
        guard let contents = try? JSONEncoder().encode(device) else { return }
        try? FileSet.replace(inFolder: folder, [(name, Array(contents))])
    }

    /// The one of these that was used last, if it is among them. Those that USB does not tell apart are asked for their HELLO.
    static func among(_ ports: [PortDescription], options: PortOptions) -> PortDescription? {
        known?.found(among: ports) { port in
            Output.note("several devices are alike; asking \(port.path) who it is")
            guard let transport = try? PortDirectory.open(path: port.path, options: options) else { return nil }
            defer { transport.close() }
            return Conversation.uniqueID(over: transport) { Interrupt.isRaised }
        }
    }

    private static var known: RememberedDevice? {
        guard let folder = SettingsFolder.path,
            let contents = try? WholeFile.bytes(ofFileAt: Path.joined(folder, name), limit: 1 << 16)
        else { return nil }
        return try? JSONDecoder().decode(RememberedDevice.self, from: Data(contents))
    }
}
