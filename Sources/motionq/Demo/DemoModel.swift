import CProgram
import Files
import Models

/// The network that comes with the program. It knows synthetic motion only; `make demo-model` trains it.
enum DemoModel {
    static let name = "the model of the demo"

    static func read() throws(ModelFileError) -> Model {
        try Model(bytes: bundled_demo_network().copied, file: name)
    }

    /// Puts it into a file, for the verbs that take one.
    static func write(toFileAt path: String) throws(FileError) {
        try WholeFile.replace(fileAt: path, with: bundled_demo_network().copied)
    }
}
