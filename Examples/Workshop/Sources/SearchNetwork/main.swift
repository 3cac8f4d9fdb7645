import MotionQWorkshop

// Looks for a network that fits into so many bytes of a chip: SearchNetwork gestures.csv 6000
var training = TrainingRequest(paths: [CommandLine.arguments[1]])
training.data.validation = .end(share: 0.2)
training.background = .none
training.settings.length = .passes(2)
var search = SearchRequest(training: training)
search.budget.mostBytes = Int(CommandLine.arguments[2])
search.budget.mostCandidates = 4
let found = try search.run { progress in
    guard case .tried(let candidate) = progress else { return }
    print("\(candidate.choice.units) units: \(candidate.validation.accuracy) in \(candidate.cost.bytes) bytes")
}
print("best: \(found.best.choice.units) units, windows of \(found.best.choice.window) samples")
// Trains it from the beginning, for as long as was asked for.
let model = try found.training.run().quantized().model
print("labels: \(model.description.labels)")
