import Formatting
import Quantization

/// Whether it matters that values were clipped. The noise at a place holds what clipping did there; so the noise judges it, and
/// not the number of values. Gates are the exception: beyond ±8, where they are clipped, tanh and sigmoid have at most 0.0004 left
/// to go.
struct ClippingVerdict {
    enum Judgement {
        case none
        case harmless
        case noticeable
        case costly
    }

    /// Signal to noise in decibels from which clipping cannot have cost anything to speak of, and from which it cannot have cost
    /// much: a three-hundredth and a fiftieth of the signal.
    private static let (enough, little) = (50.0, 34.0)

    private let noise: LayerNoise

    init(_ noise: LayerNoise) {
        self.noise = noise
    }

    func judgement(of place: LayerNoise.Place) -> Judgement {
        guard let clipped = place.saturated, clipped > 0 else { return .none }
        guard let decibels = place.decibels else { return .harmless }
        return decibels >= Self.enough ? .harmless : decibels >= Self.little ? .noticeable : .costly
    }

    /// All of it in one sentence.
    var sentence: String {
        let judgements = noise.places.map(judgement)
        if judgements.contains(.costly) { return "Something was clipped so often or so far that it costs." }
        if judgements.contains(.noticeable) { return "Something was clipped; it can be noticed." }
        return judgements.contains(.harmless) ? "What was clipped does not matter." : "Nothing was clipped."
    }

    /// A sentence for each place where something was clipped.
    var notes: [Sentence] {
        noise.places.compactMap { place in
            let share = String(printing: "%.2g %%", Double(place.saturated ?? 0) / Double(max(1, place.values)) * 100)
            let clipped = "\(place.name): \(share) of the values were clipped"
            switch judgement(of: place) {
            case .none: return nil
            case .harmless where place.decibels == nil:
                return "\(clipped), harmless: beyond ±8 tanh and sigmoid are flat to within 0.0004"
            case .harmless: return "\(clipped), harmless: the noise with it is \(Numbers.decibels(place.decibels)) below the signal"
            case .noticeable:
                return "\(clipped), to be noticed: the noise with it is only \(Numbers.decibels(place.decibels)) below the signal"
            case .costly:
                return
                    "\(clipped), which costs: the noise with it is only \(Numbers.decibels(place.decibels)) below the signal"
                    + "\(remedy: "\(code: .quantize, .setting(.data)) on recordings like these makes room")"
            }
        }
    }
}
