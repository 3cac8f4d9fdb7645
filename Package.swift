// swift-tools-version: 6.3
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// The Swift runtime inside `motionq`, not beside it: half the memory, and no Swift needed where it runs. The libraries named are those that
/// Foundation's archives need; the linker takes of them what is used. For no target of the tests: they share the dynamic runtime.
let staticRuntime: [LinkerSetting] = [
    .unsafeFlags(
        [
            "-static-stdlib", "-lCoreFoundation", "-l_FoundationICU", "-l_FoundationCShims", "-l_FoundationCollections", "-Xlinker",
            "--no-export-dynamic",
        ],
        .when(platforms: [.linux]))
]

func room(_ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
    .target(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, swiftSettings: settings)
}

let package = Package(
    name: "MotionQ15",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "motionq", targets: ["motionq"]),
        .library(name: "MotionQBench", type: .dynamic, targets: ["MotionQBench"]),
        .library(
            name: "MotionQ15",
            targets: [
                "FixedPoint", "MotionSignal", "WireProtocol", "LSTMEngine", "Decision", "Transport", "Recording", "ReferenceModel",
                "Training", "ModelFile", "ModelConversion", "DeviceExport", "Evaluation", "EvaluationReport", "LivePipeline",
                "FeedbackMap",
                "SyntheticMotion", "DeviceSimulator",
            ]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0"),
    ],
    targets: [
        // MARK: Device core
        .target(name: "CKernels"),
        room("FixedPoint"),
        room("MotionSignal", ["FixedPoint"]),
        room("WireProtocol", ["MotionSignal"]),
        room("Decision", ["FixedPoint"]),
        room("LSTMEngine", ["FixedPoint", "MotionSignal", "CKernels"], exclude: ["ARITHMETIC.md"]),

        // MARK: Host
        room("PlainText"),
        room("Randomness"),
        .systemLibrary(
            name: "CLibSerialPort", pkgConfig: "libserialport",
            providers: [.apt(["libserialport-dev"]), .brew(["libserialport"])]),
        room("Transport", ["CLibSerialPort"]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        room("Recording", ["CZlib", "PlainText"]),
        room("ReferenceModel", ["MotionSignal"]),
        .target(name: "CTrainingKernels"),
        room("Training", ["CTrainingKernels", "Randomness", "Recording", "ReferenceModel"]),
        room("ModelFile", ["LSTMEngine", "MotionSignal", "ReferenceModel"]),
        room(
            "ModelConversion",
            [
                "LSTMEngine", "ModelFile", "MotionSignal", "PlainText", "Recording", "ReferenceModel",
                .product(name: "SwiftProtobuf", package: "swift-protobuf"),
            ],
            exclude: ["CoreML/coreml_subset.proto"]),
        room(
            "DeviceExport",
            ["CKernels", "Decision", "FixedPoint", "LSTMEngine", "ModelFile", "MotionSignal", "ReferenceModel"]),
        room("Evaluation", ["Decision", "FixedPoint", "LSTMEngine", "MotionSignal", "Recording", "ReferenceModel"]),
        room(
            "LivePipeline",
            ["Decision", "LSTMEngine", "MotionSignal", "Transport", "WireProtocol"]),
        .systemLibrary(
            name: "CLibYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
        room("FeedbackMap", ["CLibYAML", "LivePipeline", "WireProtocol"]),

        // MARK: Tools
        room("JSONLines", ["PlainText"]),
        room("SyntheticMotion", ["Randomness", "Recording"]),
        room("EvaluationReport", ["Evaluation", "JSONLines", "PlainText", "Recording"]),
        room(
            "DeviceSimulator", ["JSONLines", "MotionSignal", "PlainText", "Randomness", "Recording", "Transport", "WireProtocol"]),
        .target(name: "CAllocationCounter"),
        room("BenchmarkNetworks", ["LSTMEngine", "ModelConversion", "MotionSignal", "Randomness", "ReferenceModel"]),
        room(
            "Benchmarking",
            [
                "BenchmarkNetworks", "CAllocationCounter", "Evaluation", "EvaluationReport", "JSONLines", "LSTMEngine",
                "MotionSignal",
                "Randomness", "Recording", "ReferenceModel", "WireProtocol",
            ]),
        room("MotionQBench", ["BenchmarkNetworks", "LSTMEngine", "ModelConversion", "ReferenceModel"]),
        .executableTarget(
            name: "motionq",
            dependencies: [
                "BenchmarkNetworks", "Benchmarking", "Decision", "DeviceExport", "DeviceSimulator", "Evaluation",
                "EvaluationReport", "FeedbackMap",
                "JSONLines", "LSTMEngine",
                "LivePipeline", "ModelConversion", "ModelFile", "MotionSignal", "PlainText", "Recording", "ReferenceModel",
                "SyntheticMotion", "Training", "Transport", "WireProtocol",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            resources: [.embedInCode("Resources/demo.safetensors")], swiftSettings: settings,
            linkerSettings: staticRuntime),

        // MARK: Tests
        .target(
            name: "CMotionQProtocol", path: "firmware-protocol/c", exclude: ["tests", "Makefile"], sources: ["src"],
            publicHeadersPath: "include"),
        .target(
            name: "CMotionQClassifier", dependencies: ["CKernels"], path: "firmware-protocol/inference", exclude: ["example"],
            sources: ["src"], publicHeadersPath: "include"),
        .target(name: "CPtyShim", path: "Tests/CPtyShim"),
        .target(
            name: "TestSupport",
            dependencies: [
                "Decision", "LSTMEngine", "LivePipeline", "ModelFile", "MotionSignal", "Randomness", "ReferenceModel",
                "Transport", "WireProtocol",
            ],
            path: "Tests/TestSupport", swiftSettings: settings),
        .executableTarget(
            name: "ContinueText", dependencies: ["LSTMEngine", "ModelConversion", "ReferenceModel", "Training"],
            path: "Tests/Examples/ContinueText", swiftSettings: settings),
        tests("ContinueTextTests", ["ContinueText", "LSTMEngine"]),
        tests("FixedPointTests", ["FixedPoint"]),
        tests("MotionSignalTests", ["FixedPoint", "MotionSignal", "Randomness", "TestSupport"]),
        tests("WireProtocolTests", ["MotionSignal", "Randomness", "TestSupport", "WireProtocol"]),
        tests(
            "ConformanceTests",
            [
                "CKernels", "CMotionQClassifier", "CMotionQProtocol", "Decision", "FixedPoint", "LSTMEngine", "LivePipeline",
                "MotionSignal", "Randomness", "TestSupport", "WireProtocol",
            ]),
        tests("LSTMEngineTests", ["LSTMEngine", "MotionSignal", "Randomness", "TestSupport"]),
        tests("DecisionTests", ["Decision", "Randomness", "TestSupport"]),
        tests("TransportTests", ["CPtyShim", "Transport"]),
        tests("PlainTextTests", ["PlainText"]),
        tests("RandomnessTests", ["Randomness"]),
        tests("RecordingTests", ["Randomness", "Recording", "TestSupport"]),
        tests("TrainingTests", ["Randomness", "Recording", "ReferenceModel", "Training"]),
        tests("ReferenceModelTests", ["Randomness", "ReferenceModel", "TestSupport"]),
        tests(
            "ModelFileTests",
            ["LSTMEngine", "ModelConversion", "ModelFile", "MotionSignal", "Randomness", "ReferenceModel", "TestSupport"]),
        tests(
            "ModelConversionTests",
            [
                "Randomness", "LSTMEngine", "ModelConversion", "ModelFile", "MotionSignal", "Recording", "ReferenceModel",
                "TestSupport",
            ]),
        tests(
            "EvaluationTests",
            ["Decision", "Evaluation", "LSTMEngine", "ModelConversion", "Randomness", "Recording", "ReferenceModel", "TestSupport"]),
        tests(
            "EvaluationReportTests",
            [
                "Randomness", "Evaluation", "EvaluationReport", "JSONLines", "ModelConversion", "Recording", "ReferenceModel",
                "TestSupport",
            ]),
        tests("FeedbackMapTests", ["FeedbackMap", "LivePipeline", "Randomness", "TestSupport", "WireProtocol"]),
        tests(
            "LivePipelineTests",
            ["Decision", "LivePipeline", "LSTMEngine", "MotionSignal", "Randomness", "TestSupport", "Transport", "WireProtocol"]),
        tests("SyntheticMotionTests", ["Recording", "SyntheticMotion"]),
        tests("DeviceSimulatorTests", ["DeviceSimulator", "MotionSignal", "Recording", "Transport", "WireProtocol"]),
        tests(
            "AllocationTests",
            [
                "Randomness", "CAllocationCounter", "Decision", "LSTMEngine", "LivePipeline", "TestSupport", "Transport",
                "WireProtocol",
            ]),
        tests(
            "EndToEndTests",
            [
                "Randomness", "Evaluation", "LSTMEngine", "ModelConversion", "ModelFile", "Recording", "ReferenceModel",
                "SyntheticMotion", "TestSupport", "Transport",
            ]),
        tests(
            "BenchmarkingTests",
            [
                "BenchmarkNetworks", "Benchmarking", "LSTMEngine", "ModelConversion", "ModelFile", "MotionQBench", "MotionSignal",
                "ReferenceModel", "TestSupport",
            ]),
        tests(
            "DeviceExportTests",
            [
                "CMotionQClassifier", "Decision", "DeviceExport", "LSTMEngine", "ModelConversion", "ModelFile", "ReferenceModel",
                "TestSupport",
            ]),
        tests(
            "FirmwareTests",
            [
                "Decision", "DeviceExport", "LSTMEngine", "ModelConversion", "ModelFile", "MotionSignal", "Randomness",
                "ReferenceModel",
                "TestSupport",
                "Transport", "WireProtocol",
            ]),
        tests("ArchitectureTests", []),
    ],
    swiftLanguageModes: [.v6]
)
