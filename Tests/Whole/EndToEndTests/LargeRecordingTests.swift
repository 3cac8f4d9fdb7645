import Foundation
import TestSupport
import Testing

/// What verbs may occupy while they read what is large, or only says so. Nothing here is about time.
@Suite(
    "A large recording",
    .enabled("needs /proc, awk and gzip, and the built motionq") {
        FileManager.default.fileExists(atPath: "/proc/self/status")
            && FileManager.default.isExecutableFile(atPath: Motionq.binary.path)
    })
struct LargeRecordingTests {
    /// Kilobytes. On two cores a million samples in one session take 62 MB, and so do sixteen million: parts of it are let go of
    /// long before its end. Each further core holds one part more.
    private static let limit = (32 + 20 * max(2, ProcessInfo.processInfo.activeProcessorCount)) * 1024

    /// 80 MB at 50 Hz: one session, or one a thousand samples.
    private static let script = """
        awk -v each=%d 'BEGIN { print "\(RecordedText.header)";
        for (i = 0; i < 1000000; i++) printf "s%%d,me,class%%d,%%d,0.%%06d,0.%%06d,0.%%06d,1.%%06d,1.%%06d,1.%%06d\\n", i / each, i / 500 %% 2 + 1, i * 20,
        i * 37 %% 1000000, i * 91 %% 1000000, i * 13 %% 1000000, i * 7 %% 1000000, i * 3 %% 1000000, i * 11 %% 1000000 }' > big.csv
        """

    @Test("is classified and evaluated in bounded memory, in one session or in many", arguments: [1_000_000, 1_000])
    func bounded(each: Int) throws {
        let world = try SmallWorld()
        defer { world.remove() }
        #expect(try world.motionq.shell(String(format: Self.script, each)).status == 0)
        for verb in ["classify", "evaluate"] {
            let (result, peak) = try peak(world.motionq, [verb, "--model", world.model, "--data", world.motionq.path("big.csv")])
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.output.contains("windows"), "\(result.output)")
            #expect(peak < Self.limit, "\(verb) took \(peak) kB")
        }
    }

    @Test("is converted in bounded memory, in one session or in many, and again to the same", arguments: [1_000_000, 1_000])
    func converted(each: Int) throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        #expect(try motionq.shell(String(format: Self.script, each)).status == 0)
        for (input, folder) in [("big.csv", "one"), ("one", "two")] {
            let (result, peak) = try peak(motionq, ["dataset", "convert", motionq.path(input), "-o", motionq.path(folder)])
            #expect(result.status == 0, "\(result.errors)")
            #expect(peak < Self.limit, "it took \(peak) kB")
        }
        // Every sample with its label; of the time stamps only the spelling is another.
        let columns = "tail -n +2 %@ | cut -d, -f1-3 | cksum"
        let (before, after) = try (
            motionq.shell(String(format: columns, "big.csv")).output, motionq.shell(String(format: columns, "one/me.csv")).output
        )
        #expect(before == after)
        #expect(try motionq.shell("cmp one/me.csv two/me.csv").status == 0)
    }

    /// A part ends between the samples 131,071 and 131,072.
    @Test("loses and shifts nothing where a part ends: jitter goes on evenly, a sample missing just there is one gap")
    func seam() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let script = """
            awk 'BEGIN { print "t_ms,ax,ay,az,label"; for (i = 0; i < 200000; i++) { k = i + (i >= 131072 ? 1 : 0);
            printf "%d,0.%06d,0,1,%s\\n", k * 20 + k % 3 * 4, i, i < 131072 ? "a" : "b" } }' > big.csv
            """
        #expect(try motionq.shell(script).status == 0)
        let convert = ["dataset", "convert", motionq.path("big.csv"), "-o", motionq.path("out"), "--json"]
        let result = try motionq.start(convert).wait()
        let line = try #require(result.objects().first, "\(result.errors)")
        #expect(line["samples"] as? Int == 200_000)
        #expect(line["gaps"] as? Int == 1)
        #expect(line["samples_lost"] as? Int == 1)
        // In even steps of a period that the stamps tell to a millionth, but for the one of two.
        let check = """
            awk -F, 'NR > 2 { step = $4 - last; if (step < 19.99 || step > 20.01) print NR - 2, int(step + 0.5) }
            NR > 1 { last = $4; if (int($5 * 1000000 + 0.5) != NR - 2) print "value", NR }' out/recordings.csv
            """
        #expect(try motionq.shell(check).output == "131072 40\n")
    }

    struct Bomb: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// What awk prints 512 times as a gzip file of its own.
        let piece: String
        let words: [String]
    }

    static let bombs = [
        Bomb(
            testDescription: "one endless line", piece: #"for (i = 0; i < 20000; i++) printf "%0100d", 0"#,
            words: ["line 2", "65536"]),
        Bomb(
            testDescription: "blank lines", piece: #"for (i = 0; i < 20000; i++) printf "\n\n\n\n\n\n\n\n""#, words: ["blank lines"]
        ),
        Bomb(
            testDescription: "a session a row", piece: #"for (i = 0; i < 20000; i++) printf "s%d,u,l,0,0,0,1,0,0,0\n", i"#,
            words: ["sessions"]),
        Bomb(
            testDescription: "a label a row", piece: #"for (i = 0; i < 20000; i++) printf "s,u,%0900d,0,0,0,1,0,0,0\n", i"#,
            words: ["labels"]),
    ]

    @Test("that unpacks from next to nothing ends with a sentence, in bounded memory", arguments: bombs)
    func bomb(_ bomb: Bomb) throws {
        let world = try SmallWorld()
        defer { world.remove() }

        let script = """
            echo '\(RecordedText.header)' | gzip > bomb.csv.gz
            awk 'BEGIN { \(bomb.piece) }' | gzip > piece.gz
            for i in 1 2 3 4 5 6 7 8; do cat piece.gz piece.gz piece.gz piece.gz piece.gz piece.gz piece.gz piece.gz; done > pieces.gz
            for i in 1 2 3 4 5 6 7 8; do cat pieces.gz >> bomb.csv.gz; done
            """
        #expect(try world.motionq.shell(script).status == 0)
        let path = world.motionq.path("bomb.csv.gz")
        let verbs = [
            ["classify", "--model", world.model], ["evaluate", "--model", world.model],
            ["train", "-o", world.motionq.path("out.safetensors")], ["dataset", "convert", "-o", world.motionq.path("out")],
        ]
        for verb in verbs {
            let (result, peak) = try peak(world.motionq, verb + ["--data", path])
            #expect(result.status == 65, "\(verb): \(result.errors.prefix(500))")
            for word in bomb.words { #expect(result.errors.contains(word), "\(verb): \(result.errors.prefix(500))") }
            #expect(peak < 2 * Self.limit, "\(verb[0]) took \(peak) kB")
        }
        #expect(try world.motionq.shell("ls -A | grep -c -e '^out$' -e '^.motionq'").output == "0\n")
    }

    /// Runs to the end.
    ///
    /// - Returns: the most kilobytes that were resident, seen until shortly before the end.
    private func peak(_ motionq: Motionq, _ arguments: [String]) throws -> (Motionq.Result, Int) {
        let running = try motionq.start(arguments)
        var peak = 0
        while running.isRunning {
            let status = (try? String(contentsOfFile: "/proc/\(running.id)/status", encoding: .utf8)) ?? ""
            let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
            peak = max(peak, line.flatMap { Int($0.filter(\.isNumber)) } ?? 0)
            // Far more than enough: it ends at nothing else.
            if peak > 4 << 20 { running.kill() }
            Thread.sleep(forTimeInterval: 0.005)
        }
        return (running.wait(), peak)
    }
}
