public import Simulation

/// Somebody who holds a device and watches its lights.
private struct Holder<Person: Sendable>: LightWatcher {
    var person: Person
    let sees: @Sendable (inout Person, Int, Bool, Double) -> Void
    let moves: @Sendable (inout Person, Double) -> [Float]

    mutating func see(light: Int, isOn: Bool, at time: Double) { sees(&person, light, isOn, time) }
    mutating func sample(at time: Double) -> [Float] { moves(&person, time) }
}

extension PatientDevice {
    /// A device in the hand of a made-up person who does what its lights say. It waits for its host: how late that is moves
    /// neither motion nor labels.
    ///
    /// - Parameter link: at which it appears.
    public convenience init(heldBy person: ObedientPerson, at link: String, speed: Double) {
        let holder = Holder(
            person: person, sees: { $0.see(light: $1, isOn: $2, at: $3) }, moves: { $0.sample(at: $1) })
        self.init(holder, called: person.name, at: link, speed: speed, .withGravity)
    }

    /// A device in the hand of somebody who writes shapes as its lights say.
    ///
    /// - Parameter acceleration: what the device says that it measures.
    public convenience init(
        heldBy writer: ObedientWriter, at link: String, speed: Double,
        acceleration: SimulatorOptions.AccelerationKind = .withGravity
    ) {
        let holder = Holder(
            person: writer, sees: { $0.see(light: $1, isOn: $2, at: $3) }, moves: { $0.sample(at: $1) })
        self.init(holder, called: writer.name, at: link, speed: speed, acceleration)
    }

    private convenience init(
        _ holder: some LightWatcher, called name: String, at link: String, speed: Double,
        _ acceleration: SimulatorOptions.AccelerationKind
    ) {
        var options = SimulatorOptions()
        options.accelerationKind = acceleration
        (options.speed, options.linkPath, options.watcher) = (.times(speed), link, holder)
        self.init(.stillness(of: name, rate: 50), options)
    }
}
