import Formatting
package import PageServer

/// Several live runs on one page, which shows one of them, and of the others how they stand.
package final class PageDevices: PageContent, @unchecked Sendable {
    private let devices: [(name: String, page: RunPage)]
    /// The device that each page shows. Touched on the server's thread alone.
    private var shown: [Int: Int] = [:]

    /// - Parameter devices: in a person's order, with their names.
    package init(_ devices: [(name: String, page: RunPage)]) { self.devices = devices }

    package func file(_ path: String) -> PageFile? { PageFiles.file(path) }

    /// A page is told nothing before it has said which device it shows.
    package func opened(_ client: Int) {}

    package func closed(_ client: Int) {
        if let device = shown.removeValue(forKey: client) { devices[device].page.closed(client) }
    }

    /// - Parameter text: `device N`, from 0; anything else is for the device that is shown.
    package func received(_ text: String, from client: Int) {
        if text.hasPrefix("device ") {
            guard let device = Int(text.dropFirst(7)), devices.indices.contains(device), device != shown[client] else { return }
            closed(client)
            shown[client] = device
            devices[device].page.opened(client)
        } else if let device = shown[client] {
            devices[device].page.received(text, from: client)
        }
    }

    package func messages(for client: Int) -> [PageMessage] {
        guard let device = shown[client] else { return [] }
        let page = devices[device].page
        let line = line(shown: device)
        page.locked { page.facts[.devices] = line }
        return page.messages(for: client)
    }

    private func line(shown: Int) -> String {
        var line = JSONLine(type: "devices")
        line.add("shown", shown)
        line.add("devices", devices.map { name, page in page.locked { page.standing }.line(name) })
        return line.line
    }
}
