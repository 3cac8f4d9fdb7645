import ArgumentParser
import Files
import Foundation
import ModelConversion
import ModelFile
import Presentation

struct ExportVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write a model's Q15 network as constant data for a microcontroller.",
        discussion: """
            Writes network.h and network.c (C99), Network.swift and module.modulemap (Embedded Swift) into a folder: the numbers that this \
            machine's engine reads, in the same order, so that the device gets the same bits. The decision options become constants of the \
            device; give `motionq run --shadow` the same ones. firmware-protocol/ has the firmware and the C library that run them.
            """)

    @Option(help: "The model file.") var model: String
    @Option(help: "What to write.") var format = Format.embedded
    @Option(name: .shortAndLong, help: "The folder to write to; it is made if it is not there.") var output: String
    @OptionGroup var decision: DecisionChoice

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case embedded
    }

    func run() throws {
        try reportingRefusals {
            let file = try Model(readingQuantizedNetworkAt: model)
            guard let network = file.quantized else {
                throw Refusal(.badData, "\(model) holds no Q15 network; import or quantize it first")
            }
            let name = URL(filePath: model).lastPathComponent
            let export = try DeviceExport(file, network: network, named: name, decision: decision.parameters)
            do {
                try FileManager.default.createDirectory(atPath: output, withIntermediateDirectories: true)
            } catch {
                throw Refusal(.inputOutput, "the folder \(output) cannot be made: \(String(cString: strerror(errno)))")
            }
            for file in export.files { try WholeFile.replace(fileAt: "\(output)/\(file.name)", with: Array(file.text.utf8)) }
            Output.note("\(model) → \(output)/network.h, network.c, Network.swift, module.modulemap")
            Output.text(
                "\(Numbers.bytes(export.constantBytes)) of constants; \(Numbers.bytes(export.workingBytes)) of memory for the windows, "
                    + "\(Numbers.bytes(export.decisionBytes)) for the decisions")
        }
    }
}
