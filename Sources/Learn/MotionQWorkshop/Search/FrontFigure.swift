import Formatting
import Foundation
import MotionCore

/// Accuracy against what it costs, along a logarithm: a mark for each candidate, a line along those that none beats.
///
/// Told apart without colour: full marks are on the front, hollow ones are beaten, a ring is round the one that was chosen.
struct FrontFigure {
    struct Point {
        var cost: Double
        var accuracy: Double
        var name: String
        var isChosen: Bool
    }

    let points: [Point]
    /// Places in `points`, from the cheapest.
    let front: [Int]
    let unit: String
    /// A budget, if there is one.
    let most: Double?

    private static let (left, right, top, bottom) = (36.0, 368.0, 22.0, 262.0)
    private static let radius = 4.0

    func svg(title: String) -> String {
        var drawing = Drawing(width: Self.right + 12, height: Self.bottom + 42)
        grid(&drawing)
        if let most, most >= costs.lowerBound, most <= costs.upperBound {
            drawing.line(x(most), Self.top, x(most), Self.bottom, "diagonal")
            drawing.text(x(most) - 4, Self.bottom - 6, "budget", "soft", .end)
        }
        drawing.polyline(front.map { (x(points[$0].cost), y(points[$0].accuracy)) }, "level")
        var taken = points.map { (x: x($0.cost) - Self.radius, y: y($0.accuracy) + Self.radius, width: 2 * Self.radius) }
        // Round the chosen one there is a ring.
        taken += points.filter(\.isChosen).map { (x: x($0.cost) - 2 * Self.radius, y: y($0.accuracy) + 4, width: 4 * Self.radius) }
        // What is on the front has its name first, the others where there is room.
        let order = front + points.indices.filter { !front.contains($0) }
        for index in order { mark(points[index], isOnFront: front.contains(index), &drawing) }
        for index in order { name(points[index], isOnFront: front.contains(index), &taken, &drawing) }
        return drawing.svg(title: title)
    }

    private func mark(_ point: Point, isOnFront: Bool, _ drawing: inout Drawing) {
        func circle(_ radius: Double, _ style: String) {
            drawing.rectangle(
                x(point.cost) - radius, y(point.accuracy) - radius, 2 * radius, 2 * radius, style, radius: radius)
        }
        circle(Self.radius, isOnFront ? "ink" : "axis")
        if point.isChosen { circle(2 * Self.radius, "level") }
    }

    /// Above the mark where a line leads to it, else beside it; nowhere if there is no room.
    private func name(
        _ point: Point, isOnFront: Bool, _ taken: inout [(x: Double, y: Double, width: Double)], _ drawing: inout Drawing
    ) {
        let width = Drawing.textWidth(point.name)
        let distance = point.isChosen ? 12.0 : 7
        let (markX, markY) = (x(point.cost), y(point.accuracy))
        let above = (x: markX - width / 2, y: markY - distance - 2)
        let beside = [(x: markX + distance, y: markY + 4), (x: markX - distance - width, y: markY + 4)]
        let places = isOnFront ? [above] + beside : beside + [above]
        let free = places.first { place in
            place.x >= Self.left && place.x + width <= Self.right + 12 && place.y > Self.top - 4
                && taken.allSatisfy { place.x + width < $0.x || $0.x + $0.width < place.x || abs($0.y - place.y) > 11 }
        }
        guard let place = free else { return }
        taken.append((place.x, place.y, width))
        drawing.text(place.x, place.y, point.name, point.isChosen ? "halo strong" : "halo")
    }

    private func grid(_ drawing: inout Drawing) {
        for tick in stride(from: accuracies.lowerBound, through: accuracies.upperBound + 1e-9, by: accuracyStep) {
            drawing.line(Self.left, y(tick), Self.right, y(tick), "grid")
            drawing.text(Self.left - 6, y(tick) + 4, Numbers.decimal(tick * 100, 0), "soft", .end)
        }
        for tick in costTicks {
            drawing.line(x(tick), Self.bottom, x(tick), Self.bottom + 4, "axis")
            drawing.text(x(tick), Self.bottom + 18, Self.short(tick), "soft", .middle)
        }
        drawing.line(Self.left, Self.bottom, Self.right, Self.bottom, "axis")
        drawing.text(Self.left - 30, Self.top - 10, "right, %", "soft")
        drawing.text((Self.left + Self.right) / 2, Self.bottom + 36, unit, "soft", .middle)
    }

    private func x(_ cost: Double) -> Double {
        let (low, high) = (log(costs.lowerBound), log(costs.upperBound))
        return Self.left + (log(cost) - low) / (high - low) * (Self.right - Self.left)
    }

    private func y(_ accuracy: Double) -> Double {
        let share = (accuracy - accuracies.lowerBound) / (accuracies.upperBound - accuracies.lowerBound)
        return Self.bottom - share * (Self.bottom - Self.top)
    }

    /// With room on both sides, and some even for one point.
    private var costs: ClosedRange<Double> {
        let all = points.map { max(1, $0.cost) }
        return (all.min() ?? 1) / 1.3...(all.max() ?? 1) * 1.3
    }

    /// 1, 2 and 5 times powers of ten.
    private var costTicks: [Double] {
        let powers = Int(saturating: log10(costs.lowerBound).rounded(.down))...Int(saturating: log10(costs.upperBound).rounded(.up))
        let ticks = powers.flatMap { power in [1, 2, 5].map { $0 * pow(10, Double(power)) } }.filter(costs.contains)
        return ticks.count > 6 ? ticks.filter { log10($0) == log10($0).rounded() } : ticks
    }

    /// Whole steps, so that both ends have a line.
    private var accuracies: ClosedRange<Double> {
        let all = points.map(\.accuracy)
        let low = max(0, ((all.min() ?? 0) / accuracyStep - 0.1).rounded(.down) * accuracyStep)
        let high = min(1, ((all.max() ?? 1) / accuracyStep + 0.1).rounded(.up) * accuracyStep)
        return low...max(high, low + accuracyStep)
    }

    private var accuracyStep: Double {
        let all = points.map(\.accuracy)
        let width = (all.max() ?? 1) - (all.min() ?? 0)
        return width <= 0.05 ? 0.01 : width <= 0.1 ? 0.02 : width <= 0.25 ? 0.05 : width <= 0.5 ? 0.1 : 0.2
    }

    private static func short(_ value: Double) -> String {
        if value >= 1e6 { return String(printing: "%g M", value / 1e6) }
        return value >= 1e3 ? String(printing: "%g k", value / 1e3) : String(printing: "%g", value)
    }
}
