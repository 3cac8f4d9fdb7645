import Files
import Formatting
import MotionQWorkshop
import MotionRecognition
import Outlets

/// Models that may be asked for while another one runs, all of them read before it begins.
struct OtherModels {
    private let folder: String
    private let all: [LiveSetup]

    /// Reads those of a folder.
    ///
    /// - Throws: why one cannot be read; a refusal if there is none.
    init(inFolder folder: String, feedbackMap: String?) throws {
        let files = try Folder.names(in: folder).filter { $0.hasSuffix(".safetensors") }
        guard !files.isEmpty else { throw Refusal(.noInput, "\(printable(folder)) holds no model: *.safetensors") }
        self.folder = folder
        all = try files.map { try LiveSetup(readingModelAt: Path.joined(folder, $0), feedbackMap: feedbackMap) }
    }

    /// Those that may take the place of the one with which it begins; one with its name is the same.
    ///
    /// - Throws: a refusal if that is another one.
    func beside(_ usual: LiveSetup) throws -> [LiveSetup] {
        func plain(_ setup: LiveSetup) -> String { OutletModel.plain(Path.name(of: setup.name)) }
        let name = plain(usual)
        if let twin = all.first(where: { plain($0) == name }), twin.model.networkHash != usual.model.networkHash {
            throw Refusal(
                .usage, "\(printable(folder)) holds another model with the name of --model, \(printable(name)); rename one")
        }
        return all.filter { plain($0) != name }
    }
}
