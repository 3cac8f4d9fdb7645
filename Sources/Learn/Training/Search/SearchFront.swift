/// What no other candidate beats.
package enum SearchFront {
    /// - Parameter points: what each candidate costs, and its accuracy.
    /// - Returns: the points for which no other is as cheap and as accurate, from the cheapest; of equal ones the first.
    package static func indices(of points: [(cost: Double, accuracy: Double)]) -> [Int] {
        let ordered = points.indices.sorted {
            (points[$0].cost, -points[$0].accuracy, $0) < (points[$1].cost, -points[$1].accuracy, $1)
        }
        var front: [Int] = []
        for index in ordered where points[index].accuracy > front.last.map({ points[$0].accuracy }) ?? -.infinity {
            front.append(index)
        }
        return front
    }
}
