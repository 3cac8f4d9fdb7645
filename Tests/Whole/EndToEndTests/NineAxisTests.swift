import Foundation
import Recordings
import Simulation
import TestSupport
import Testing

@Suite("A device with nine axes")
struct NineAxisTests {
    private let made = MadeUpNineAxis(seed: 9)

    /// Of the first of its people.
    private func recording(_ world: SmallWorld, only labels: Set<String> = ["side", "turn", "flat"]) throws -> String {
        var session = made.recording(people: 0..<1).sessions[0]
        let kept = (0..<session.count).filter { labels.contains(session.labels[$0]) }
        session.values = kept.flatMap { session.sample($0) }
        session.labels = kept.map { session.labels[$0] }
        session.timestamps = kept.indices.map { Double($0) * 20 }
        let path = world.motionq.path("\(labels.sorted().joined()).csv")
        try RecordingWriter().write(Recording(path: "made up", sessions: [session]), to: path)
        return path
    }

    private func calibrated(_ world: SmallWorld, _ recording: String, _ options: String...) throws -> Motionq.Result {
        let device = try world.device(recording, "--speed", "8")
        let result = try world.motionq.start(["calibrate", "--port", world.link] + options).wait()
        _ = device.wait()
        return result
    }

    private func apart(_ one: Double, _ other: Double) -> Double { abs(remainder(one - other, 360)) }

    @Test("is calibrated on its six sides and turned in all directions, and its heading is told from then on")
    func calibrated() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let recording = try recording(world)
        let result = try calibrated(world, recording, "--json")
        #expect(result.status == 0, "\(result.errors)")
        let found = try #require(try result.objects().last)
        let offset = try #require(found["magnetic_offset_ut"] as? [Double])
        let iron = made.iron(person: 0)
        for axis in 0..<3 { #expect(abs(offset[axis] - iron.hard[axis]) < 0.5, "\(offset)") }
        #expect(found["magnetic_spread"] as? Double ?? 1 < 0.02 && (found["magnetic_matrix"] as? [Double])?.count == 9)
        #expect(found["dip_spread_degrees"] as? Double ?? 90 < 5, "\(found)")
        #expect(found["heading_calm"] as? Bool == true)
        #expect(apart(found["heading"] as? Double ?? 999, made.heading(person: 0)) < 4, "\(found)")
        for words in ["+x up: seen", "slowly in all directions", "of all directions seen", "hold it still"] {
            #expect(result.errors.contains(words), "\(result.errors)")
        }

        let device = try world.device(recording, "--speed", "8")
        let monitor = try world.motionq.run("monitor", "--port", world.link, "--json", "--until-disconnected")
        _ = device.wait()
        let samples = try monitor.objects().filter { $0["type"] as? String == "sample" }
        let last = try #require(samples.last)
        #expect(last["heading_calm"] as? Bool == true && apart(last["heading"] as? Double ?? 999, made.heading(person: 0)) < 4)
        // While it is turned by 60 to 100° a second the heading is now and then carried on.
        #expect(samples.contains { $0["heading_calm"] as? Bool == false })
        let plain = try world.device(recording, "--speed", "8")
        let lines = try world.motionq.run("monitor", "--port", world.link, "--until-disconnected")
        _ = plain.wait()
        #expect(lines.output.contains("heading ") && lines.output.contains("magnetic north"), "\(lines.output)")
    }

    @Test("is refused where its field is seen in a plane alone, which is said, and nothing is kept")
    func plane() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        var text = "session,subject,label,timestamp_ms,ax,ay,az,gx,gy,gz,mx,my,mz\n"
        for sample in 0..<2200 {
            let angle = Double(sample) * 0.02
            let field = String(format: "%.2f,%.2f,-40", 20 * cos(angle), -20 * sin(angle))
            text += "s,me,rest,\(sample * 20),0,0,1,0,0,1,\(field)\n"
        }
        let recording = world.motionq.path("table.csv")
        try text.write(toFile: recording, atomically: true, encoding: .utf8)
        let result = try calibrated(world, recording, "--field")
        #expect(result.status == 65 && result.errors.contains("in a plane only"), "\(result.errors)")
        #expect(!FileManager.default.fileExists(atPath: world.motionq.path("settings/motionq/calibrations")))
    }

    @Test("keeps what else is known while its field alone is calibrated anew")
    func fieldAlone() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let gyroscope = try calibrated(world, try recording(world, only: ["side"]), "--gyroscope", "--json")
        let field = try calibrated(world, try recording(world, only: ["turn", "flat"]), "--field", "--json")
        #expect(gyroscope.status == 0 && field.status == 0, "\(gyroscope.errors) \(field.errors)")
        let (first, second) = (try gyroscope.objects().last, try field.objects().last)
        let offset = first?["rotation_offset_rad_s"] as? [Double]
        #expect(offset?.count == 3 && second?["rotation_offset_rad_s"] as? [Double] == offset)
        #expect(first?["magnetic_offset_ut"] == nil && second?["magnetic_offset_ut"] != nil)
    }

    @Test("is needed for the field: without a magnetometer --field is refused, and so is it with --gyroscope")
    func refused() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let six = try world.recording("six.csv", sessions: [200])
        let device = try world.device(six)
        let result = try world.motionq.run("calibrate", "--port", world.link, "--field")
        device.kill()
        #expect(result.status == 65 && result.errors.contains("magnetic field"), "\(result.errors)")
        let both = try world.motionq.run("calibrate", "--port", world.link, "--field", "--gyroscope")
        #expect(both.status == 64)
    }
}
