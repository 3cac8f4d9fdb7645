import Foundation
import ModelImport
import Models
import Testing

/// Windows of input, and the probabilities that whatever wrote a network gave for them: a table with the columns
/// `x_<sample>_<input>`, then `p_<label>`.
struct NetworkCases {
    let (samples, features, labels): (Int, Int, Int)
    private let rows: [[Double]]

    init(_ path: String) throws {
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(whereSeparator: \.isNewline)
        let columns = lines[0].split(separator: ",")
        let inputs = columns.filter { $0.hasPrefix("x_") }.map { $0.split(separator: "_").compactMap { Int($0) } }
        (samples, features) = try #require(inputs.last.map { ($0[0] + 1, $0[1] + 1) })
        labels = columns.count - inputs.count
        rows = lines.dropFirst().map { $0.split(separator: ",").compactMap { Double($0) } }
        try #require(rows.count > 10 && rows.allSatisfy { $0.count == columns.count })
    }

    /// What no file says.
    var overrides: ImportOverrides {
        ImportOverrides(
            labels: (0..<labels).map { "class\($0)" }, window: samples, hop: samples,
            inputs: (0..<features).map { InputFeature(name: "x\($0)") })
    }

    /// The largest difference of a probability between an imported network and the cases.
    func largestDifference(_ model: FloatModel, carriesState: Bool = false) -> Double {
        var largest = 0.0
        var state = FloatState(zeroFor: model.network)
        for row in rows {
            var window: [Double] = []
            for sample in 0..<samples {
                window += model.description.inputs.normalised(Array(row[sample * features..<(sample + 1) * features]))
            }
            if !carriesState { state = FloatState(zeroFor: model.network) }
            let found = model.network.predict(window: window, state: &state)
            for (a, b) in zip(found, row[(samples * features)...]) {
                // What is no number is no small difference.
                let difference = (a - b).magnitude
                largest = difference.isFinite ? max(largest, difference) : .infinity
            }
        }
        print("\(model.network), float: largest |Δp| \(largest) of \(rows.count) windows")
        return largest
    }
}
