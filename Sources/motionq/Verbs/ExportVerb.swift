import ArgumentParser
import Files
import Formatting
import ModelImport
import Models
import MotionCore
import Quantization

struct ExportVerb: ParsableCommand, FillsAFolder {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write a model's network for a microcontroller or other tools.",
        discussion: """
            Writes network.h and network.c (C99), Network.swift and module.modulemap (Embedded Swift), and network.mqn (for install) into \
            a folder: the numbers of this machine's engine, so that the device gets the same bits. --onnx and --state-dict write the float network, \
            as import reads it.

            \(allOptions(of: "export"))
            """)

    // Before what must be given, so that a list of the chips needs nothing else.
    @OptionGroup(visibility: .hidden) var chips: ChipOption
    @Option(help: "The model file.") var model: InputPath
    @Option(name: .shortAndLong, help: "The folder to write to; it is made if it is not there.") var output: OutputPath?
    @Option(help: "An ONNX file of the float network to write.") var onnx: OutputPath?
    @Option(help: "A PyTorch state dict (safetensors) of the float network to write.") var stateDict: OutputPath?
    @Option(
        help: .rare(
            """
            Labels more, which the device is taught itself by a button (1 ... 16); for a model from teach --head-alone.
            """))
    var teachable: Int?
    @OptionGroup var decision: DecisionChoice
    @OptionGroup var wearer: WearerOption

    var filesOfOutput: [String] { output.map { folder in DeviceExport.fileNames.map { Path.joined(folder.path, $0) } } ?? [] }

    func validate() throws {
        guard (1...16).contains(teachable ?? 1) else { throw ValidationError("--teachable takes 1 to 16 labels") }
        guard output ?? onnx ?? stateDict != nil else {
            throw ValidationError("nothing is to be written; give --output and a folder, --onnx or --state-dict and a file")
        }
    }

    func run() throws {
        try reportingRefusals {
            if onnx ?? stateDict != nil { try writeFloatNetwork() }
            guard let output else { return }
            let file = try wearer.worn(Model(readingQuantizedNetworkAt: model.path))
            let network = try file.requireStreamed(in: model.path)
            let export = try DeviceExport(
                file, network: network, named: printable(Path.name(of: model.path)),
                decision: decision.parameters(over: file.decision), writtenBy: "motionq export", places: teachable ?? 0)
            try FileSet.replace(inFolder: output.path, export.contents)
            for name in DeviceExport.fileNames { Output.noteLink(Path.joined(output.path, name)) }
            let first = printable(Path.joined(output.path, DeviceExport.fileNames[0]))
            Output.note("\(printable(model.path)) → \(([first] + DeviceExport.fileNames.dropFirst()).joined(separator: ", "))")
            Output.text(
                "\(Numbers.bytes(export.constantBytes)) of constants, \(Numbers.bytes(NetworkWeights.tableBytes)) of them tables of "
                    + "functions, which network.mqn (\(Numbers.bytes(export.image.count))) leaves to the firmware"
                    + (export.strokeBytes > 0 ? ", and \(Numbers.bytes(export.strokeBytes)) that cut strokes" : "")
                    + "; \(Numbers.bytes(export.classifierBytes)) of memory for the windows in C, "
                    + "\(Numbers.bytes(export.decisionBytes)) for the decisions"
                    + (export.orientationBytes > 0 ? ", \(Numbers.bytes(export.orientationBytes)) for the orientation" : "")
                    + (export.teachingBytes > 0 ? ", \(Numbers.bytes(export.teachingBytes)) to be taught" : ""))
            if let chip = chips.known { Output.text(ChipLoad(export, of: file, network: network, on: chip).text) }
            if wearer.wearer.isEmpty {
                Output.next("make arduino MODEL=\(makeValue: model.path)", "into the Arduino library's example")
            }
            Output.next(
                "motionq install --port auto --model \(path: model.path)\(options: wearer.words)",
                "to a board that takes networks over its line")
            Output.note("docs/DEVICE.md: how to compile it into firmware of your own, in C or Swift")
        }
    }

    /// The network as it was trained, for other tools.
    private func writeFloatNetwork() throws {
        let file = try wearer.worn(Model(readingFileAt: model.path))
        if let input = file.description.inputs.first(where: { $0.usual != nil }) {
            throw Refusal(
                .badData,
                "\(printable(model.path)) reads where \(input.name) is in its wearer's range, which no other tool knows of"
                    + "; make it one wearer's own with --wearer recording.csv")
        }
        guard let source = file.floatModel else {
            throw Refusal(.badData, "\(printable(model.path)) holds no float network; make it again by train or import")
        }
        // Both are complete before the first is written.
        let state = try stateDict.map { path in (path, try PyTorchExporter.file(of: source, named: path.path)) }
        if let onnx {
            try ONNXExporter.write(source, toFileAt: onnx.path)
            Output.note("\(printable(model.path)) → \(printable(onnx.path)): \(source.network)")
        }
        if let (path, state) = state {
            try state.write(toFileAt: path.path)
            Output.note("\(printable(model.path)) → \(printable(path.path)): \(source.network)")
        }
        if file.quantized?.detector != nil {
            Output.note("What calls windows unknown is not in it: it works on Q15.")
        }
    }
}
