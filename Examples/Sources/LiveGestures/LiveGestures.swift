// The whole live loop: LiveGestures MODEL PORT
import Foundation
import MotionQ15

@main
struct LiveGestures {
    static func main() async {
        guard CommandLine.arguments.count == 3 else { fatalError("usage: LiveGestures MODEL PORT") }
        do {
            let model = try MotionModel(contentsOf: URL(filePath: CommandLine.arguments[1]))
            let live = try LiveMotion(model, from: .port(CommandLine.arguments[2]), feedback: .standard)
            var entered = 0
            for try await moment in live.moments() {
                switch moment {
                case .event(let event):
                    print(event)
                    if event.phase == .entered { entered += 1 }
                case .connection(let connection): print(connection)
                case .feedback, .window, .samples, .missed: continue
                }
                if entered == 3 { live.stop() }
            }
        } catch {
            print(error)
        }
    }
}
