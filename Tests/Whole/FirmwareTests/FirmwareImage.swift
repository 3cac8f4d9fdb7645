import Foundation
import Models
import MotionCore
import Quantization
import TestSupport
import Testing

/// Firmware with a network in it, built as `make firmware` builds it.
struct FirmwareImage {
    let path: String
    /// The model file that a host needs beside it.
    let model: String

    /// Said by `make firmware-test`, which installs what these tests need.
    static let isWanted = ProcessInfo.processInfo.environment["MOTIONQ_FIRMWARE"] != nil
    static let unwanted: Comment = "needs QEMU and a compiler for ARM: make firmware-test"

    static let folder = Repository.root.appending(path: ".build/firmware/tests")

    /// - Parameters:
    ///   - name: of its folder; another name for each combination of the rest.
    ///   - model: a model file.
    ///   - board: a folder with what knows the registers, if it is another than `make firmware` takes.
    ///   - places: labels that the board is taught itself.
    init(
        _ name: String, model: String, decision: DecisionParameters = DecisionParameters(), program: String = "Application",
        board: String = "Board", places: Int = 0
    ) throws {
        let file = try Model(readingFileAt: model)
        let network = try #require(file.quantized)
        let out = Self.folder.appending(path: name)
        let exported = out.appending(path: "network")
        try FileManager.default.createDirectory(at: exported, withIntermediateDirectories: true)
        let export = try DeviceExport(file, network: network, named: name, decision: decision, places: places)
        for file in export.files { try Self.replace(exported.appending(path: file.name), with: file.text) }
        let log = out.appending(path: "build.log").path
        let status = try Self.shell(
            "make -s -C firmware-protocol/swift NETWORK='\(exported.path)' OUT='\(out.path)' CORE='\(Self.core)' "
                + "APPLICATION=\(program) BOARD='\(board)' >'\(log)' 2>&1")
        if status != 0 { Issue.record("the firmware does not build: \((try? String(contentsOfFile: log, encoding: .utf8)) ?? "")") }
        try #require(status == 0)
        path = out.appending(path: "firmware.elf").path
        self.model = model
    }

    /// The same network, said to be made for another rate.
    init(
        _ name: String, of model: String, rate: Double, decision: DecisionParameters = DecisionParameters(),
        board: String = "Board", places: Int = 0
    ) throws {
        var file = try Model(readingFileAt: model)
        file.description.rate = rate
        let path = Self.folder.appending(path: "\(name).safetensors").path
        try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
        try file.write(toFileAt: path)
        try self.init(name, model: path, decision: decision, board: board, places: places)
    }

    /// Only if it is another text, so that nothing is compiled twice.
    static func replace(_ file: URL, with text: String) throws {
        if (try? String(contentsOf: file, encoding: .utf8)) != text { try text.write(to: file, atomically: true, encoding: .utf8) }
    }

    /// The device core, which `make firmware` compiled.
    private static let core = Repository.path(".build/firmware/core")

    /// Runs in the repository's root.
    static func shell(_ command: String) throws -> Int32 {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", command]
        process.currentDirectoryURL = Repository.root
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// What a shell command prints.
    static func output(of command: String, in folder: URL) throws -> String {
        let file = folder.appending(path: UUID().uuidString)
        let status = try shell("{ \(command); } >'\(file.path)'")
        try #require(status == 0, "\(command)")
        return try String(contentsOf: file, encoding: .utf8)
    }

    // MARK: The demo's network

    private static let sharedDemo = Result { try FirmwareImage("demo", model: Repository.demoModel) }

    /// What `make firmware` builds.
    static func demo() throws -> FirmwareImage { try sharedDemo.get() }
}
