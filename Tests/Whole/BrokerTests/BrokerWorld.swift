import Foundation
import Recordings
import Simulation
import TestSupport
import Testing

/// A simulated board of made-up people, which keeps its own time, and `motionq run` that tells a broker.
struct BrokerWorld {
    let motionq: Motionq
    let recording: Recording
    let link: String
    /// What the topics of the board begin with: the id of the simulated board's.
    static let base = "motionq/73696d756c617465642d30"

    init() throws {
        motionq = try Motionq()
        let path = motionq.path("motion.csv")
        try #require(
            motionq.run("dataset", "synthesize", "--subjects", "1000", "--gestures", "3", "--output", path).status == 0)
        recording = try RecordingReader().read(path)
        link = motionq.path("board")
    }

    func end() { motionq.remove() }

    /// A folder with a model of two gestures, `few`, and one that reads what the board has not, `bend`.
    func models() throws -> String {
        let script = """
            mkdir models
            grep -v drive motion.csv >few.csv
            awk 'BEGIN { FS = OFS = "," } { print $0, NR == 1 ? "bend1" : NR % 9 }' motion.csv >bend.csv
            for name in few bend; do
            "$MOTIONQ" train --data $name.csv -o models/$name.safetensors --epochs 1 --hidden 4 --seed 1 || exit 1; done
            """
        let result = try motionq.shell(script)
        try #require(result.status == 0, "\(result.errors)")
        return motionq.path("models")
    }

    /// - Parameters:
    ///   - loops: whether the recording begins again at its end.
    ///   - speed: how many times as fast as people move.
    func board(loops: Bool = false, speed: Double = 8) -> PatientDevice {
        var options = SimulatorOptions()
        (options.speed, options.linkPath, options.loops) = (.times(speed), link, loops)
        return PatientDevice(recording, options)
    }

    /// - Parameter addresses: of outlets.
    func run(
        _ addresses: String..., arguments: [String] = ["--until-disconnected"], environment: [String: String] = [:]
    ) throws -> Motionq.Running {
        let command = ["run", "--port", link, "--model", Repository.demoModel, "--json"]
        return try motionq.start(command + arguments + addresses.flatMap { ["--to", $0] }, environment: environment)
    }

    /// The gestures that a run told on standard output, as their labels and phases.
    static func gestures(_ lines: [[String: Any]]) -> [String] {
        lines.filter { $0["type"] as? String == "event" }.map { "\($0["label"] ?? "") \($0["phase"] ?? "")" }
    }

    /// The same of what a broker was told.
    static func told(_ subscriber: Subscriber) -> [String] {
        subscriber.objects("/event").map { "\($0["label"] ?? "") \($0["event_type"] ?? "")" }
    }
}
