import Formatting
import LiveLoop
import Testing
import WireProtocol

@Suite("A rule that a device breaks, in words")
struct IrregularityWordsTests {
    struct Example: Sendable {
        let found: Irregularity
        /// What is seen.
        let symptom: String
        /// What is likely to be wrong in the firmware, or what becomes of it.
        let cause: String
        let word: String
    }

    static let examples = [
        Example(
            found: .repeatsFrames, symptom: "frames come twice or overtake one another", cause: "they are counted and not used",
            word: "repeats_frames"),
        Example(
            found: .indexGoesBack, symptom: "the index of DATA goes back while time goes on",
            cause: "the firmware must count samples from boot, over all sessions (PROTOCOL.md §2.1)", word: "index_goes_back"),
        Example(
            found: .countsWaiting, symptom: "count samples as sent that still wait",
            cause: "the index of HEARTBEAT and its like is that of the next sample to be sent (PROTOCOL.md §2.1)",
            word: "counts_waiting"),
        Example(
            found: .holdsSamples(milliseconds: 800), symptom: "the device holds samples for 800 ms",
            cause: "a frame should leave when its first sample is 20 ms old (PROTOCOL.md §4)", word: "holds_samples"),
        Example(
            found: .keepsSession, symptom: "HELLO announces other samples under the same session id",
            cause: "a change of rate, channels or axes begins a new session (PROTOCOL.md §6.1)", word: "keeps_session"),
        Example(
            found: .clockImpossible, symptom: "the device answers TIMESYNC with times that its headers' clock cannot have",
            cause: "both must be one clock (PROTOCOL.md §6.4)", word: "clock_impossible"),
    ]

    @Test("is what is seen, and what to change for it", arguments: examples)
    func sentence(_ example: Example) {
        #expect(example.found.sentence.contains(example.symptom))
        #expect(example.found.sentence.hasSuffix(example.cause))
    }

    @Test("is one word for programs", arguments: examples)
    func word(_ example: Example) { #expect(example.found.word == example.word) }

    @Test("is a note for people, without a full stop", arguments: examples)
    func note(_ example: Example) { #expect(LinkChange.irregular(example.found).sentence?.description == example.found.sentence) }
}
