import ArgumentParser
import Presentation
import Transport

struct PortsVerb: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "ports", abstract: "List the serial ports and what is plugged in.")

    @Flag(help: "One JSON object a port on standard output.") var json = false

    func run() throws {
        let ports = PortDirectory.list()
        if json { return ports.forEach { Output.json(line($0)) } }
        if ports.isEmpty {
            Output.text("No serial port found. Plug a board in, or try `motionq simulate`, which is one.")
        }
        for port in ports {
            let ids = usbIDs(port).map { " [\($0)]" } ?? ""
            let names = [port.manufacturer, port.product, port.serialNumber].compactMap { $0 }.joined(separator: " ")
            Output.text("\(port.path)  \(printable(names.isEmpty ? port.description : names))\(ids)")
        }
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
