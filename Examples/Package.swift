// swift-tools-version: 6.3
import PackageDescription

// Programs as somebody else would write them: in a package of their own, which knows the library from outside.
// Elsewhere the dependency is .package(url: "…/MotionQ15", from: "0.1.0").
let package = Package(
    name: "Examples",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "MotionQ15", path: "..")],
    targets: [
        .executableTarget(name: "StreamRecording", dependencies: [.product(name: "MotionQ15", package: "MotionQ15")]),
        .executableTarget(name: "LiveGestures", dependencies: [.product(name: "MotionQ15", package: "MotionQ15")]),
        .executableTarget(name: "LightGestures", dependencies: [.product(name: "MotionQ15", package: "MotionQ15")]),
        .executableTarget(
            name: "RecogniseSamples", dependencies: [.product(name: "MotionRecognition", package: "MotionQ15")]),
        .executableTarget(name: "BothEnds", dependencies: [.product(name: "MotionCore", package: "MotionQ15")]),
    ]
        + ["TrainGestures", "SearchNetwork", "TuneDecision", "TeachByExamples", "CutSegments", "ConvertCapture"].map { name in
            .executableTarget(
                name: name, dependencies: [.product(name: "MotionQWorkshop", package: "MotionQ15")],
                path: "Workshop/Sources/\(name)")
        },
    swiftLanguageModes: [.v6]
)
