import Foundation

/// The Makefile's targets that documents may name, and who runs each: a target that nobody runs may break unseen.
enum MakeTargets {
    enum Runner {
        /// A line of `.ci/run`, or what such a target depends on.
        case ci
        /// A file of the tests, or all of a folder, runs what the target runs.
        case tests(String)
        /// Only people do; why.
        case people(String)
    }

    static let runners: [String: Runner] = [
        "test": .ci, "setup": .ci, "check": .ci, "protocol-test": .ci, "kernel-test": .ci, "build": .ci, "demo-model": .ci,
        "base-model": .ci, "firmware-test": .ci, "cortex-test": .ci, "oracle-test": .ci, "arduino-test": .ci, "firmware": .ci,
        "demo": .tests("Tests/Whole/EndToEndTests/DemoTests.swift"),
        "bench": .tests("Tests/Whole/EndToEndTests/BenchTests.swift"),
        "firmware-demo": .tests("Tests/Whole/FirmwareTests"),
        "interrupts": .tests("Tests/Whole/EndToEndTests/Files/InterruptTests.swift"),
        "faults": .tests("Tests/Whole/EndToEndTests/Files/InjectedFaultTests.swift"),
        "hostile": .people("kills, fills disks and floods, in three minutes"),
        "rig": .people("installs emulators and fetches a kernel"),
        "replug": .people("measures, in three minutes"), "soak": .people("measures, in five minutes or in hours"),
        "arduino": .people("arduino-test joins the same library by the same script, without the ZIP file"),
        "arena": .people("trains thirty networks on recordings that are no part of the repository"),
        "broker-bench": .people("measures, in ten minutes"),
        "devices-bench": .people("measures, in five minutes"),
        "fleet-bench": .people("measures, in five minutes"),
        "broker-test": .people("installs a broker, and Home Assistant from PyPI"),
        "mcap-test": .people("installs libraries of PyPI"),
        "page-test": .people("installs a browser"),
        "page-bench": .people("measures for half an hour"),
        "page-pictures": .people("draws pictures of docs"),
        "fuzz": .people("takes minutes and a build of its own; FuzzTests has the same targets"),
        "neon-test": .people("installs an emulator and a C library for another processor"),
        "chips-test": .people("installs emulators and compilers for other processors"),
        "demo-real": .people("needs recordings that are no part of the repository"),
        "package-test": .people("clones the repository and builds it from nothing"),
        "format": .people("check fails where it would change something"),
        "clean": .people("removes what tests need"),
        "help": .people("prints the Makefile's comments"), "more": .people("prints those of Scripts/more.mk"),
    ]

    /// What is wrong with the words after `make`; nil if nothing is.
    static func fault(_ words: [String]) -> String? {
        let targets = words.filter { !$0.contains("=") && !$0.hasPrefix("-") && !$0.contains("…") && $0 != $0.uppercased() }
        for target in targets where runners[target] == nil {
            return "make \(target) is no target that this test knows of (MakeTargets)"
        }
        return nil
    }

    /// Target → the targets that it needs, or makes by a call of make, as a Makefile's text has them.
    static func needs(_ makefile: String) -> [String: [String]] {
        var result: [String: [String]] = [:]
        var last = ""
        for line in makefile.components(separatedBy: "\n") {
            if line.hasPrefix("\t"), let call = line.range(of: "$(MAKE) ") {
                result[last, default: []] += line[call.upperBound...].split(separator: " ").map(String.init)
            }
            let parts = line.components(separatedBy: "##")[0].split(separator: ":", maxSplits: 1)
            guard line.first?.isLetter == true, parts.count == 2, !parts[0].contains(" "), !parts[1].hasPrefix("=") else {
                continue
            }
            last = String(parts[0])
            result[last] = parts[1].split(separator: " ").map(String.init)
        }
        return result
    }
}
