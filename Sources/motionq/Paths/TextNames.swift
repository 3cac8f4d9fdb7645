import ArgumentParser
import Formatting

/// Refuses a name that is no text: of a port, or of a label.
func requireText(_ name: String, _ option: String) throws {
    guard !UndecodableBytes.occur(in: name) else {
        throw ValidationError("\(option) wants UTF-8, which \(printable(name)) is not; choose another name")
    }
}
