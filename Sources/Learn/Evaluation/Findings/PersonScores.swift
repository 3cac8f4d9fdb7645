/// How well one person was recognised: the subject of sessions, or a session by its name where no subject is known.
public struct PersonScores: Sendable, Equatable {
    /// In one arithmetic.
    public struct Side: Sendable, Equatable {
        public internal(set) var classification: ClassificationScores
        public internal(set) var events: EventScores

        init(labels: Int) {
            classification = ClassificationScores(labels: labels)
            events = EventScores(labels: labels)
        }

        mutating func add(_ other: Side) {
            classification.add(other.classification)
            events.add(other.events)
        }
    }

    public let name: String
    public internal(set) var float: Side
    public internal(set) var q15: Side

    /// Nothing counted yet.
    init(_ name: String, labels: Int) {
        self.name = name
        float = Side(labels: labels)
        q15 = Side(labels: labels)
    }

    /// Windows with a true label.
    public var windows: Int { q15.classification.windows }

    mutating func add(_ other: PersonScores) {
        float.add(other.float)
        q15.add(other.q15)
    }
}

/// Everybody's scores, in the order in which they first came.
struct PeopleTally {
    private(set) var people: [PersonScores] = []
    private var places: [String: Int] = [:]
    private let labels: Int

    init(labels: Int) {
        self.labels = labels
    }

    /// Changes somebody's scores, who may be new.
    mutating func change(_ name: String, _ body: (inout PersonScores) -> Void) {
        let place = places[name] ?? people.count
        if place == people.count {
            people.append(PersonScores(name, labels: labels))
            places[name] = place
        }
        body(&people[place])
    }

    mutating func merge(_ later: PeopleTally) {
        for person in later.people { change(person.name) { $0.add(person) } }
    }
}
