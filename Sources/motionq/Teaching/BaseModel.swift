import CProgram
import Models

/// The network that comes with the program, for teaching: it has learned to tell made-up strokes apart, with gravity and without,
/// and no gesture of anybody's. `make base-model` trains it.
enum BaseModel {
    static let name = "the network that comes with the program"

    static func read() throws(ModelFileError) -> Model {
        try Model(bytes: bundled_base_network().copied, file: name)
    }
}
