import Foundation
import Models
import MotionCore
import Quantization
import TestSupport
import Testing

enum PageBenchSize {
    /// Samples of each run; nil: nothing is measured.
    static let samples = number("MOTIONQ_PAGE_SAMPLES")
    /// Minutes for which one page is open; nil: none is.
    static let minutes = number("MOTIONQ_PAGE_MINUTES")

    private static func number(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap { Int($0) } }
}

/// What pages take of a device with nine channels at 1000 Hz, and whether the live path notices: printed, and judged by nobody.
@Suite(
    "What a page takes", .serialized,
    .enabled(if: WebDriver.isWanted, Comment(rawValue: WebDriver.unwanted))
)
struct PageBench {
    private static let rounds = 5

    enum Watching: String, CaseIterable {
        case nobody = "no page"
        case onePage = "a page"
        case tenTabs = "ten tabs"
        case deafPage = "a page that never reads"
        case othersPage = "a page of another run"
        case othersTabs = "ten tabs of another run"

        var tabs: Int {
            switch self {
            case .nobody, .deafPage: 0
            case .onePage, .othersPage: 1
            case .tenTabs, .othersTabs: 10
            }
        }
        /// Whether the page is that of a second run with a device of its own: what is left then is what any program takes that is
        /// as busy.
        var isOfOther: Bool { self == .othersPage || self == .othersTabs }
    }

    /// What came of a run.
    private struct Outcome {
        var p50 = Double.nan
        var p99 = Double.nan
        /// Resident in `run`, in kB, whenever it was looked.
        var memory: [Int] = []
        /// How old what was drawn is, in milliseconds, and pictures a second.
        var ages: [Double] = []
        var pictures = Double.nan
        /// Of the page's scripts, in bytes, whenever it was looked.
        var heap: [Double] = []

        /// How it was drawn; nil: it was not.
        var drawn: String? {
            guard !ages.isEmpty else { return nil }
            let ages = ages.sorted()
            return "drawn \(ages[ages.count / 2]) ms old, 99 % under \(ages[ages.count * 99 / 100]) ms, \(pictures) pictures a "
                + "second; heap \(heap)"
        }
    }

    @Test("at 1000 Hz", .enabled(if: PageBenchSize.samples != nil, "a measurement: make page-bench"))
    func measure() throws {
        let samples = try #require(PageBenchSize.samples)
        var all: [Watching: [Outcome]] = [:]
        for round in 1...Self.rounds {
            for watching in Watching.allCases {
                let outcome = try run(watching, lookingAt: [samples / 4, samples])
                all[watching, default: []].append(outcome)
                print("round \(round), \(watching.rawValue): p50 \(outcome.p50) µs, p99 \(outcome.p99) µs, \(outcome.memory) kB")
                if let drawn = outcome.drawn { print("    \(drawn)") }
            }
        }
        func median(_ watching: Watching, _ value: (Outcome) -> Double) -> Double {
            let values = (all[watching] ?? []).map(value).sorted()
            return values[values.count / 2]
        }
        for watching in Watching.allCases {
            let (p50, p99) = (median(watching, \.p50), median(watching, \.p99))
            print("\(watching.rawValue): p50 \(p50) µs, p99 \(p99) µs, ratio \(p99 / median(.nobody, \.p99))")
        }
    }

    @Test("at 1000 Hz for minutes", .enabled(if: PageBenchSize.minutes != nil, "a measurement: make page-bench"))
    func minutes() throws {
        let minutes = try #require(PageBenchSize.minutes)
        let outcome = try run(.onePage, lookingAt: (1...minutes).map { 60_000 * $0 })
        print("\(minutes) minutes: p50 \(outcome.p50) µs, p99 \(outcome.p99) µs; \(outcome.drawn ?? "")")
        for (minute, (memory, heap)) in zip(outcome.memory, outcome.heap).enumerated() {
            print("    minute \(minute + 1): \(memory) kB in the command, \(Int(heap / 1000)) kB of the page's scripts")
        }
    }

    /// Twenty seconds of motion on all nine axes.
    private func recording(_ motionq: Motionq) throws -> String {
        let path = motionq.path("fast.csv")
        var text = "session,subject,label,timestamp_ms,ax,ay,az,gx,gy,gz,mx,my,mz\n"
        for sample in 0..<20_000 {
            let phase = Double(sample) / 250
            let values = (0..<9).map { String(format: "%.4f", ($0 < 3 ? 1 : $0 < 6 ? 2 : 40) * sin(phase + Double($0))) }
            text += "s,me,rest,\(sample),\(values.joined(separator: ","))\n"
        }
        try text.write(toFile: path, atomically: false, encoding: .utf8)
        return path
    }

    /// A network of 24 units, with windows of a tenth of a second, a hundred of them a second.
    private func model(_ motionq: Motionq) throws -> String {
        let path = motionq.path("fast.safetensors")
        var source = randomFloatModel(seed: 4, window: 100, hop: 10, lstm: [24], dense: [3], policy: .reset, weightScale: 0.8)
        source.description.rate = 1000
        let quantized = try Quantizer.quantize(source.network, ranges: ActivationRanges(boundsOf: source))
        try Model(source, quantized: quantized, provenance: [:]).write(toFileAt: path)
        return path
    }

    /// - Parameter moments: after how many samples it is looked at; with the last one it ends.
    private func run(_ watching: Watching, lookingAt moments: [Int]) throws -> Outcome {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let files = (motion: try recording(motionq), model: try model(motionq))
        let (device, live) = try start(motionq, files, hasPage: watching != .nobody && !watching.isOfOther)
        let other = watching.isOfOther ? try start(motionq, files, hasPage: true) : nil
        var outcome = Outcome()
        var (browser, deaf): (WebDriver?, Browser?)
        if watching != .nobody {
            let shown = other?.live ?? live
            #expect(shown.waits(forNote: "/\n"))
            let address = String(shown.notes.split(separator: "\n").first { $0.hasPrefix("page: ") }?.dropFirst(6) ?? "")
            if watching.tabs == 0 {
                deaf = try Browser(address)
                #expect(deaf?.open() == true)
            } else {
                browser = try WebDriver(size: (1280, 800))
                for _ in 1..<watching.tabs {
                    try browser?.open(address)
                    try browser?.openTab()
                }
                try browser?.open(address)
            }
        }
        // By the newest window: little is read, so that the measurement takes nothing from what it measures.
        func samples() -> Int {
            let line = live.tail(2000).split(separator: "\n").dropLast().last { $0.contains("time_ms") }
            return (line?.firstMatch(of: /"time_ms":([0-9]+)/)).flatMap { Int($0.1) } ?? 0
        }
        func look() throws {
            outcome.memory.append(try resident(live))
            try browser.map { outcome.heap.append(try $0.number("performance.memory.usedJSHeapSize")) }
        }
        #expect(Patience.waits { samples() >= moments[0] })
        try look()
        let before = try browser?.number("Number(document.body.dataset.pictures)") ?? 0
        let begun = try browser?.number("performance.now()") ?? 0
        try browser?.run(
            """
            window.ages = [];
            const look = () => { window.ages.push(Number(document.body.dataset.age)); requestAnimationFrame(look); };
            look();
            """)
        for moment in moments.dropFirst() {
            #expect(Patience.waits { samples() >= moment })
            try look()
        }
        if let browser {
            outcome.ages = try browser.value("window.ages") as? [Double] ?? []
            let pictures = try browser.number("Number(document.body.dataset.pictures)") - before
            outcome.pictures = pictures / (try browser.number("performance.now()") - begun) * 1000
        }
        browser?.end()
        let summary = try live.end().objects().last { $0["type"] as? String == "summary" }
        outcome.p50 = summary?["latency_p50_us"] as? Double ?? .nan
        outcome.p99 = summary?["latency_p99_us"] as? Double ?? .nan
        _ = device.end()
        if let other {
            _ = other.live.end()
            _ = other.device.end()
        }
        withExtendedLifetime(deaf) {}
        return outcome
    }

    /// A simulated device, and a run that reads it.
    private func start(
        _ motionq: Motionq, _ files: (motion: String, model: String), hasPage: Bool
    ) throws -> (device: Motionq.Running, live: Motionq.Running) {
        let link = motionq.path("device\(hasPage ? "-shown" : "")")
        let device = try motionq.start(["simulate", "--data", files.motion, "--loop", "--link", link, "--json"])
        #expect(device.waits(for: #""type":"ready""#))
        let live = try motionq.start(["run", "--port", link, "--model", files.model, "--json"] + (hasPage ? ["--page"] : []))
        return (device, live)
    }

    private func resident(_ process: Motionq.Running) throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(process.id)/status", encoding: .utf8)
        return status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }.flatMap { Int($0.filter(\.isNumber)) } ?? 0
    }
}
