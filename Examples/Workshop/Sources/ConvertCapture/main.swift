import MotionQWorkshop

// Makes a recording of what a board sent, logged byte for byte; each file is called after the motion in it:
// ConvertCapture all.csv shake_1.log shake_2.log …
var request = CaptureConversionRequest(Array(CommandLine.arguments.dropFirst(2)))
request.output = CommandLine.arguments[1]
request.names = .labels
let converted = try request.run { file in
    print("\(file.path): \(file.format.words), \(file.samples) samples, \(file.lost) lost")
}
print("\(converted.recording.sessions.count) sessions")
