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

let package = Package(
    name: "MotionQ15",
    platforms: [.macOS(.v15)],
    targets: [
        // MARK: Device core
        .target(name: "CMultiplyAdd"),
        room("FixedPoint"),
        room("MotionSignal", ["FixedPoint"]),
        room("LSTMEngine", ["FixedPoint", "MotionSignal", "CMultiplyAdd"]),
        room("WireProtocol", ["MotionSignal"]),

        // MARK: Host
        .systemLibrary(
            name: "CLibSerialPort", pkgConfig: "libserialport",
            providers: [.apt(["libserialport-dev"]), .brew(["libserialport"])]),
        room("Transport", ["CLibSerialPort"]),
        room("Recording"),
        room("ReferenceModel", ["MotionSignal"]),
    ],
    swiftLanguageModes: [.v6]
)
