import Testing
import XCTest

/// Where the program of the tests begins. With this file SwiftPM need not look for tests of XCTest, of which there are none, in an
/// index of every test; making that took a quarter of the compiler's time. SwiftPM then no longer runs Swift Testing by itself:
/// `swift test --filter` needs `--enable-swift-testing --disable-xctest`.
@main
struct TestProgram {
    static func main() async {
        if CommandLine.arguments.count == 1 || CommandLine.arguments.contains("swift-testing") {
            await Testing.__swiftPMEntryPoint() as Never
        }
        // What XCTest has to say, which is that there is nothing.
        XCTMain([])
    }
}
