import ArgumentParser
import Formatting
import Foundation
import Transport

struct PortsVerb: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "ports", abstract: "List the serial ports and what is plugged in.")

    @Flag(help: "Go on, and tell of every port that comes or goes, until Ctrl-C.") var watch = false
    @Flag(help: "One JSON object a port on standard output.") var json = false

    func run() throws {
        if watch { return follow() }
        let ports = PortDirectory.list()
        if json { return ports.forEach { Output.json(line($0)) } }
        if ports.isEmpty {
            Output.text(
                "No serial port found. Plug a board in, or try `motionq simulate`, which is one; `motionq doctor` looks for the reason."
            )
        }
        for port in ports { Output.text(words(port)) }
    }

    private func follow() {
        Interrupt.install()
        var watch = PortWatch()
        var isFirst = true
        while !Interrupt.isRaised {
            for change in watch.observe(PortDirectory.list()) {
                switch change {
                case .present(let port): tell(port, "present", "=")
                case .came(let port): tell(port, "came", "+")
                case .went(let port): tell(port, "went", "−")
                }
            }
            if isFirst, !json { Output.text("Watching for ports that come or go; Ctrl-C ends it.") }
            isFirst = false
            for _ in 0..<4 where !Interrupt.isRaised { usleep(50_000) }
        }
    }

    private func tell(_ port: PortDescription, _ change: String, _ mark: String) {
        guard json else { return Output.text("\(mark) \(words(port))") }
        var line = line(port)
        line.add("change", change)
        Output.json(line)
    }

    private func words(_ port: PortDescription) -> String {
        let ids = usbIDs(port).map { " [\($0)]" } ?? ""
        return "\(port.path)  \(printable(port.names))\(ids)"
    }

    private func usbIDs(_ port: PortDescription) -> String? {
        guard let vendor = port.usbVendorID, let product = port.usbProductID else { return nil }
        return String(printing: "%04x:%04x", vendor, product)
    }

    private func line(_ port: PortDescription) -> JSONLine {
        var line = JSONLine(type: "port")
        line.add("path", port.path)
        line.add("description", port.description)
        if let id = usbIDs(port) { line.add("usb", id) }
        if let name = port.manufacturer { line.add("manufacturer", name) }
        if let name = port.product { line.add("product", name) }
        if let number = port.serialNumber { line.add("serial_number", number) }
        return line
    }
}

extension PortDescription {
    /// Who made the device, as whom it sells, and its number; what the system calls it where it says nothing of that.
    var names: String {
        let names = [manufacturer, product, serialNumber].compactMap { $0 }.joined(separator: " ")
        return names.isEmpty ? description : names
    }
}
