import Recordings

/// Mean and spread of many courses, point by point.
struct CourseSpread: Sendable {
    private(set) var count = 0
    /// `points × channels` each: running means, and sums of squared distances from them (Welford, "Note on a method for calculating
    /// corrected sums of squares and products", 1962).
    private var means: [Double]
    private var squares: [Double]
    /// How many courses had a value there.
    private var counts: [Int]
    private let width: Int

    /// - Parameter width: values of a sample.
    init(width: Int) {
        self.width = width
        means = [Double](repeating: 0, count: Course.points * width)
        squares = means
        counts = [Int](repeating: 0, count: means.count)
    }

    mutating func add(_ course: Course) {
        count += 1
        for (index, value) in course.values.enumerated() where !value.isNaN {
            counts[index] += 1
            let distance = Double(value) - means[index]
            means[index] += distance / Double(counts[index])
            squares[index] += distance * (Double(value) - means[index])
        }
    }

    /// One channel's mean, point after point.
    func mean(_ channel: Int) -> [Double] { (0..<Course.points).map { means[$0 * width + channel] } }

    /// One channel's standard deviation over the repetitions, point after point; 0 of a single one.
    func deviation(_ channel: Int) -> [Double] {
        (0..<Course.points).map { point in
            let place = point * width + channel
            return counts[place] > 1 ? (squares[place] / Double(counts[place] - 1)).squareRoot() : 0
        }
    }
}

/// The courses of every label's repetitions, put together while recordings are read.
struct LabelCourses: Sendable {
    private(set) var byLabel: [String: CourseSpread] = [:]
    /// The repetition that goes on, and its label.
    private var builder: CourseBuilder
    private var label = ""
    private let width: Int

    /// - Parameter width: values of a sample.
    init(width: Int) {
        self.width = width
        builder = CourseBuilder(width: width)
    }

    /// Samples of one label.
    ///
    /// - Parameter goesOn: whether they continue the passage before, whose session was read in parts.
    mutating func add(_ run: Range<Int>, of session: RecordedSession, goesOn: Bool, isRepetition: Bool) {
        if !goesOn { finishPassage() }
        guard isRepetition else { return }
        label = session.labels[run.lowerBound]
        for index in run { builder.add(session.sample(index)) }
    }

    /// Nothing more comes of the passage.
    mutating func finishPassage() {
        if let course = builder.course { byLabel[label, default: CourseSpread(width: width)].add(course) }
        builder.reset()
    }
}
