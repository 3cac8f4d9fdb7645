import Foundation
import TestSupport
import Testing

/// Files of other people's tools, with the probabilities that those gave.
@Suite("Core ML files as Create ML and Turi Create write them", .enabled(if: SharedData.isThere, "\(SharedData.missing)"))
struct CreateMLFilesTests {
    private static let folder = "\(SharedData.folder)/strangers"

    /// `end_sample`, and the probabilities of the labels in the file's order.
    private func expected(_ path: String) throws -> (labels: [String], rows: [Int: [Double]]) {
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map { $0.split(separator: ",") }
        let rows = lines.dropFirst().map { (Int($0[0]) ?? 0, $0.dropFirst().compactMap { Double($0) }) }
        return (lines[0].dropFirst().map(String.init), Dictionary(uniqueKeysWithValues: rows))
    }

    @Test(
        "are imported with no option but the rate, and give their maker's probabilities and labels",
        arguments: ["watch", "turi6"], [("float", 1e-5), ("q15", 0.01)])
    func createML(_ name: String, _ arithmetic: (name: String, bound: Double)) throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let (model, folder) = (motionq.path("m.safetensors"), "\(Self.folder)/10-createml")
        let imported = try motionq.run("import", "\(folder)/\(name).mlmodel", "-o", model, "--rate", "25")
        #expect(imported.status == 0, "\(imported.errors)")
        let (labels, rows) = try expected("\(folder)/\(name).expected.csv")
        let found = try motionq.run(
            "classify", "--model", model, "--data", "\(folder)/motion.csv", "--arithmetic", arithmetic.name, "--json"
        ).objects()
        var compared = 0
        for line in found {
            guard let end = line["end_sample"] as? Int, let wanted = rows[end] else { continue }
            let given = labels.map { (line["probabilities"] as? [String: Double])?[$0] ?? .nan }
            for (one, other) in zip(given, wanted) { #expect(abs(one - other) <= arithmetic.bound, "\(end): \(given)") }
            #expect(line["label"] as? String == labels[wanted[0] > wanted[1] ? 0 : 1])
            compared += 1
        }
        #expect(compared == rows.count && compared == 6)
    }

    @Test("have the rate of their metadata, where nobody says another one")
    func rate() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let imported = try motionq.run("import", "\(Self.folder)/10-createml/watch.mlmodel", "-o", motionq.path("m.safetensors"))
        #expect(imported.status == 0 && imported.output.contains("at 75.0 Hz"), "\(imported.output)")
        #expect(imported.errors.contains("--apple-sign"), "\(imported.errors)")
    }

    @Test("of Turi Create 5 have names that are known, and a class without one is named")
    func olderNames() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let file = "\(Self.folder)/11-turi-names/turi5.mlmodel"
        let imported = try motionq.run("import", file, "-o", motionq.path("m.safetensors"), "--rate", "25")
        #expect(imported.status == 0 && imported.output.contains("unlabelled, sit, walk"), "\(imported.output)")
        #expect(imported.output.contains("reading gx, gy, gz, ax, ay, az") && imported.errors.contains("--labels"), "\(imported)")
        let named = try motionq.run(
            "import", file, "-o", motionq.path("n.safetensors"), "--rate", "25", "--labels", "rest,sit,walk")
        #expect(named.status == 0 && !named.errors.contains("without a name"), "\(named.errors)")
    }

    @Test("a recurrent layer that is a loop in ONNX is refused as one, with the way to export it again: 65")
    func loop() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        try motionq.run("import", "\(Self.folder)/09-onnx-loop/loop.onnx", "-o", motionq.path("m.safetensors"))
            .expectRefusal(65, says: "layer “sequential/lstm/while_loop” (Loop) is a recurrent layer written as a loop")
    }
}
