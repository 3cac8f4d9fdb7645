import Foundation
import Transport

/// The USB device that was opened last, so that `--port auto` finds it among several.
enum RememberedPort {
    private struct Identity: Codable, Equatable {
        var vendor: UInt16
        var product: UInt16
        var serialNumber: String?

        init?(_ port: PortDescription) {
            guard let vendor = port.usbVendorID, let product = port.usbProductID else { return nil }
            self.vendor = vendor
            self.product = product
            serialNumber = port.serialNumber
        }
    }

    /// `$XDG_CONFIG_HOME/motionq/port.json`, or the same below `~/.config`.
    private static var file: URL {
        let environment = ProcessInfo.processInfo.environment
        let base = environment["XDG_CONFIG_HOME"].flatMap { $0.isEmpty ? nil : URL(filePath: $0) }
        let config = base ?? FileManager.default.homeDirectoryForCurrentUser.appending(path: ".config")
        return config.appending(path: "motionq/port.json")
    }

    /// Notes a USB device. A convenience: where it cannot be written, nothing is lost.
    static func remember(_ port: PortDescription) {
        guard let identity = Identity(port), let contents = try? JSONEncoder().encode(identity) else { return }
        try? FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try? contents.write(to: file, options: .atomic)
    }

    /// The one of these that was opened last, if it is among them.
    static func among(_ ports: [PortDescription]) -> PortDescription? {
        guard let contents = try? Data(contentsOf: file), let identity = try? JSONDecoder().decode(Identity.self, from: contents)
        else {
            return nil
        }
        let matches = ports.filter { Identity($0) == identity }
        return matches.count == 1 ? matches.first : nil
    }
}
