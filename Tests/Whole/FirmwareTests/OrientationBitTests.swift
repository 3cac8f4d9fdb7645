import Foundation
import Models
import MotionCore
import TestSupport
import Testing

/// A board whose network reads what the orientation filter tells, with `run --shadow` at its line.
@Suite("Orientation on the device", .serialized, .enabled(if: FirmwareImage.isWanted, FirmwareImage.unwanted))
struct OrientationBitTests {
    enum Inputs: String, CaseIterable {
        case level, userAndGravity, mixed

        var names: [String] {
            switch self {
            case .level: ["level_ax", "level_ay", "level_az", "level_gx", "level_gy", "level_gz"]
            case .userAndGravity: ["user_x", "user_y", "user_z", "gravity_x", "gravity_y", "gravity_z"]
            case .mixed: ["roll", "pitch", "yaw", "ax", "gz", "level_az"]
            }
        }

        /// The demo's windows and decisions around a network of random numbers, to which every quantity matters.
        func model() throws -> String {
            var description = try Model(readingFileAt: Repository.demoModel).description
            description.inputs = names.map { InputFeature(name: $0, offset: 0.03, scale: $0.contains("g") ? 0.7 : 1.5) }
            description.rate = 200
            let network = randomQuantizedNetwork(
                .init(description.schedule.length, description.schedule.hop, 6, nil, [24], [4]), carriesState: false, seed: 71)
            let path = FirmwareImage.folder.appending(path: "orientation-\(rawValue).safetensors").path
            try FileManager.default.createDirectory(at: FirmwareImage.folder, withIntermediateDirectories: true)
            try Model(description, float: nil, quantized: network.numbers, provenance: [:]).write(toFileAt: path)
            return path
        }

        func image() throws -> FirmwareImage { try FirmwareImage("orientation-\(rawValue)", model: model()) }
    }

    /// Motion with gravity in it, as counts: 12 bytes a sample.
    private func counts(_ motionq: Motionq, subjects: String) throws -> Data {
        let path = motionq.path("counts")
        try #require(try motionq.run("dataset", "counts", "--subjects", subjects, "--output", path).status == 0)
        return try Data(contentsOf: URL(filePath: path))
    }

    private func shadow(_ motionq: Motionq, _ board: Emulator, _ image: FirmwareImage) throws -> Motionq.Running {
        try motionq.start(["run", "--port", board.line, "--model", image.model, "--shadow", "--trust-rate", "--json"])
    }

    /// Until the sensor has sensed everything and the board has had half a second to tell of it.
    private func hears(_ host: Motionq.Running, all feed: SensorFeed, of board: Emulator) throws {
        try #require(Patience.waits { feed.rest == 0 || !host.isRunning })
        try board.lives(seconds: 0.5)
    }

    @Test("gives the host's bits for every window from the start on, in the Swift firmware", arguments: Inputs.allCases)
    func bits(_ inputs: Inputs) throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let counts = try counts(motionq, subjects: "1000-1002")
        let samples = counts.count / 12
        let feed = try SensorFeed(motionq.path("sensor"))
        try feed.gives(counts)
        let image = try inputs.image()
        let windows = (samples - 40) / 5 + 1
        let board = try Emulator(image, counts: feed.path, arguments: ["-icount", "shift=4"])
        let host = try shadow(motionq, board, image)
        // A busy machine gives the sensor nothing for some ticks; the windows then start over, here as there.
        #expect(host.waits(for: "\"type\":\"window\"", times: windows - 60))
        try hears(host, all: feed, of: board)
        let result = host.end()
        #expect(result.status == 0, "\(result.errors)")
        let summary = try #require(try result.objects().last)
        #expect(windows > 300 && summary["samples"] as? Int == samples)
        let compared = summary["shadow_compared"] as? Int ?? 0
        #expect(compared >= windows - 60 && compared == summary["windows"] as? Int)
        #expect(summary["shadow_decisions"] as? Int ?? 0 >= windows - 60)
        #expect(summary["shadow_differing"] as? Int == 0)
        #expect(summary["shadow_orientation_unknown"] as? Int == 0)
    }

    @Test("begins anew behind samples that the sensor did not have, as the host does: the bits stay the same")
    func missing() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let counts = try counts(motionq, subjects: "1000-1001")
        let feed = try SensorFeed(motionq.path("sensor"))
        let image = try Inputs.level.image()
        // 5 s, at least one second of nothing by the board's clock, and the rest.
        let first = 1000
        try feed.gives(counts.prefix(first * 12))
        let board = try Emulator(image, counts: feed.path, arguments: ["-icount", "shift=4"])
        let host = try shadow(motionq, board, image)
        let (before, after) = ((first - 40) / 5 + 1, (counts.count / 12 - first - 40) / 5 + 1)
        #expect(host.waits(for: "\"type\":\"window\"", times: before - 20))
        try hears(host, all: feed, of: board)
        try board.lives(seconds: 1)
        try feed.gives(counts.dropFirst(first * 12))
        #expect(host.waits(for: "\"type\":\"window\"", times: before + after - 40))
        try hears(host, all: feed, of: board)
        let result = host.end()
        #expect(result.status == 0, "\(result.errors)")
        let summary = try #require(try result.objects().last)
        #expect(before > 100 && after > 100 && (summary["lost_samples"] as? Int ?? 0) > 50)
        let compared = summary["shadow_compared"] as? Int ?? 0
        #expect(compared >= before + after - 40 && compared == summary["windows"] as? Int)
        #expect(summary["shadow_differing"] as? Int == 0)
        #expect(summary["shadow_orientation_unknown"] as? Int == 0)
    }

    @Test("cannot be compared by a host that came late, which says so and reports no bit")
    func late() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let feed = try SensorFeed(motionq.path("sensor"))
        try feed.gives(try counts(motionq, subjects: "1000-1009"))
        let image = try Inputs.level.image()
        let board = try Emulator(image, counts: feed.path, arguments: ["-icount", "shift=4"])
        let first = try shadow(motionq, board, image)
        #expect(first.waits(for: "\"type\":\"window\"", times: 10))
        #expect(first.end().status == 0)
        let late = try shadow(motionq, board, image)
        #expect(late.waits(for: "\"type\":\"window\"", times: 30))
        let result = late.end()
        #expect(result.status == 65 && result.errors.contains("since it began"), "\(result.errors)")
        let summary = try #require(try result.objects().last)
        #expect((summary["shadow_orientation_unknown"] as? Int ?? 0) > 10)
        #expect(summary["shadow_compared"] as? Int == 0)
    }
}
