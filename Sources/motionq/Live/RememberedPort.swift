import Files
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

    /// `$XDG_CONFIG_HOME/motionq/port.json`, or the same below `~/.config`; nil where there is no home.
    private static var folder: String? {
        let environment = ProcessInfo.processInfo.environment.filter { !$0.value.isEmpty }
        let base = environment["XDG_CONFIG_HOME"] ?? environment["HOME"].map { Path.joined($0, ".config") }
        return base.map { Path.joined($0, "motionq") }
    }

    private static let name = "port.json"

    /// Notes a USB device. A convenience: where it cannot be written, nothing is lost.
    static func remember(_ port: PortDescription) {
        guard let folder, let identity = Identity(port), let contents = try? JSONEncoder().encode(identity) else { return }
        try? FileSet.replace(inFolder: folder, [(name, Array(contents))])
    }

    /// The one of these that was opened last, if it is among them.
    static func among(_ ports: [PortDescription]) -> PortDescription? {
        guard let folder, let contents = try? WholeFile.bytes(ofFileAt: Path.joined(folder, name), limit: 1 << 16),
            let identity = try? JSONDecoder().decode(Identity.self, from: Data(contents))
        else {
            return nil
        }
        let matches = ports.filter { Identity($0) == identity }
        return matches.count == 1 ? matches.first : nil
    }
}
