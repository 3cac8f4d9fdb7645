// Samples from anywhere, here lines of numbers on standard input, at any rate: RecogniseSamples MODEL HERTZ
import Foundation
import MotionRecognition

guard CommandLine.arguments.count == 3, let rate = Double(CommandLine.arguments[2]), rate > 0 else {
    fatalError("usage: RecogniseSamples MODEL HERTZ")
}
do {
    let model = try MotionModel(contentsOf: URL(filePath: CommandLine.arguments[1]))
    let recogniser = try MotionRecogniser(model, rate: rate)
    while let line = readLine() {
        let sample = line.split(separator: ",").compactMap { Double($0) }
        guard sample.count == model.inputs.count else { continue }
        for window in recogniser.push(sample) {
            if let event = window.event { print(event) }
        }
    }
} catch {
    print(error)
}
