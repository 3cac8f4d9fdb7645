import LiveLoop
import WireProtocol

extension FuzzTarget {
    /// Feedback maps in YAML.
    static let feedbackMap = FuzzTarget(
        "map", reads: "feedback maps in YAML",
        sources: ["Sources/Live/LiveLoop/FeedbackMap/FeedbackMap.swift", "Sources/Base/YAML"],
        words: [
            "labels:", "shake:", "time_to_live_ms:", "least_confidence:", "enter:", "exit:", "- led:", "rgb:", "buzzer:",
            "vibration:", "pattern: ", "blink", "\"#ff8000\"", "color:",
            "duration_ms:", "&a", "*a", "<<: *a", "---", "...", "!!str", "? ", "|\n", ">-", "{", "[", "%YAML 1.1\n",
        ], seeds: { [] }
    ) { bytes throws(FuzzFault) in
        let text = String(decoding: bytes, as: UTF8.self)
        let table: FeedbackTable
        do throws(FeedbackMapError) {
            table = try FeedbackMap(labels: ["rest", "shake", "wave"], file: "f").parse(text)
        } catch {
            try requireShort("\(error)")
            return try require(
                (error.line ?? 1) <= bytes.count + 1, "a refusal names line \(error.line ?? 0) of \(bytes.count) bytes")
        }
        for entry in table.entries {
            let isInRange = (0..<3).contains(entry.label) && entry.action.unit < 8 && (1...10_000).contains(entry.timeToLive)
            try require(isInRange, "a map asks for what no device takes: \(entry)")
        }
    }
}
