// swift-tools-version: 6.3
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// The Swift runtime inside `motionq`, not beside it: half the memory, and no Swift needed where it runs. The libraries named are
/// those that Foundation's archives need; the linker takes of them what is used. For no target of the tests: they share the dynamic
/// runtime.
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

/// Spares the optimiser's time, for what computes little itself: `motionq`, which parses, calls the rooms and prints, and most
/// tests.
let plain = settings + [.unsafeFlags(["-Onone"])]

func tests(
    _ name: String, _ dependencies: [Target.Dependency], isPlain: Bool = false, exclude: [String] = []
) -> Target {
    .testTarget(
        name: name, dependencies: dependencies, exclude: exclude, swiftSettings: isPlain ? plain : settings)
}

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
                "MotionQ15", "MotionQCore", "FixedPoint", "Channels", "Windows", "Decision", "WireProtocol", "LSTMEngine",
                "Recognition", "Threads", "Transport", "Conditioning", "Recording", "ReferenceModel", "ModelFile", "LivePipeline",
                "FeedbackMap",
            ]),
        // The device core alone, which needs no library of the system's.
        .library(
            name: "MotionQCore",
            targets: [
                "MotionQCore", "FixedPoint", "Channels", "Windows", "Decision", "WireProtocol", "LSTMEngine", "Recognition",
            ]),
        // For programs that make models themselves, and judge them; it brings swift-protobuf, which takes a while to build.
        .library(
            name: "MotionQWorkshop",
            targets: [
                "Training", "ModelImport", "ModelConversion", "Evaluation", "SyntheticMotion", "DeviceSimulator", "ModelFile",
                "Curation",
                "Recording",
                "ReferenceModel",
            ]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0"),
    ],
    targets: [
        // MARK: Device core
        .target(name: "CKernels"),
        .target(name: "CNetworkStore", dependencies: ["CKernels"]),
        .target(name: "COrientation"),
        .target(name: "CStrokes", dependencies: ["CKernels"]),
        .target(name: "CTeaching", dependencies: ["CKernels", "CNetworkStore"]),
        room("FixedPoint"),
        room("Channels", ["FixedPoint"]),
        room("Windows"),
        room("Decision", ["FixedPoint"]),
        room("WireProtocol", ["Channels", "Decision", "FixedPoint"]),
        room("LSTMEngine", ["CKernels", "FixedPoint", "Windows"], exclude: ["ARITHMETIC.md"]),
        room(
            "Recognition", ["Channels", "CKernels", "COrientation", "CStrokes", "Decision", "LSTMEngine", "Windows"]),

        room(
            "MotionQCore", ["Channels", "Decision", "FixedPoint", "LSTMEngine", "Recognition", "Windows", "WireProtocol"]),

        // MARK: Host
        room("Randomness"),
        room("Threads", ["FixedPoint"]),
        room("Presentation", ["FixedPoint"]),
        room("Conditioning", ["COrientation", "FixedPoint"]),
        .systemLibrary(
            name: "CLibSerialPort", pkgConfig: "libserialport",
            providers: [.apt(["libserialport-dev"]), .brew(["libserialport"])]),
        room("Transport", ["CLibSerialPort"]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        room("Files", ["CZlib", "Presentation"]),
        room("Recording", ["Conditioning", "Files", "FixedPoint", "Presentation", "Randomness", "Windows"]),
        room("Calibration", ["Channels", "Files"]),
        room("Curation", ["Files", "FixedPoint", "Presentation", "Recording"]),
        room("ReferenceModel", ["FixedPoint", "Windows"]),
        .target(name: "CTrainingKernels"),
        room("Training", ["CTrainingKernels", "FixedPoint", "Randomness", "Recording", "ReferenceModel", "Threads", "Windows"]),
        room("ModelFile", ["Decision", "Files", "LSTMEngine", "Presentation", "ReferenceModel", "Windows"]),
        room(
            "ModelImport",
            [
                "Files", "LSTMEngine", "ModelFile", "ReferenceModel", "Windows",
                .product(name: "SwiftProtobuf", package: "swift-protobuf"),
            ],
            exclude: ["CoreML/coreml_subset.proto", "ONNX/onnx_subset.proto"]),
        room(
            "ModelConversion",
            [
                "Channels", "CKernels", "CNetworkStore", "Conditioning", "CTeaching", "Decision", "FixedPoint", "LSTMEngine",
                "ModelFile", "Presentation", "Recognition", "Recording", "ReferenceModel", "Threads", "Windows",
            ]),
        .target(name: "CFloatOracle"),
        room(
            "Evaluation",
            [
                "CFloatOracle", "Channels", "Decision", "FixedPoint", "LSTMEngine", "ModelConversion", "Presentation", "Randomness",
                "Recognition", "Recording", "ReferenceModel", "Threads", "Windows",
            ]),
        room(
            "LivePipeline",
            [
                "Channels", "Conditioning", "Decision", "FixedPoint", "LSTMEngine", "Presentation", "Recognition", "ReferenceModel",
                "Threads", "Transport", "Windows", "WireProtocol",
            ]),
        room("DeviceFormats", ["Channels", "Decision", "FixedPoint", "Transport", "WireProtocol"]),
        room("Conformity", ["Channels", "FixedPoint", "Presentation", "Transport", "WireProtocol"]),
        room("Installation", ["Presentation", "Transport", "WireProtocol"]),
        room("Diagnosis", ["Channels", "Files", "FixedPoint", "LivePipeline", "Presentation", "Transport", "WireProtocol"]),
        .systemLibrary(
            name: "CLibYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
        room("FeedbackMap", ["CLibYAML", "Files", "FixedPoint", "LivePipeline", "WireProtocol"]),
        room(
            "MotionQ15",
            [
                "Channels", "Decision", "FeedbackMap", "FixedPoint", "LivePipeline", "LSTMEngine", "ModelFile", "Presentation",
                "Recognition", "Recording", "ReferenceModel", "Threads", "Transport", "WireProtocol",
            ]),

        // MARK: Tools
        room("Segmentation", ["CKernels", "Conditioning", "CStrokes", "Files", "FixedPoint", "Presentation", "Windows"]),
        room("MotionImages", ["CZlib", "Files", "FixedPoint"]),
        room(
            "Recorder",
            [
                "Channels", "Conditioning", "Files", "FixedPoint", "LivePipeline", "Presentation", "Recording", "Segmentation",
                "WireProtocol",
            ]),
        room("Game", ["Files", "LivePipeline", "Randomness"]),
        room("SyntheticMotion", ["FixedPoint", "Randomness", "Recording"]),
        room(
            "DeviceSimulator", ["Channels", "FixedPoint", "Presentation", "Randomness", "Recording", "Transport", "WireProtocol"]),
        .target(name: "CAllocationCounter"),
        room("BenchmarkNetworks", ["LSTMEngine", "ModelConversion", "Randomness", "ReferenceModel", "Windows"]),
        room(
            "Benchmarking",
            [
                "BenchmarkNetworks", "CAllocationCounter", "Evaluation", "Files", "FixedPoint", "LSTMEngine", "Presentation",
                "Randomness", "Recording", "ReferenceModel", "Windows", "WireProtocol",
            ]),
        room("MotionQBench", ["BenchmarkNetworks", "LSTMEngine", "ModelImport", "ReferenceModel", "Windows"]),
        .target(name: "CProgramPages"),
        .executableTarget(
            name: "motionq",
            dependencies: [
                "Benchmarking", "BenchmarkNetworks", "Calibration", "Channels", "Conditioning", "Conformity", "CProgramPages",
                "Curation", "Decision", "DeviceFormats", "DeviceSimulator", "Diagnosis", "Evaluation", "FeedbackMap", "Files",
                "FixedPoint", "Game", "Installation", "LivePipeline", "LSTMEngine", "ModelConversion", "ModelFile", "ModelImport",
                "MotionImages", "Presentation", "Recorder", "Recording", "ReferenceModel", "Segmentation", "SyntheticMotion",
                "Threads", "Training", "Transport", "Windows", "WireProtocol",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            resources: [.embedInCode("Resources/demo.safetensors"), .embedInCode("Resources/base.safetensors")],
            swiftSettings: plain, linkerSettings: staticRuntime),

        // MARK: Tests
        .target(
            name: "CMotionQProtocol", path: "firmware-protocol/c", exclude: ["tests", "Makefile"], sources: ["src"],
            publicHeadersPath: "include"),
        .target(
            name: "CMotionQClassifier", dependencies: ["CKernels", "CMotionQProtocol", "COrientation", "CStrokes"],
            path: "firmware-protocol/inference",
            exclude: ["example", "tests"],
            sources: ["src"], publicHeadersPath: "include"),
        .target(name: "CPtyShim", path: "Tests/CPtyShim"),
        .target(
            name: "TestSupport",
            dependencies: [
                "Channels", "CKernels", "CTeaching", "Decision", "LivePipeline", "LSTMEngine", "ModelFile", "Randomness",
                "Recognition", "ReferenceModel", "Transport", "Windows", "WireProtocol",
            ],
            path: "Tests/TestSupport", swiftSettings: settings),
        .executableTarget(
            name: "ContinueText", dependencies: ["LSTMEngine", "ModelConversion", "ReferenceModel", "Training"],
            path: "Tests/Examples/ContinueText", swiftSettings: settings),
        tests("ContinueTextTests", ["ContinueText", "LSTMEngine"], isPlain: true),
        tests("FixedPointTests", ["FixedPoint"]),
        tests("ChannelsTests", ["Channels", "Randomness"]),
        tests("WindowsTests", ["Windows"]),
        tests("WireProtocolTests", ["Channels", "Decision", "Randomness", "WireProtocol"], isPlain: true),
        tests(
            "ConformanceTests",
            [
                "Channels", "CKernels", "CMotionQClassifier", "CMotionQProtocol", "CNetworkStore", "Conditioning", "Conformity",
                "Decision", "FixedPoint", "LSTMEngine", "Randomness", "Recognition", "ReferenceModel", "TestSupport", "Transport",
                "Windows", "WireProtocol",
            ]),
        tests(
            "NetworkStoreTests",
            [
                "CKernels", "CMotionQClassifier", "CNetworkStore", "CTeaching", "Channels", "Decision", "FixedPoint",
                "Installation", "LSTMEngine",
                "ModelConversion", "Randomness", "Recognition", "TestSupport", "Transport", "Windows", "WireProtocol",
            ]),
        tests("TeachingTests", ["CTeaching", "LSTMEngine", "Randomness", "TestSupport"]),
        tests("LSTMEngineTests", ["LSTMEngine", "Randomness", "TestSupport", "Windows"]),
        tests(
            "RecognitionTests",
            [
                "CKernels", "CStrokes", "Channels", "Decision", "LSTMEngine", "Randomness", "Recognition", "Recording",
                "TestSupport",
                "Windows",
            ]),
        tests("DecisionTests", ["Decision", "Randomness"]),
        tests(
            "OracleTests",
            [
                "Decision", "Evaluation", "LSTMEngine", "ModelConversion", "ModelFile", "Presentation", "Randomness", "Recording",
                "ReferenceModel", "TestSupport", "Windows",
            ], isPlain: true),
        tests("TransportTests", ["CPtyShim", "Transport"], isPlain: true),
        tests("FilesTests", ["Files"], isPlain: true),
        tests("PresentationTests", ["Presentation"], isPlain: true),
        tests("RandomnessTests", ["Randomness"]),
        tests(
            "OrientationTests", ["Channels", "Conditioning", "Randomness", "Recording", "ReferenceModel", "TestSupport"],
            isPlain: true, exclude: ["vqf.csv"]),
        tests("CalibrationTests", ["Calibration", "Channels", "Randomness"], isPlain: true),
        tests("RecordingTests", ["Conditioning", "Files", "Randomness", "Recording", "TestSupport", "Windows"], isPlain: true),
        tests("CurationTests", ["Curation", "Randomness", "Recording", "TestSupport"], isPlain: true),
        tests("TrainingTests", ["CTrainingKernels", "Randomness", "Recording", "ReferenceModel", "Training"], isPlain: true),
        tests("ReferenceModelTests", ["Randomness", "ReferenceModel", "TestSupport", "Windows"]),
        tests(
            "ModelFileTests",
            ["LSTMEngine", "ModelConversion", "ModelFile", "Randomness", "ReferenceModel", "TestSupport", "Windows"], isPlain: true),
        tests(
            "ModelImportTests", ["ModelFile", "ModelImport", "Randomness", "ReferenceModel", "TestSupport", "Windows"],
            isPlain: true),
        tests(
            "ModelConversionTests",
            [
                "CMotionQClassifier", "CTeaching", "Decision", "LSTMEngine", "ModelConversion", "ModelFile", "ModelImport",
                "Randomness", "Recording", "ReferenceModel", "TestSupport", "Windows",
            ], isPlain: true),
        tests(
            "EvaluationTests",
            [
                "Decision", "Evaluation", "LSTMEngine", "ModelConversion", "Presentation", "Randomness", "Recording",
                "ReferenceModel", "TestSupport", "Windows",
            ], isPlain: true),
        tests("FeedbackMapTests", ["FeedbackMap", "LivePipeline", "Randomness", "WireProtocol"], isPlain: true),
        tests(
            "LivePipelineTests",
            [
                "Channels", "Decision", "Evaluation", "LivePipeline", "LSTMEngine", "Randomness", "Recognition", "Recording",
                "ReferenceModel", "TestSupport", "Transport", "Windows", "WireProtocol",
            ], isPlain: true),
        tests(
            "MotionQ15Tests",
            [
                "Channels", "Decision", "Evaluation", "LSTMEngine", "ModelFile", "MotionQ15", "Recording", "ReferenceModel",
                "SyntheticMotion",
                "TestSupport",
            ], isPlain: true),
        tests(
            "DeviceFormatsTests",
            [
                "CAllocationCounter", "CPtyShim", "Channels", "Decision", "DeviceFormats", "Randomness", "TestSupport", "Transport",
                "WireProtocol",
            ]),
        tests("ConformityTests", ["Channels", "Conformity", "Transport", "WireProtocol"], isPlain: true),
        tests("DiagnosisTests", ["Diagnosis", "Files", "Transport"], isPlain: true),
        tests(
            "RecorderTests",
            [
                "Channels", "LivePipeline", "Randomness", "Recorder", "Recording", "Segmentation", "TestSupport", "Transport",
                "WireProtocol",
            ], isPlain: true),
        tests(
            "GameTests",
            ["Decision", "Game", "LivePipeline", "TestSupport", "Transport", "WireProtocol"], isPlain: true),
        tests("MotionImagesTests", ["CZlib", "Files", "MotionImages", "Randomness"]),
        tests("SegmentationTests", ["Presentation", "Randomness", "Recording", "Segmentation", "SyntheticMotion", "Windows"]),
        tests("SyntheticMotionTests", ["Recording", "SyntheticMotion"], isPlain: true),
        tests("DeviceSimulatorTests", ["Channels", "DeviceSimulator", "Recording", "Transport", "WireProtocol"], isPlain: true),
        tests(
            "AllocationTests",
            [
                "CAllocationCounter", "Decision", "DeviceFormats", "LivePipeline", "MotionQ15", "Randomness", "ReferenceModel",
                "TestSupport", "Transport", "WireProtocol",
            ]),
        tests(
            "EndToEndTests",
            [
                "Channels", "Conditioning", "Decision", "Evaluation", "LSTMEngine", "ModelConversion", "ModelFile", "Randomness",
                "Recording", "ReferenceModel", "SyntheticMotion", "TestSupport", "Transport", "Windows", "WireProtocol",
            ], isPlain: true),
        tests(
            "BenchmarkingTests",
            [
                "Benchmarking", "BenchmarkNetworks", "LSTMEngine", "ModelFile", "ModelImport", "MotionQBench", "ReferenceModel",
                "TestSupport", "Windows",
            ]),
        tests(
            "FirmwareTests",
            [
                "Channels", "Decision", "LSTMEngine", "ModelConversion", "ModelFile", "Randomness", "Recognition", "Recording",
                "ReferenceModel", "SyntheticMotion", "TestSupport", "Transport", "Windows", "WireProtocol",
            ], isPlain: true),
        tests("ThreadsTests", ["Threads"]),
        tests("ArchitectureTests", [], isPlain: true),
        tests(
            "DocumentationTests", ["FeedbackMap", "ModelFile", "Recording", "ReferenceModel", "SyntheticMotion", "TestSupport"],
            isPlain: true),
    ],
    swiftLanguageModes: [.v6]
)
