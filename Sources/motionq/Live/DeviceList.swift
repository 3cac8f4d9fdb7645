import Files
import Formatting
import YAML

/// A file that names devices, each with its port, and its model and map if they are others than those of the command:
///
///     - port: /dev/ttyUSB0
///     - port: /dev/ttyUSB1
///       name: left hand
///       model: left.safetensors
///       feedback: left.yml
///
/// Files are looked for beside it.
struct DeviceList {
    let path: String

    struct Device {
        let port: String
        /// As lines call it; nil: by its port.
        var name: String?
        /// Paths; nil: the command's.
        var model: String?
        var feedback: String?

        var called: String { name ?? Path.name(of: port) }
    }

    /// More than one machine has, by far.
    private static let (mostBytes, most) = (1 << 20, 1000)

    /// - Throws: one sentence with file, line and mend.
    func read() throws -> [Device] {
        let bytes = try WholeFile.bytes(ofFileAt: path, limit: Self.mostBytes)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Refusal(.badData, "\(path) cannot be read as UTF-8 text")
        }
        let document: YAMLDocument
        do throws(YAMLDocument.Fault) { document = try YAMLDocument(text) } catch {
            throw refusal(error.line ?? 1, "this is no YAML (\(error.problem))")
        }
        guard let entries = document.root?.sequence, !entries.isEmpty else {
            throw refusal(document.root?.line ?? 1, "devices are a list: a line `- port: /dev/ttyUSB0` for each")
        }
        guard entries.count <= Self.most else { throw refusal(1, "there are more than \(Self.most) devices") }
        let devices = try entries.map(device)
        for (place, device) in devices.enumerated() {
            let before = devices[..<place]
            if before.contains(where: { $0.port == device.port }) {
                throw refusal(entries[place].line, "the port “\(device.port)” stands here a second time; leave one out")
            }
            if let name = device.name, devices.enumerated().contains(where: { $0.offset != place && $0.element.called == name }) {
                throw refusal(entries[place].line, "another device is called “\(name)”, too; give one of them another name")
            }
        }
        return devices
    }

    private func device(_ entry: YAMLNode) throws -> Device {
        guard let pairs = entry.mapping else { throw refusal(entry.line, "a device is `- port: /dev/ttyUSB0`") }
        var values: [String: String] = [:]
        for (key, value) in pairs {
            let known = ["port", "name", "model", "feedback"]
            guard let word = key.text, known.contains(word) else {
                throw refusal(key.line, "a device has no “\(key.text ?? "")”; it has \(known.joined(separator: ", "))")
            }
            guard let text = value.text, !text.isEmpty, printable(text) == text else {
                throw refusal(value.line, "“\(word)” wants a value of one line")
            }
            guard values.updateValue(text, forKey: word) == nil else {
                throw refusal(key.line, "“\(word)” stands there twice; leave one out")
            }
        }
        guard let port = values["port"] else { throw refusal(entry.line, "the device has no port; name it: `port: /dev/ttyUSB0`") }
        return Device(
            port: port, name: values["name"], model: values["model"].map(besideThis), feedback: values["feedback"].map(besideThis))
    }

    /// The path of a file that is named from this one's folder.
    private func besideThis(_ file: String) -> String {
        file.hasPrefix("/") ? file : Path.joined(Path.folder(of: path), file)
    }

    private func refusal(_ line: Int, _ problem: String) -> Refusal { Refusal(.badData, "\(path), line \(line): \(problem)") }
}
