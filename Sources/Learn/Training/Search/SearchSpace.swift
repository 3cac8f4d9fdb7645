import MotionCore

/// What a search may choose from. What has one element only stays as it is.
package struct SearchSpace: Sendable {
    /// What training does without a search.
    package let start: SearchChoice
    /// Units of a layer.
    package var sizes = [4, 6, 8, 12, 16, 24, 32, 48, 64]
    /// Factors of the window's seconds.
    package var windows = [1, 0.5, 2]
    /// Samples per second, that of `start` the first.
    package var rates: [Double]
    package var variations = SearchVariation.allCases
    /// The hop of every candidate; nil for a quarter of its window.
    package var hop: Int?
    /// Whole strokes: a window each, without overlap.
    package var isOfStrokes = false

    /// Hands and feet move in a few hertz: less than this many samples per second does not show it.
    private static let leastRate = 12.5

    package init(_ start: SearchChoice) {
        self.start = start
        // 49.98 Hz is a clock's 50.
        let rate = start.rate >= 10 ? start.rate.rounded() : start.rate
        rates = [start.rate] + [rate / 2, rate / 4].filter { $0 >= Self.leastRate }
    }

    /// All windows at a rate and with a variation.
    func windows(like choice: SearchChoice) -> [SearchChoice] {
        windows.map { with(factor: $0, rate: choice.rate, choice) }
    }

    /// All rates, for as many seconds.
    func rates(like choice: SearchChoice) -> [SearchChoice] {
        let factor = Double(choice.window) / choice.rate * start.rate / Double(start.window)
        return rates.map { $0 == choice.rate ? choice : with(factor: factor, rate: $0, choice) }
    }

    func variations(like choice: SearchChoice) -> [SearchChoice] {
        variations.map { variation in
            var choice = choice
            choice.variation = variation
            return choice
        }
    }

    private func with(factor: Double, rate: Double, _ choice: SearchChoice) -> SearchChoice {
        var choice = choice
        guard factor != 1 || rate != start.rate else {
            (choice.window, choice.hop, choice.rate) = (start.window, start.hop, start.rate)
            return choice
        }
        let quarter = Double(start.window) / start.rate * factor * rate / 4
        choice.window = Int(saturating: min(max(quarter.rounded(), 1), 1024)) * 4
        choice.hop = isOfStrokes ? choice.window : hop ?? choice.window / 4
        choice.rate = rate
        return choice
    }
}
