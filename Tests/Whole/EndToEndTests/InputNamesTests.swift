import Foundation
import TestSupport
import Testing

@Suite("Whatever an input is called, it means the same")
struct InputNamesTests {
    @Test("classify takes a folder, and then each line says whose window it is")
    func folder() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let folder = world.motionq.path("recordings")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let paths = try [
            world.recording("recordings/a.csv", sessions: [40]), world.recording("recordings/b.csv", sessions: [20], seed: 2),
        ]
        let all = try world.motionq.run("classify", "--model", world.model, "--data", folder, "--json")
        #expect(all.status == 0, "\(all.errors)")
        // Windows of 10 samples, one every 5.
        #expect(
            try all.objects().compactMap { $0["recording"] as? String } == [String](repeating: paths[0], count: 7) + [
                paths[1], paths[1], paths[1],
            ])
        let one = try world.motionq.run("classify", "--model", world.model, "--data", paths[1], "--json")
        #expect(try one.objects().allSatisfy { $0["recording"] == nil })
        #expect(all.output.hasSuffix(one.output.replacing("{\"session\"", with: "{\"recording\":\"\(paths[1])\",\"session\"")))
    }

    @Test("a model stands alone or after --model, and twice it is refused: 64")
    func model() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let alone = try world.motionq.run("info", world.model)
        #expect(try alone.status == 0 && alone.output == world.motionq.run("info", "--model", world.model).output)
        for arguments in [["info"], ["info", world.model, "--model", world.model], ["quantize", "-o", "x.safetensors"]] {
            #expect(try world.motionq.start(arguments).wait().status == 64)
        }
        let copies = try [["quantize", world.model], ["quantize", "--model", world.model]].enumerated().map { number, words in
            let path = world.motionq.path("copy\(number).safetensors")
            #expect(try world.motionq.start(words + ["-o", path]).wait().status == 0)
            return try Data(contentsOf: URL(filePath: path))
        }
        #expect(copies[0] == copies[1])
    }

    @Test("simulate replays several recordings, one after the other")
    func replay() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let paths = try [world.recording("a.csv", sessions: [100]), world.recording("b.csv", sessions: [60, 40])]
        let device = try world.motionq.start(["simulate", "--data"] + paths + ["--link", world.link, "--json", "--speed", "max"])
        #expect(device.waits(for: "ready"))
        let live = try world.motionq.run("run", "--port", world.link, "--model", world.model, "--until-disconnected", "--json")
        #expect(try live.objects().last?["samples"] as? Int == 200)
        #expect(try device.wait().objects().last?["samples"] as? Int == 200)
    }
}
