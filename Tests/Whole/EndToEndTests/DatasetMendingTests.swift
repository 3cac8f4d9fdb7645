import Foundation
import Recordings
import Simulation
import TestSupport
import Testing

@Suite("motionq dataset show, relabel, drop and trim")
struct DatasetMendingTests {
    /// Two made-up people, of whom the second has a repetition that hardly moves.
    private func world() throws -> MadeUpPeople {
        let people = try MadeUpPeople()
        try FileManager.default.createDirectory(atPath: people.motionq.path("my data"), withIntermediateDirectories: true)
        var shakes = (person: -1, begun: false, over: false)
        _ = try people.recording("my data/a.csv", people: 0..<2, gestures: 12) { person, _, fields in
            if shakes.person != person { shakes = (person, false, false) }
            let isShake = fields[2] == "shake"
            shakes.over = shakes.over || (shakes.begun && !isShake)
            shakes.begun = shakes.begun || isShake
            guard person == 1, isShake, !shakes.over else { return }
            for channel in 4..<10 { fields[channel] = channel == 6 ? "1" : "0" }
        }
        return people
    }

    private func succeed(_ result: Motionq.Result) -> Motionq.Result {
        #expect(result.status == 0, "\(result.errors)")
        return result
    }

    @Test("the command that show prints of a repetition, copied into a shell, takes out that one and no other")
    func copied() throws {
        let people = try world()
        defer { people.remove() }
        let before = succeed(try people.motionq.shell("\"$MOTIONQ\" dataset show 'my data'"))
        let commands = before.output.split(separator: "\n").filter { $0.contains("motionq dataset drop") }
        #expect(commands.count == 1, "\(before.output)")
        let command = try #require(commands.first).trimmingCharacters(in: .whitespaces)
        #expect(command.hasPrefix("motionq dataset drop 'my data' --session s2 --label shake --from "))
        _ = succeed(try people.motionq.shell(command.replacingOccurrences(of: "motionq dataset", with: "\"$MOTIONQ\" dataset")))
        let after = succeed(try people.motionq.shell("\"$MOTIONQ\" dataset show mended --json"))
        #expect(try after.objects().first?["outliers"] as? [String] == [])
        let (old, new) = try (
            RecordingReader().read(people.motionq.path("my data/a.csv")),
            RecordingReader().read(people.motionq.path("mended/a.csv"))
        )
        try #require(new.sessions.map(\.name) == ["s1", "s2", "s2.2"])
        // What went is one stretch of that label.
        let dropped = old.sessions[1].count - new.sessions[1].count - new.sessions[2].count
        let labels = old.sessions[1].labels[new.sessions[1].count..<new.sessions[1].count + dropped]
        #expect(Set(labels) == ["shake"] && old.sessions[1].labels[new.sessions[1].count + dropped] != "shake")
    }

    @Test("relabel and trim write what train reads, and say how much they changed")
    func relabelAndTrim() throws {
        let people = try world()
        defer { people.remove() }
        let renamed = succeed(
            try people.motionq.shell("\"$MOTIONQ\" dataset relabel --data 'my data' --label chop --as cut -o renamed --json"))
        let line = try #require(renamed.objects().first)
        #expect(line["type"] as? String == "relabelled" && line["files"] as? [String] == ["a.csv"])
        let trimmed = succeed(try people.motionq.shell("\"$MOTIONQ\" dataset trim renamed --begin 10% --end 0.1 -o trimmed"))
        #expect(
            trimmed.output.contains("Written: trimmed, 1 file") && trimmed.errors.contains("next: motionq dataset show trimmed"))
        #expect(try people.train(["--data", people.motionq.path("trimmed")]).status == 0)
        let labels = Set(try RecordingReader().read(people.motionq.path("trimmed/a.csv")).sessions.flatMap(\.labels))
        #expect(labels.contains("cut") && !labels.contains("chop"))
    }

    @Test("show writes a page beside what it says, and refuses to write it over a recording")
    func report() throws {
        let people = try world()
        defer { people.remove() }
        _ = succeed(try people.motionq.shell("\"$MOTIONQ\" dataset show 'my data' --report page.html"))
        let page = try String(contentsOfFile: people.motionq.path("page.html"), encoding: .utf8)
        #expect(page.hasPrefix("<!DOCTYPE html>") && page.contains("shake · s2"))
        #expect(try people.motionq.shell("\"$MOTIONQ\" dataset show 'my data' --report 'my data/a.csv'").status == 64)
    }

    @Test(
        "what cannot be done is one sentence and a code, and leaves no folder",
        arguments: [
            ("drop 'my data' -o out", 64, "say what to drop"), ("relabel 'my data' --as x -o out", 64, "say what to relabel"),
            ("relabel 'my data' --label chop --as a,b -o out", 64, "is a label"),
            ("trim 'my data' -o out", 64, "say what to cut off"), ("trim 'my data' --begin x -o out", 64, "--begin is a number"),
            ("drop 'my data' --from 3 --to 2 -o out", 64, "--from lies before --to"),
            ("drop 'my data' --session nobody -o out", 65, "there is no session nobody"),
            ("drop 'my data' --label chop --from 9999 -o out", 65, "nothing is selected"),
            ("drop 'my data' --from 0 -o out", 65, "nothing would be left"),
            ("drop nowhere --from 1 -o out", 66, "there is no recording at nowhere"),
            ("drop 'my data' --label chop -o 'my data'", 64, "would be overwritten"),
            ("drop 'my data' --label chop -o 'my data/a.csv'", 64, "would be overwritten"),
        ])
    func refused(_ words: String, _ status: Int32, _ sentence: String) throws {
        let people = try world()
        defer { people.remove() }
        let result = try people.motionq.shell("\"$MOTIONQ\" dataset \(words)")
        #expect(result.status == status && result.errors.contains(sentence), "\(result)")
        #expect(result.output.isEmpty && !FileManager.default.fileExists(atPath: people.motionq.path("out")))
    }

    @Test("a disk that is full: 74, and nothing is there")
    func full() throws {
        let people = try world()
        defer { people.remove() }
        // A bound on the size of files fails where a full disk would.
        let result = try people.motionq.shell("ulimit -f 16 && \"$MOTIONQ\" dataset drop 'my data' --label chop -o deep/out 2>&1")
        #expect(result.status == 74 && result.output.contains("cannot be written"), "\(result)")
        #expect(!FileManager.default.fileExists(atPath: people.motionq.path("deep")))
    }

    @Test("a folder that may not be written: 74", .enabled(if: geteuid() != 0, "root may write everywhere"))
    func readOnly() throws {
        let people = try world()
        defer { people.remove() }
        let result = try people.motionq.shell(
            "mkdir -m 555 locked && \"$MOTIONQ\" dataset drop 'my data' --label chop -o locked/out")
        #expect(result.status == 74 && result.errors.contains("cannot be written"), "\(result)")
    }

    @Test("packed recordings that do not change are copied as they are, the others are unpacked")
    func packed() throws {
        let people = try world()
        defer { people.remove() }
        let result = try people.motionq.shell(
            "cp -r 'my data' in && cp in/a.csv in/b.csv && sed -i '2,$s/^s/t/' in/b.csv && gzip in/*.csv && "
                + "\"$MOTIONQ\" dataset drop in --session s2 --from 3 --to 4 -o out && cmp in/b.csv.gz out/b.csv.gz && ls out")
        #expect(succeed(result).output.hasSuffix("a.csv\nb.csv.gz\n"))
    }
}
