import Simulation
import Synchronization

/// What the made-up person of the page's simulated board is told, and what they are at; for any thread.
final class WritersMood: Sendable {
    private struct State {
        var (isLed, isBusy, shapes) = (false, false, 3)
    }

    private let state = Mutex(State())

    /// Whether somebody leads them by lights; else they write one shape after the other, as whoever tries a thing out.
    var isLed: Bool {
        get { state.withLock { $0.isLed } }
        set { state.withLock { $0.isLed = newValue } }
    }

    /// Shapes that they write by themselves.
    var shapes: Int {
        get { state.withLock { $0.shapes } }
        set { state.withLock { $0.shapes = newValue } }
    }

    /// Whether the hand moves.
    var isBusy: Bool {
        get { state.withLock { $0.isBusy } }
        set { state.withLock { $0.isBusy = newValue } }
    }
}

/// A made-up person who writes what the lights say while somebody teaches, and else whatever comes to mind.
struct PlayfulWriter: LightWatcher {
    private var writer: ObedientWriter
    private let mood: WritersMood
    /// The shape that was begun unasked.
    private var begun: Int?
    private var next = 0
    /// When the hand moved last, in seconds.
    private var moved = 0.0

    /// Seconds for which the hand is still between two shapes.
    private static let pause = 2.0

    init(_ writer: ObedientWriter, mood: WritersMood) { (self.writer, self.mood) = (writer, mood) }

    mutating func see(light: Int, isOn: Bool, at time: Double) {
        // Who writes unasked does not take the answer for a question.
        guard mood.isLed else { return }
        writer.see(light: light, isOn: isOn, at: time)
    }

    mutating func sample(at time: Double) -> [Float] {
        if writer.isBusy {
            moved = time
            if let shape = begun, writer.label != nil {
                writer.see(light: shape, isOn: false, at: time)
                begun = nil
            }
        } else if !mood.isLed, time - moved >= Self.pause {
            let shape = next % max(1, min(writer.labels.count, mood.shapes))
            next = shape + 1
            begun = shape
            writer.see(light: shape, isOn: true, at: time)
        }
        mood.isBusy = writer.isBusy
        return writer.sample(at: time)
    }
}
