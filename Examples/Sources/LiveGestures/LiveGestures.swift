// The whole live loop, with a light of its own choice: LiveGestures MODEL PORT
import Foundation
import MotionQ15

@main
struct LiveGestures {
    static func main() async {
        guard CommandLine.arguments.count == 3 else { fatalError("usage: LiveGestures MODEL PORT") }
        do {
            let model = try MotionModel(contentsOf: URL(filePath: CommandLine.arguments[1]))
            let live = try LiveMotion(model, from: .port(CommandLine.arguments[2]), feedback: .none)
            var entered = 0
            for try await moment in live.moments() {
                switch moment {
                case .event(let event):
                    print(event)
                    if event.phase == .entered { live.light(3) } else { live.off(.led(3)) }
                    if event.phase == .entered { entered += 1 }
                case .connection(let connection): print(connection)
                case .feedback(let outcome): print(outcome)
                // Later versions may tell more.
                default: continue
                }
                if entered == 3 { live.stop() }
            }
        } catch {
            print(error)
        }
    }
}
