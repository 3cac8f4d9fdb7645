import Files

/// A layer of which only the name and the widths are known.
struct NamedModule: Equatable {
    /// As PyTorch names it: “fc.0”, “head”.
    var name: String
    var inputs: Int
    var outputs: Int

    /// “fc.0 (32 → 24)”
    var shown: String { "\(name.isEmpty ? "(no name)" : String(name.prefix(80))) (\(inputs) → \(outputs))" }

    /// The name without its digits: modules that share it are numbered in their order.
    fileprivate var family: String { String(name.filter { !$0.isNumber }) }
}

/// The order in which modules follow one another, which a state dict does not say.
enum ModuleOrder: Equatable {
    /// The only order in which each reads what the one before it writes.
    case chain([NamedModule])
    /// No order does.
    case none
    /// Several do.
    case ambiguous

    /// Enough for any real network, and a bound on what a hostile one may cost.
    private static let mostSteps = 20_000

    /// Modules of one family (“fc1”, “fc2”; “head.0”, “head.3”) stay in the order of their numbers; the widths decide the rest.
    ///
    /// - Parameter width: what the first module reads; any if nil.
    init(_ modules: [NamedModule], reading width: Int?) {
        let sorted = modules.sorted { $0.name.precedes($1.name) }
        var families: [String: [NamedModule]] = [:]
        for module in sorted { families[module.family, default: []].append(module) }
        var search = Search(families: families.sorted { $0.key < $1.key }.map(\.value), count: modules.count)
        search.go(on: width)
        switch search.found.count {
        case _ where search.steps > Self.mostSteps: self = .ambiguous
        case 0: self = .none
        case 1: self = .chain(search.found[0])
        default: self = .ambiguous
        }
    }

    /// Tries every order; stops at the second that fits.
    private struct Search {
        /// What is left of each family, in order.
        var families: [[NamedModule]]
        let count: Int
        var chain: [NamedModule] = []
        var found: [[NamedModule]] = []
        var steps = 0

        init(families: [[NamedModule]], count: Int) {
            self.families = families
            self.count = count
        }

        mutating func go(on width: Int?) {
            steps += 1
            guard found.count < 2, steps <= ModuleOrder.mostSteps else { return }
            guard chain.count < count else { return found.append(chain) }
            for family in families.indices {
                guard let module = families[family].first, width == nil || module.inputs == width else { continue }
                families[family].removeFirst()
                chain.append(module)
                go(on: module.outputs)
                chain.removeLast()
                families[family].insert(module, at: 0)
            }
        }
    }
}
