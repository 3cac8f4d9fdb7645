import Foundation
import TestSupport
import Testing

@Suite(
    "The program",
    .enabled("needs strip, which is part of a compiler's tools on Linux") {
        FileManager.default.isExecutableFile(atPath: "/usr/bin/strip")
    })
struct LightProgramTests {
    /// ICU alone would add 30 MB: one formatter or `CharacterSet` of Foundation brings all of it.
    @Test("weighs at most 40 MB without its symbols")
    func light() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        #expect(try motionq.shell("strip -o stripped \"$MOTIONQ\"").status == 0)
        let size = try FileManager.default.attributesOfItem(atPath: motionq.path("stripped"))[.size] as? Int
        #expect(try #require(size) <= 40_000_000)
    }
}
