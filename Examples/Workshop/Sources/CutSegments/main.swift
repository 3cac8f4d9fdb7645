import MotionQWorkshop

// Says where motion begins and ends in recordings: CutSegments walk.csv …
let recordings = RecordingSource(paths: Array(CommandLine.arguments.dropFirst()))
let result = try SegmentationRequest(recordings).run { progress in
    guard case .session(let cut) = progress else { return }
    for segment in cut.segments {
        let (from, to) = segment.seconds(in: cut.session)
        print("\(cut.session.name): \(from) … \(to) s")
    }
}
print("\(result.segments) segments; \(result.scores.found) of \(result.scores.passages) labelled passages found")
