// swift-tools-version: 6.3
import Foundation
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// Whether the C++ library that the Swift runtime calls can be linked into `motionq`, too: with the shared one, an eighth of a
/// start goes into looking up 1,700 addresses. Debian's compiler brings the archive; elsewhere it is a package (libstdc++-static).
let hasArchiveOfCXX: Bool = {
    #if arch(x86_64)
        let machine = "x86_64-"
    #else
        let machine = "aarch64-"
    #endif
    let root = "/usr/lib/gcc"
    let files = FileManager.default
    let compilers = ((try? files.contentsOfDirectory(atPath: root)) ?? []).filter { $0.hasPrefix(machine) }
    return compilers.contains { compiler in
        let versions = (try? files.contentsOfDirectory(atPath: "\(root)/\(compiler)")) ?? []
        return versions.contains { files.fileExists(atPath: "\(root)/\(compiler)/\($0)/libstdc++.a") }
    }
}()

/// The Swift runtime inside `motionq`, not beside it: half the memory, and no Swift needed where it runs. The libraries named are
/// those that Foundation's archives need; the linker takes of them what is used. That is nothing of ICU's 40 MB, as long as no
/// source here names what lies outside FoundationEssentials: a formatter, a `CharacterSet`, an `NSLock` (LightProgramTests). At a
/// fixed address, which spares a start 62,000 relocations: 1.5 MB of the file, a tenth of the time and 3 MB of the peak; the
/// libraries, the heap and the stack stay where nobody can know. Functions of the same code are one, where nothing asks for their
/// addresses. For no target of the tests: they share the dynamic runtime.
let staticRuntime: [LinkerSetting] = [
    .unsafeFlags(
        [
            "-static-stdlib", "-lCoreFoundation", "-l_FoundationICU", "-l_FoundationCShims", "-l_FoundationCollections", "-Xlinker",
            "--no-export-dynamic", "-Xlinker", "--icf=safe", "-Xclang-linker", "-no-pie",
        ] + (hasArchiveOfCXX ? ["-L", "\(Context.packageDirectory)/Scripts/link"] : []),
        .when(platforms: [.linux]))
]

/// Whether `make fuzz` builds, which alone wants the program below and all modules fast: no other build knows of it.
let isForFuzzing = Context.environment["MOTIONQ_FUZZ"] != nil

/// Spares the optimiser's time, two thirds of the compiler's, for what computes little itself: `motionq`, the modules that call
/// others, ask, read headers and write reports, and most tests.
let plain = isForFuzzing ? settings : settings + [.unsafeFlags(["-Onone"])]

/// For what few people use and everybody's program holds: a fifth smaller than with the usual optimisation.
let small = settings + [.unsafeFlags(["-Osize"])]

/// For what no module imports: its interface is not made first, by a compiler of its own, for others to begin with.
let last = SwiftSetting.unsafeFlags(["-no-emit-module-separately-wmo"])

/// Whether this package was fetched for another, which SwiftPM allows no unsafe flags: all its modules are optimised then.
let isFetched = Context.packageDirectory.split(separator: "/").contains("checkouts")

/// A module in its family's folder; a plain or a small one is optimised as others are where that cannot be chosen.
func module(
    _ name: String, in family: String? = nil, _ dependencies: [Target.Dependency] = [], isPlain: Bool = false,
    isSmall: Bool = false, exclude: [String] = []
) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Sources/\(family.map { "\($0)/" } ?? "")\(name)", exclude: exclude,
        swiftSettings: isFetched ? settings : isPlain ? plain : isSmall ? small : settings)
}

/// The tests of a module, in the folder of its family, or of the whole.
func tests(
    _ name: String, in family: String, _ dependencies: [Target.Dependency], isPlain: Bool = false, exclude: [String] = []
) -> Target {
    .testTarget(
        name: name, dependencies: dependencies, path: "Tests/\(family)/\(name)", exclude: exclude,
        swiftSettings: (isPlain ? plain : settings) + [last])
}

/// libFuzzer's main loop around the targets that the tests have, too (Scripts/fuzz.sh).
let fuzzing: [Target] = [
    .systemLibrary(name: "CLibFuzzer", path: "Tests/Programs/Fuzz/CLibFuzzer"),
    .executableTarget(
        name: "Fuzz", dependencies: ["CLibFuzzer", "FuzzTargets", "Randomness"], path: "Tests/Programs/Fuzz/Program",
        swiftSettings: settings),
]

let package = Package(
    name: "MotionQ15",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "motionq", targets: ["motionq"]),
        .library(name: "MotionQBench", type: .dynamic, targets: ["MotionQBench"]),
        // For programs: the front door and what it stands on.
        .library(
            name: "MotionQ15",
            targets: [
                "MotionCore", "Formatting", "Files", "Models", "SignalProcessing", "Threads", "Transport", "WireProtocol",
                "DeviceFormats", "LiveLoop", "Randomness", "Recordings", "MotionRecognition", "MotionQ15",
            ]),
        // For programs whose samples come from elsewhere: recognition, which needs no library of the system's but zlib.
        .library(
            name: "MotionRecognition",
            targets: ["MotionCore", "Formatting", "Files", "Models", "SignalProcessing", "Recordings", "MotionRecognition"]),
        // The device core alone, which needs no library of the system's.
        .library(
            name: "MotionCore",
            targets: ["MotionCore", "WireProtocol"]),
        // For programs that make models themselves, and judge them.
        .library(
            name: "MotionQWorkshop",
            targets: [
                "MotionQWorkshop", "Training", "ModelImport", "Quantization", "Evaluation", "EvaluationReports", "Simulation",
                "Models", "DataSets", "ForeignTables", "Recordings",
            ]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
    ],
    targets: [
        // MARK: Core: device core
        .target(name: "CMotionCore", path: "Sources/Core/CMotionCore"),
        module("MotionCore", in: "Core", ["CMotionCore"], exclude: ["LSTM/ARITHMETIC.md"]),
        module("WireProtocol", in: "Core", ["MotionCore"]),
        // MARK: Base: files, text, numbers and the system’s libraries
        .systemLibrary(
            name: "CLibSerialPort", path: "Sources/Base/CLibSerialPort", pkgConfig: "libserialport",
            providers: [.apt(["libserialport-dev"]), .brew(["libserialport"])]),
        .systemLibrary(
            name: "CLibYAML", path: "Sources/Base/CLibYAML", pkgConfig: "yaml-0.1",
            providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
        .systemLibrary(
            name: "CZlib", path: "Sources/Base/CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        .target(name: "CProgram", path: "Sources/Base/CProgram"),
        module("Randomness", in: "Base"),
        module("Threads", in: "Base"),
        module("Formatting", in: "Base", ["MotionCore"]),
        module("MQTT", in: "Base", ["Formatting", "MotionCore", "Threads"], isSmall: true),
        module("YAML", in: "Base", ["CLibYAML"], isPlain: true),
        module("Files", in: "Base", ["CZlib", "Formatting"]),
        // MARK: Data: recordings and what is made of them
        module("MotionUnits", in: "Data"),
        module("SignalProcessing", in: "Data", ["CMotionCore", "MotionCore"]),
        module("Recordings", in: "Data", ["Files", "Formatting", "MotionCore", "MotionUnits", "Randomness", "SignalProcessing"]),
        module(
            "ForeignTables", in: "Data",
            ["Files", "Formatting", "MotionCore", "MotionUnits", "Recordings", "SignalProcessing"]),
        module("MCAP", in: "Data", ["Files", "ForeignTables", "Formatting", "MotionCore", "Recordings"], isSmall: true),
        module("DataSets", in: "Data", ["Files", "ForeignTables", "Formatting", "MotionCore", "Recordings"], isPlain: true),
        // MARK: Model: networks, their files, and how they become integers
        module("Models", in: "Model", ["Files", "Formatting", "MotionCore"]),
        module("ModelImport", in: "Model", ["Files", "Formatting", "Models", "MotionCore", "MotionUnits"], isPlain: true),
        module("MotionRecognition", in: "Model", ["Formatting", "Models", "MotionCore", "Recordings", "SignalProcessing"]),
        module(
            "Quantization", in: "Model",
            ["CMotionCore", "Formatting", "Models", "MotionCore", "Randomness", "Recordings", "SignalProcessing", "Threads"]),
        // MARK: Learn: training, evaluation and the use cases
        .target(name: "CFloatKernels", path: "Sources/Learn/CFloatKernels"),
        module(
            "Training", in: "Learn", ["CFloatKernels", "Formatting", "Models", "MotionCore", "Randomness", "Recordings", "Threads"]),
        module(
            "Evaluation", in: "Learn",
            ["CFloatKernels", "Formatting", "Models", "MotionCore", "Quantization", "Randomness", "Recordings", "Threads"]),
        module(
            "EvaluationReports", in: "Learn",
            ["Evaluation", "Formatting", "MotionCore", "Quantization", "Recordings"], isPlain: true),
        // MARK: Live: ports, devices and the live loop
        module("Transport", in: "Live", ["CLibSerialPort", "Formatting"]),
        module("Capture", in: "Live", ["Files", "Formatting", "Threads", "Transport"], isPlain: true),
        module("DeviceFormats", in: "Live", ["Formatting", "MotionCore", "MotionUnits", "Transport", "WireProtocol"]),
        module(
            "LiveLoop", in: "Live",
            [
                "Files", "Formatting", "Models", "MotionCore", "MotionRecognition", "SignalProcessing", "Threads",
                "Transport", "WireProtocol", "YAML",
            ]),
        module(
            "DeviceTools", in: "Live", ["Files", "Formatting", "LiveLoop", "MotionCore", "Transport", "WireProtocol"], isPlain: true
        ),
        module(
            "GuidedSessions", in: "Live",
            [
                "Files", "Formatting", "LiveLoop", "MotionCore", "Randomness", "Recordings", "SignalProcessing", "WireProtocol",
            ], isPlain: true),
        // MARK: Simulate: devices and people that do not exist
        module(
            "Simulation", in: "Simulate", ["Formatting", "MotionCore", "Randomness", "Recordings", "Transport", "WireProtocol"]),
        module(
            "MotionQWorkshop", in: "Learn",
            [
                "DataSets", "DeviceFormats", "Evaluation", "EvaluationReports", "Files", "ForeignTables", "Formatting", "LiveLoop",
                "MCAP", "Models", "MotionCore", "MotionRecognition", "Quantization", "Recordings", "SignalProcessing", "Simulation",
                "Training", "WireProtocol",
            ], isPlain: true),
        // MARK: Page: what people look at in a browser
        .target(name: "CPageFiles", path: "Sources/Page/CPageFiles", exclude: ["Web"]),
        module("PageServer", in: "Page", ["Threads"], isPlain: true),
        module(
            "LivePage", in: "Page",
            [
                "CPageFiles", "Formatting", "GuidedSessions", "LiveLoop", "MotionCore", "MotionQWorkshop", "PageServer",
                "WireProtocol",
            ], isPlain: true),
        // MARK: Outlets: what else hears of a device
        module(
            "Outlets", in: "Outlets",
            ["Formatting", "LiveLoop", "MQTT", "MotionCore", "PageServer", "Threads", "Transport", "WireProtocol"],
            isSmall: true),
        // MARK: Fleet: devices behind a broker
        module(
            "Fleet", in: "Outlets",
            [
                "DeviceTools", "Formatting", "LiveLoop", "MQTT", "Models", "MotionCore", "MotionRecognition", "Outlets",
                "Recordings", "Simulation", "Threads", "Transport", "WireProtocol",
            ], isSmall: true),
        // MARK: Bench: what things take
        .target(name: "CAllocationCounter", path: "Sources/Bench/CAllocationCounter"),
        module(
            "Benchmarking", in: "Bench",
            [
                "CAllocationCounter", "Files", "Formatting", "Models", "MotionCore", "Quantization", "Randomness",
                "Recordings", "WireProtocol",
            ]),
        module("MotionQBench", in: "Bench", ["ModelImport", "Models", "MotionCore", "Quantization"]),
        // MARK: The front door and the command
        module(
            "MotionQ15",
            [
                "DeviceFormats", "Formatting", "LiveLoop", "MotionCore", "MotionRecognition", "Threads", "Transport",
                "WireProtocol",
            ]),
        .executableTarget(
            name: "motionq",
            dependencies: [
                "Benchmarking", "CProgram", "Capture", "DataSets", "DeviceFormats", "DeviceTools", "Evaluation",
                "EvaluationReports",
                "Files", "Fleet", "ForeignTables", "Formatting", "GuidedSessions", "LiveLoop", "LivePage", "MCAP", "MQTT",
                "ModelImport", "Models",
                "MotionCore", "MotionQWorkshop", "MotionRecognition", "Outlets", "PageServer", "Quantization", "Recordings",
                "SignalProcessing", "Simulation", "Threads", "Training", "Transport", "WireProtocol", "YAML",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            exclude: ["Resources"],
            swiftSettings: plain + [last], linkerSettings: staticRuntime),

        // MARK: Tests
        .target(
            name: "CMotionQProtocol", path: "firmware-protocol/c", exclude: ["tests", "Makefile"], sources: ["src"],
            publicHeadersPath: "include"),
        .target(
            name: "CMotionQClassifier", dependencies: ["CMotionCore", "CMotionQProtocol"],
            path: "firmware-protocol/inference",
            exclude: ["example", "tests"],
            sources: ["src"], publicHeadersPath: "include"),
        .target(name: "CPtyShim", path: "Tests/Support/CPtyShim"),
        .target(
            name: "TestSupport",
            dependencies: [
                "CMotionCore", "LiveLoop", "Models", "MotionCore", "MotionRecognition", "Randomness", "Recordings", "Simulation",
                "Transport", "WireProtocol",
            ],
            path: "Tests/Support/TestSupport", swiftSettings: plain),
        .target(
            name: "FuzzTargets",
            dependencies: [
                "CMotionCore", "CMotionQClassifier", "CMotionQProtocol", "Capture", "DeviceFormats", "Files", "Fleet",
                "ForeignTables", "Formatting", "LiveLoop", "MCAP", "MQTT", "ModelImport", "Models", "MotionCore", "Outlets",
                "PageServer", "Quantization", "Randomness", "Recordings", "TestSupport", "Transport", "WireProtocol",
            ],
            path: "Tests/Support/FuzzTargets", swiftSettings: settings),
        .executableTarget(
            name: "ContinueText", dependencies: ["Models", "MotionCore", "Quantization", "Training"],
            path: "Tests/Programs/ContinueText", swiftSettings: settings),
        tests(
            "MotionCoreTests", in: "Core", ["CMotionCore", "MotionCore", "Randomness", "Recordings", "TestSupport"], isPlain: true),
        tests("WireProtocolTests", in: "Core", ["MotionCore", "Randomness", "WireProtocol"], isPlain: true),
        tests("RandomnessTests", in: "Base", ["Randomness"], isPlain: true),
        tests("ThreadsTests", in: "Base", ["Threads"], isPlain: true),
        tests("MQTTTests", in: "Base", ["MQTT"], isPlain: true),
        tests("FormattingTests", in: "Base", ["Formatting"], isPlain: true),
        tests("FilesTests", in: "Base", ["Files", "TestSupport"], isPlain: true),
        tests(
            "MotionUnitsTests", in: "Data", ["MotionUnits", "Randomness", "Recordings", "TestSupport"]),
        tests(
            "SignalProcessingTests", in: "Data",
            ["Models", "MotionCore", "Randomness", "Recordings", "SignalProcessing", "Simulation", "TestSupport"], isPlain: true,
            exclude: ["Orientation/vqf.csv"]),
        tests(
            "RecordingsTests", in: "Data",
            ["Files", "Formatting", "MotionCore", "Randomness", "Recordings", "SignalProcessing", "TestSupport"], isPlain: true),
        tests(
            "ForeignTablesTests", in: "Data",
            ["ForeignTables", "Formatting", "MotionCore", "Randomness", "Recordings", "TestSupport"], isPlain: true),
        tests(
            "MCAPTests", in: "Data",
            ["Files", "MCAP", "MotionCore", "Randomness", "Recordings"], isPlain: true),
        tests(
            "DataSetsTests", in: "Data",
            ["CZlib", "DataSets", "Files", "ForeignTables", "MotionCore", "Randomness", "Recordings", "TestSupport"],
            isPlain: true),
        tests(
            "ModelsTests", in: "Model", ["Formatting", "Models", "MotionCore", "Quantization", "Randomness", "TestSupport"],
            isPlain: true),
        tests(
            "ModelImportTests", in: "Model",
            ["Files", "Formatting", "ModelImport", "Models", "MotionCore", "Randomness", "TestSupport"],
            isPlain: true),
        tests(
            "QuantizationTests", in: "Model",
            [
                "CMotionCore", "CMotionQClassifier", "Formatting", "ModelImport", "Models", "MotionCore", "MotionQWorkshop",
                "Quantization", "Randomness", "Recordings", "TestSupport",
            ], isPlain: true),
        tests("TransportTests", in: "Live", ["CPtyShim", "TestSupport", "Transport"], isPlain: true),
        tests("CaptureTests", in: "Live", ["Capture", "Files", "Formatting", "TestSupport", "Transport"], isPlain: true),
        tests(
            "DeviceFormatsTests", in: "Live",
            [
                "CAllocationCounter", "CPtyShim", "DeviceFormats", "MotionCore", "MotionUnits", "Randomness", "TestSupport",
                "Transport", "WireProtocol",
            ]),
        tests(
            "LiveLoopTests", in: "Live",
            [
                "Evaluation", "Formatting", "LiveLoop", "Models", "MotionCore", "MotionRecognition", "Randomness", "Recordings",
                "TestSupport", "Threads", "Transport", "WireProtocol",
            ], isPlain: true),
        tests(
            "DeviceToolsTests", in: "Live",
            [
                "DeviceTools", "Files", "Formatting", "MotionCore", "Randomness", "Recordings", "Simulation", "TestSupport",
                "Transport", "WireProtocol",
            ], isPlain: true),
        tests(
            "GuidedSessionsTests", in: "Live",
            [
                "Formatting", "GuidedSessions", "LiveLoop", "MotionCore", "Randomness", "Recordings", "SignalProcessing",
                "TestSupport", "Transport", "WireProtocol",
            ], isPlain: true),
        tests(
            "SimulationTests", in: "Simulate",
            ["MotionCore", "Recordings", "Simulation", "TestSupport", "Transport", "WireProtocol"],
            isPlain: true),
        tests(
            "TrainingTests", in: "Learn", ["CFloatKernels", "Models", "MotionCore", "Randomness", "Recordings", "Training"],
            isPlain: true),
        tests(
            "EvaluationTests", in: "Learn",
            ["Evaluation", "Formatting", "Models", "MotionCore", "Quantization", "Randomness", "Recordings", "TestSupport"],
            isPlain: true),
        tests(
            "EvaluationReportsTests", in: "Learn",
            [
                "Evaluation", "EvaluationReports", "Formatting", "Models", "MotionCore", "Quantization", "Randomness", "Recordings",
                "TestSupport",
            ], isPlain: true),
        tests(
            "MotionQWorkshopTests", in: "Learn",
            [
                "DeviceFormats", "Files", "ForeignTables", "Formatting", "LiveLoop", "MotionQWorkshop", "MotionRecognition",
                "SignalProcessing", "TestSupport",
            ], isPlain: true),
        tests(
            "BenchmarkingTests", in: "Bench",
            ["Benchmarking", "Formatting", "ModelImport", "Models", "MotionCore", "MotionQBench", "Quantization", "TestSupport"],
            isPlain: true),
        tests("PageServerTests", in: "Page", ["PageServer", "TestSupport"], isPlain: true),
        tests(
            "LivePageTests", in: "Page",
            [
                "Formatting", "GuidedSessions", "LiveLoop", "LivePage", "MotionCore", "PageServer", "Randomness", "Recordings",
                "TestSupport", "Transport", "WireProtocol",
            ], isPlain: true),
        tests(
            "FleetTests", in: "Outlets",
            [
                "Fleet", "Formatting", "LiveLoop", "MQTT", "MotionCore", "Outlets", "TestSupport", "Transport", "WireProtocol",
            ],
            isPlain: true),
        tests(
            "OutletsTests", in: "Outlets", ["Formatting", "LiveLoop", "MQTT", "MotionCore", "Outlets", "WireProtocol"],
            isPlain: true),
        tests(
            "BrokerTests", in: "Whole", ["MotionCore", "Recordings", "Simulation", "TestSupport", "WireProtocol"], isPlain: true),
        tests("ArchitectureTests", in: "Whole", ["TestSupport"], isPlain: true),
        tests(
            "SwiftAndCTests", in: "Whole",
            [
                "CMotionCore", "CMotionQClassifier", "CMotionQProtocol", "DeviceTools", "Models", "MotionCore", "Randomness",
                "SignalProcessing", "TestSupport", "Transport", "WireProtocol",
            ]),
        tests(
            "NetworkStoreTests", in: "Whole",
            [
                "CMotionCore", "CMotionQClassifier", "DeviceTools", "Formatting", "MotionCore", "Quantization", "Randomness",
                "TestSupport", "Transport", "WireProtocol",
            ]),
        tests(
            "OracleTests", in: "Whole",
            ["Evaluation", "Formatting", "Models", "MotionCore", "Quantization", "Randomness", "Recordings", "TestSupport"],
            isPlain: true),
        tests(
            "AllocationTests", in: "Whole",
            [
                "CAllocationCounter", "Capture", "DeviceFormats", "LiveLoop", "Models", "MotionCore", "MotionQ15",
                "MotionRecognition", "Randomness", "TestSupport", "Transport", "WireProtocol",
            ]),
        tests(
            "MotionQ15Tests", in: "Whole",
            ["Evaluation", "Models", "MotionCore", "MotionQ15", "Recordings", "Simulation", "TestSupport"], isPlain: true),
        tests("FuzzTests", in: "Whole", ["FuzzTargets", "Randomness", "TestSupport", "WireProtocol"]),
        tests("ContinueTextTests", in: "Whole", ["ContinueText", "MotionCore"], isPlain: true),
        tests(
            "EndToEndTests", in: "Whole",
            [
                "Evaluation", "Formatting", "Models", "MotionCore", "Quantization", "Randomness", "Recordings", "SignalProcessing",
                "Simulation", "TestSupport", "Transport", "WireProtocol",
            ], isPlain: true),
        tests(
            "PageInBrowserTests", in: "Whole", ["Models", "MotionCore", "Quantization", "Recordings", "Simulation", "TestSupport"],
            isPlain: true),
        tests(
            "FirmwareTests", in: "Whole",
            [
                "Models", "MotionCore", "Quantization", "Randomness", "Recordings", "Simulation", "TestSupport", "Transport",
                "WireProtocol",
            ], isPlain: true),
        tests("DocumentationTests", in: "Whole", ["LiveLoop", "Models", "Recordings", "Simulation", "TestSupport"], isPlain: true),
    ] + (isForFuzzing ? fuzzing : []),
    swiftLanguageModes: [.v6]
)
