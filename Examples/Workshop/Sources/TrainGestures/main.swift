import MotionQWorkshop

// Trains a small network on labelled recordings, and says what it is worth on motion that was kept out:
// TrainGestures gestures.csv gestures.safetensors
var request = TrainingRequest(paths: [CommandLine.arguments[1]])
request.data.validation = .end(share: 0.2)
request.background = .none
request.settings.hidden = 8
request.settings.length = .passes(8)
let trained = try request.run { progress in
    if case .epoch(let report) = progress { print("epoch \(report.epoch): loss \(report.trainingLoss)") }
}
let quantized = try trained.quantized()
try quantized.model.write(toFileAt: CommandLine.arguments[2])
let verdict = try quantized.verdict()
print("\(verdict.name): float \(verdict.accuracyFloat), Q15 \(verdict.accuracyQ15) of \(verdict.windows) windows")
