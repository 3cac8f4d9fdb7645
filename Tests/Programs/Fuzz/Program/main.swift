// The program of `make fuzz`:
//   Fuzz list                    the targets, a line each: name, most bytes of an input, places of its sources
//   Fuzz seeds TARGET FOLDER     writes the target's seeds there, and its words as FOLDER.words
//   Fuzz run TARGET OPTION…      libFuzzer's own options and folders
import CLibFuzzer
import Foundation
import FuzzTargets

let words = Array(CommandLine.arguments.dropFirst())
let target = words.count > 1 ? FuzzTarget.all.first { $0.name == words[1] } : nil

switch (words.first, target) {
case ("list", _):
    for target in FuzzTarget.all { print(target.name, target.longest, target.sources.joined(separator: ",")) }
case ("seeds", let target?) where words.count == 3:
    try writeSeeds(of: target, to: words[2])
case ("run", let target?):
    FuzzRun.target = target
    FuzzRun.start(with: ["fuzz"] + words.dropFirst(2))
default:
    FileHandle.standardError.write(Data("Fuzz list | seeds TARGET FOLDER | run TARGET OPTION…\n".utf8))
    exit(64)
}

func writeSeeds(of target: FuzzTarget, to folder: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for (number, seed) in try target.seeds().enumerated() {
        try Data(seed).write(to: URL(filePath: "\(folder)/seed-\(number)"))
    }
    // A word's bytes in hexadecimal, as libFuzzer reads them.
    let lines = target.words.map { word in
        "\"" + word.utf8.map { "\\x" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "\"\n"
    }
    try Data(lines.joined().utf8).write(to: URL(filePath: "\(folder).words"))
}
