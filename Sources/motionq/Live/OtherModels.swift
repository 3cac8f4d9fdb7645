import Files
import Formatting
import MotionQWorkshop
import MotionRecognition
import Outlets

/// Models that may be asked for while another one runs, all of them read before it begins.
enum OtherModels {
    /// Reads those of a folder.
    ///
    /// - Parameter usual: with which it begins; one of the folder with its name is the same.
    /// - Throws: why one cannot be read; a refusal if there is none, or another one with the name of the usual.
    static func read(inFolder folder: String, beside usual: LiveSetup, feedbackMap: String?) throws -> [LiveSetup] {
        let files = try Folder.names(in: folder).filter { $0.hasSuffix(".safetensors") }
        guard !files.isEmpty else { throw Refusal(.noInput, "\(printable(folder)) holds no model: *.safetensors") }
        let all = try files.map { try LiveSetup(readingModelAt: "\(folder)/\($0)", feedbackMap: feedbackMap) }
        func plain(_ setup: LiveSetup) -> String { OutletModel.plain(Path.name(of: setup.name)) }
        let name = plain(usual)
        if let twin = all.first(where: { plain($0) == name }), twin.model.networkHash != usual.model.networkHash {
            throw Refusal(
                .usage, "\(printable(folder)) holds another model with the name of --model, \(printable(name)); rename one")
        }
        return all.filter { plain($0) != name }
    }
}
