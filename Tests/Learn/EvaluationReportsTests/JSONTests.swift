import Evaluation
import EvaluationReports
import Formatting
import Foundation
import Testing

@Suite("An evaluation as JSON")
struct JSONTests {
    private func object() throws -> [String: Any] {
        let parsed = try JSONSerialization.jsonObject(with: Data(smallResult().json(of: smallSubject).line.utf8))
        return try #require(parsed as? [String: Any])
    }

    @Test("has exactly the documented keys")
    func keys() throws {
        let both = [
            "accuracy", "macro_f1", "confusion", "ece", "ece_by_chance", "ece_by_chance_95", "reliability",
            "false_events_per_minute", "false_events_per_hour", "false_events",
            "time_to_detection", "bytes", "memory", "nanoseconds_per_window",
        ].flatMap { [$0 + "_float", $0 + "_q15"] }
        let one = [
            "windows", "agreement", "max_abs_probability_difference", "rms_probability_difference",
            "p99_abs_probability_difference", "labels", "rest", "per_class",
            "probability_difference_histogram", "worst_windows", "layer_noise", "layer_noise_windows", "error_sources",
            "windows_evaluated", "sessions", "samples", "seconds", "left_out", "model", "data", "notes", "people", "decision",
            "accuracy_q15_95", "events_found_q15_95", "false_events_per_hour_q15_95", "worst_errors", "event_curve", "chips",
            "layers",
        ]
        #expect(try Set(object().keys) == Set(both + one))
    }

    @Test("a confusion matrix is an array of rows that add up to the windows")
    func confusion() throws {
        let object = try object()
        let rows = try #require(object["confusion_q15"] as? [[Int]])
        #expect(rows.count == 3 && rows.allSatisfy { $0.count == 3 })
        #expect(rows.flatMap { $0 }.reduce(0, +) == object["windows"] as? Int)
    }

    @Test("there is one entry a label, with precision, recall, F1, support and events")
    func perClass() throws {
        let entries = try #require(try object()["per_class"] as? [[String: Any]])
        let both = ["precision", "recall", "f1", "event_hits", "event_misses", "false_events"].flatMap {
            [$0 + "_float", $0 + "_q15"]
        }
        #expect(entries.map { $0["label"] as? String } == ["rest", "class1", "class2"])
        #expect(entries.allSatisfy { Set($0.keys) == Set(both + ["label", "support"]) })
    }

    @Test("what was left out is counted and named")
    func leftOut() throws {
        let leftOut = try #require(try object()["left_out"] as? [String: Any])
        #expect((leftOut["samples_by_label"] as? [String: Int])?["jump"] == 120)
        #expect((leftOut["windows_not_scored"] as? Int ?? 0) > 0)
    }

    @Test("what was not measured is null")
    func null() throws { #expect(try object()["nanoseconds_per_window_q15"] is NSNull) }
}
