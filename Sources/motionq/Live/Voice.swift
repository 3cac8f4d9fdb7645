import Files
import Formatting

/// Says how a device does: with its name where there are several.
struct Voice {
    /// For people, and for programs; nil: it is the only one.
    private let names: (short: String, whole: String)?

    /// Of the only device.
    init() { names = nil }

    /// Of one device of several.
    ///
    /// - Parameter ports: of all.
    init(of port: String, among ports: [String]) {
        let short = Path.name(of: port)
        names = ports.count > 1 ? (ports.count { Path.name(of: $0) == short } == 1 ? short : port, port) : nil
    }

    /// Of a device that has a name.
    init(named name: String) { names = (name, name) }

    /// The device, for people; nil: it is the only one.
    var name: String? { names?.short }

    func text(_ line: String) { Output.text(named(line)) }
    func note(_ line: String) { Output.note(named(line)) }

    func json(_ line: JSONLine) { Output.json(named(line)) }

    /// A line that says which device it is about.
    func named(_ line: JSONLine) -> JSONLine {
        var line = line
        if let names { line.add("board", names.whole) }
        return line
    }

    private func named(_ line: String) -> String { names.map { "\($0.short): \(line)" } ?? line }
}
