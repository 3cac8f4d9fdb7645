import Foundation
import Models
import MotionCore
import Testing

@Suite("A model file with a detector is refused")
struct DetectorRefusalTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let sentence: String
        let change: @Sendable (inout SafetensorsFile) -> Void
    }

    private static func tensor(_ file: inout SafetensorsFile, _ name: String, _ values: [Int16], _ shape: [Int]) {
        file.tensors["q15.detector.\(name)"] = .init(integers: values, shape: shape)
    }

    static let cases = [
        Case(testDescription: "without the metadata", sentence: "without the metadata “detector”") {
            $0.metadata["detector"] = nil
        },
        Case(testDescription: "without its limits", sentence: "is missing") { $0.tensors["q15.detector.limits"] = nil },
        Case(testDescription: "with limits of other labels", sentence: "has shape [2] where [3] is needed") {
            $0.tensors["q15.detector.limits"] = .init(integers: [1, 2] as [Int64], shape: [2])
        },
        Case(testDescription: "with a negative limit", sentence: "limit outside 0 … 4,294,967,295") {
            $0.tensors["q15.detector.limits"] = .init(integers: [1, 2, -1] as [Int64], shape: [3])
        },
        Case(testDescription: "with more rows than 16", sentence: "out of range") {
            $0.metadata["detector"] = #"{"format":6,"prototypes":1,"rows":17}"#
        },
        Case(testDescription: "with no prototypes", sentence: "out of range") {
            $0.metadata["detector"] = #"{"format":6,"prototypes":0,"rows":1}"#
        },
        Case(testDescription: "with a prototype too far out", sentence: "the detector has a Q-format or a shift outside the range")
        { file in
            guard let shape = file.tensors["q15.detector.prototypes"]?.shape else { return }
            tensor(&file, "prototypes", [Int16](repeating: 8192, count: shape.reduce(1, *)), shape)
        },
        Case(testDescription: "with weights that could overflow", sentence: "the detector, row 0, could overflow") { file in
            guard let shape = file.tensors["q15.detector.weight"]?.shape else { return }
            tensor(&file, "weight", [Int16](repeating: 32767, count: shape.reduce(1, *)), shape)
        },
    ]

    @Test("in a sentence", arguments: cases)
    func refused(_ one: Case) throws {
        let error = #expect(throws: ModelFileError.self) { try SmallModel.reread(SmallModel.detecting()) { one.change(&$0) } }
        #expect(error.map { "\($0)".contains(one.sentence) } == true, "\(error.map { "\($0)" } ?? "nothing thrown")")
    }
}
