// The windows of a recording, and what begins and ends in it: StreamRecording MODEL RECORDING
import Foundation
import MotionQ15

guard CommandLine.arguments.count == 3 else { fatalError("usage: StreamRecording MODEL RECORDING") }
do {
    let model = try MotionModel(contentsOf: URL(filePath: CommandLine.arguments[1]))
    print(model)
    for window in try model.windows(ofRecordingAt: URL(filePath: CommandLine.arguments[2])) {
        print(window)
        if let event = window.event { print(event) }
    }
} catch {
    print(error)
}
