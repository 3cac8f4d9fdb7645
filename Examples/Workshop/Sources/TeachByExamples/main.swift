import MotionQWorkshop

// Teaches a network of strokes the gestures of a recording that has three examples of each:
// TeachByExamples base.safetensors gestures.csv mine.safetensors
let arguments = CommandLine.arguments
var request = TeachingRequest(
    try Model(readingFileAt: arguments[1]), named: arguments[1], examples: RecordingSource(paths: [arguments[2]]))
request.startsAnew = true
let taught = try request.run()
try taught.model.write(toFileAt: arguments[3])
for (label, count) in zip(taught.labels, taught.counts) { print("\(label): \(count) examples") }
print("named by the others: \(taught.leftOut.right) of \(taught.leftOut.all)")
