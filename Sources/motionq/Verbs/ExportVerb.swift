import ArgumentParser
import Files
import ModelConversion
import ModelFile
import Presentation

struct ExportVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write a model's Q15 network as constant data for a microcontroller.",
        discussion: """
            Writes network.h and network.c (C99), Network.swift and module.modulemap (Embedded Swift) into a folder: the numbers that this \
            machine's engine reads, in the same order, so that the device gets the same bits. network.mqn is the same network as one \
            stretch of bytes, for a device that takes another one without new firmware. The decision options become constants of the \
            device; give `motionq run --shadow` the same ones. firmware-protocol/ has the firmware and the C library that run them.
            """)

    @Option(help: "The model file.") var model: String
    @Option(help: "What to write.") var format = Format.embedded
    @Option(name: .shortAndLong, help: "The folder to write to; it is made if it is not there.") var output: String
    @Option(
        help:
            "Of a model from teach --head-alone: so many labels more, which the device is taught itself, by a button (1 ... 16).")
    var teachable: Int?
    @OptionGroup var decision: DecisionChoice

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case embedded
    }

    func validate() throws {
        guard (1...16).contains(teachable ?? 1) else { throw ValidationError("--teachable takes 1 to 16 labels") }
        let files = DeviceExport.fileNames.map { Path.joined(output, $0) }
        for (index, file) in files.enumerated() {
            try requireApart(file, called: "the export", option: "--output", from: [model])
            let identity = FileIdentity(of: file)
            if let other = files[..<index].first(where: { identity != nil && FileIdentity(of: $0) == identity }) {
                throw ValidationError("\(printable(file)) and \(printable(other)) are one file; choose another --output")
            }
        }
    }

    func run() throws {
        try reportingRefusals {
            let file = try Model(readingQuantizedNetworkAt: model)
            let export = try DeviceExport(
                file, network: file.requireStreamed(in: model), named: printable(Path.name(of: model)),
                decision: decision.parameters(over: file.decision), places: teachable ?? 0)
            try FileSet.replace(inFolder: output, export.contents)
            for name in DeviceExport.fileNames { Output.noteLink(Path.joined(output, name)) }
            let first = printable(Path.joined(output, DeviceExport.fileNames[0]))
            Output.note("\(printable(model)) → \(([first] + DeviceExport.fileNames.dropFirst()).joined(separator: ", "))")
            Output.text(
                "\(Numbers.bytes(export.constantBytes)) of constants; \(Numbers.bytes(export.workingBytes)) of memory for the windows, "
                    + "\(Numbers.bytes(export.decisionBytes)) for the decisions"
                    + (export.teachingBytes > 0 ? ", \(Numbers.bytes(export.teachingBytes)) to be taught" : ""))
            Output.next(
                "make arduino MODEL=\(printable(model)), or, for a board that takes networks over its line, motionq install --port auto "
                    + "--model \(printable(model))")
        }
    }
}
