import MotionQWorkshop

// Chooses how a model's probabilities become events, for at most two false ones in an hour of what people do all day:
// TuneDecision gestures.safetensors strangers.csv tuned.safetensors
let arguments = CommandLine.arguments
var request = TuningRequest(model: try Model(readingFileAt: arguments[1]), data: LabelledMotion(paths: [arguments[2]]))
request.background.source.recordings = [DailyLife(seed: 5).recording(subjects: 0..<1, seconds: 10)]
request.mostFalsePerHour = 2
let tuned = try request.run { print($0.sentence) }
try tuned.model.write(toFileAt: arguments[3])
for (name, decision) in [("before", tuned.before), ("tuned", tuned.best)] {
    print("\(name): \(decision.gestures.hits) found, \(decision.falsePerHour ?? 0) false an hour")
}
for note in tuned.notes { print(note) }
