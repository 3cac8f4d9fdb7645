import Foundation
import TestSupport
import Testing

@Suite("What a model takes of a chip, as the command tells it")
struct ChipOptionTests {
    private static let verbs = ["info", "evaluate", "export"]

    /// The words of a verb about the world's model.
    private func run(_ world: SmallWorld, _ verb: String, _ words: String...) throws -> Motionq.Result {
        let about: [String] =
            switch verb {
            case "evaluate": ["--data", try world.recording("walk.csv", sessions: [400])]
            case "export": ["-o", world.motionq.path("network")]
            default: []
            }
        return try world.motionq.start([verb, "--model", world.model] + about + words).wait()
    }

    @Test("is its flash, RAM and time, each with what the figure rests on", arguments: verbs)
    func figures(verb: String) throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let output = try run(world, verb, "--chip", "nrf52840").output
        #expect(output.contains("nRF52840 (Cortex-M4, 64 MHz): fits\n"))
        #expect(output.contains(#/\n  flash  [0-9.]+ kB of 1 MB, [0-9.]+ % \(counted\): network [0-9.]+ kB, engine [0-9.]+ kB\n/#))
        let memory =
            #/\n  RAM    [0-9.]+ k?B of 256 KB, .* \(counted\): engine [0-9]+ B, windows [0-9.]+ k?B, decisions [0-9]+ B\n/#
        #expect(output.contains(memory))
        #expect(output.contains(#/\n  time   .* % of a core, .* \(reckoned\): [0-9.]+ million instructions a second/#))
    }

    @Test("is a guess on a core that no emulator counts")
    func guessed() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        #expect(try run(world, "info", "--chip", "ESP32S3").output.contains("(guessed): "))
    }

    @Test("is an object in JSON", arguments: ["info", "evaluate"])
    func json(verb: String) throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let object = try #require(try run(world, verb, "--json", "--chip", "samd21").objects().first)
        let chip = try #require(object["chip"] as? [String: Any])
        #expect(chip["name"] as? String == "samd21" && chip["fits"] as? Bool == true)
        let parts = try #require(chip["flash_parts"] as? [String: Int])
        #expect(parts["network"] == object["bytes_q15"] as? Int)
    }

    @Test("begins with what does not fit, and names the options that mend it")
    func tooLarge() throws {
        let world = try SmallWorld(rate: 8000)
        defer { world.remove() }
        let output = try run(world, "info", "--chip", "samd21").output
        #expect(output.hasPrefix("ATSAMD21G18A (Cortex-M0+, 48 MHz): DOES NOT FIT: time "))
        #expect(output.split(separator: "\n")[0].contains("--hop"))
    }

    @Test("of an unknown chip is refused with the names of those that are known", arguments: verbs)
    func unknown(verb: String) throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let result = try run(world, verb, "--chip", "z80")
        #expect(result.status == 64 && result.errors.contains("z80") && result.errors.contains("samd21, rp2040, "))
    }

    @Test("needs no model where it lists the chips", arguments: verbs)
    func list(verb: String) throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let result = try motionq.run(verb, "--chip", "list")
        #expect(result.status == 0 && result.output.contains("esp32-c3"), "\(result.errors)")
    }

    @Test("has one total for the network's bytes in every verb: that of the last line of info")
    func total() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let info = try #require(try run(world, "info", "--json").objects().first)
        let evaluated = try #require(try run(world, "evaluate", "--json").objects().first)
        let total = try #require(info["bytes_q15"] as? Int)
        #expect(evaluated["bytes_q15"] as? Int == total)
        #expect(try run(world, "info").output.contains(Regex("\n  network on a device +\(total)\n")))
        let kilobytes = String(format: "%.2f kB of constants", Double(total) / 1000)
        #expect(try run(world, "export").output.contains(kilobytes))
    }
}
