// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
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
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    ],
    targets: [
        // MARK: Device core
        .target(name: "CMultiplyAdd"),
        room("FixedPoint"),
        room("MotionSignal", ["FixedPoint"]),
        room("WireProtocol", ["MotionSignal"]),
        room("Decision", ["FixedPoint"]),
        room("LSTMEngine", ["FixedPoint", "MotionSignal", "CMultiplyAdd"]),

        // MARK: Host
        .systemLibrary(
            name: "CLibSerialPort", pkgConfig: "libserialport",
            providers: [.apt(["libserialport-dev"]), .brew(["libserialport"])]),
        room("Transport", ["CLibSerialPort"]),
        room("Recording"),
        room("ReferenceModel", ["MotionSignal"]),
        room("ModelFile", ["LSTMEngine", "MotionSignal", "ReferenceModel"]),
        room(
            "ModelConversion",
            ["LSTMEngine", "ModelFile", "MotionSignal", "Recording", "ReferenceModel", .product(name: "SwiftProtobuf", package: "swift-protobuf")],
            exclude: ["CoreML/coreml_subset.proto"]),
        room("Evaluation", ["LSTMEngine", "Recording", "ReferenceModel"]),
        room(
            "LivePipeline",
            ["Decision", "LSTMEngine", "MotionSignal", "Transport", "WireProtocol"]),
        room("FeedbackMap", ["LivePipeline", "WireProtocol", .product(name: "Yams", package: "Yams")]),

        // MARK: Tools
        room("DeviceSimulator", ["MotionSignal", "Recording", "Transport", "WireProtocol"]),
        .executableTarget(
            name: "motionq",
            dependencies: [
                "Decision", "DeviceSimulator", "Evaluation", "FeedbackMap", "LivePipeline", "ModelFile", "ModelConversion", "Recording", "ReferenceModel", "LSTMEngine", "MotionSignal", "Transport",
                "WireProtocol", .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
