// A light of its own choice while a gesture is held: LightGestures MODEL PORT
import Foundation
import MotionQ15

guard CommandLine.arguments.count == 3 else { fatalError("usage: LightGestures MODEL PORT") }
do {
    let model = try MotionModel(contentsOf: URL(filePath: CommandLine.arguments[1]))
    let live = try LiveMotion(model, from: .port(CommandLine.arguments[2]), feedback: .none)
    for try await case .event(let event) in live.moments() {
        print(event)
        if event.phase == .entered { live.light(3) } else { live.off(.led(3)) }
    }
} catch {
    print(error)
}
