import DeviceTools
import Files
import Formatting
import Models
import MotionCore
import Quantization

extension DeviceExport {
    /// A model's network as it is sent to a device.
    ///
    /// - Throws: that it cannot be.
    init(installing path: String, wearer: WearerOption, decision: DecisionChoice) throws {
        let file = try wearer.worn(Model(readingQuantizedNetworkAt: path))
        try self.init(
            file, network: file.requireStreamed(in: path), named: printable(Path.name(of: path)),
            decision: decision.parameters(over: file.decision))
        try requireInstallable()
    }

    /// What an installer is to do with it.
    var goal: InstallGoal { .install(image: image, imageHash: imageHash, network: networkHash) }
}
