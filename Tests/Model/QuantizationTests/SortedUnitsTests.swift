import Models
import MotionCore
import Quantization
import Randomness
import TestSupport
import Testing

@Suite("Units sorted by what their candidates reach")
struct SortedUnitsTests {
    private func windows(_ count: Int, of model: FloatModel) -> [[Double]] {
        var generator = SeededGenerator(seed: 3)
        return (0..<count).map { _ in
            randomValues(count: model.description.window * model.description.inputs.count, bound: 2, using: &generator)
        }
    }

    @Test("stay where they are behind a convolution")
    func convolution() {
        let model = randomFloatModel(seed: 2, convolution: 7, lstm: [9], dense: [3], policy: .carry)
        var seen = ranges(model, windows(5, of: model))
        #expect(model.sortingUnits(&seen) == model)
    }

    @Test("stay where they are where the state is reset")
    func reset() {
        let model = randomFloatModel(seed: 2, lstm: [9], dense: [3])
        var seen = ranges(model, windows(5, of: model))
        #expect(model.sortingUnits(&seen) == model)
    }

    @Test("answer as before, in one layer or several", arguments: [[9], [9, 5], [20, 6, 4]])
    func sameFunction(_ units: [Int]) {
        let model = randomFloatModel(seed: 2, lstm: units, dense: [4, 3], policy: .carry)
        let windows = windows(5, of: model)
        var seen = ranges(model, windows)
        let sorted = model.sortingUnits(&seen)
        #expect(sorted != model)
        for window in windows {
            var (before, after) = (FloatState(zeroFor: model.network), FloatState(zeroFor: model.network))
            let exact = model.network.predict(window: window, state: &before)
            let found = sorted.network.predict(window: window, state: &after)
            #expect(zip(exact, found).allSatisfy { abs($0 - $1) < 1e-12 })
        }
    }

    @Test("know how the inputs of each map go together, as if the sorted network had been run")
    func moments() throws {
        let model = randomFloatModel(seed: 4, lstm: [9, 5], dense: [3], policy: .carry)
        let windows = windows(40, of: model)
        var carried = ranges(model, windows)
        let sorted = model.sortingUnits(&carried)
        let measured = ranges(sorted, windows)
        let (a, b) = (
            try Quantizer.quantize(sorted.network, ranges: carried), try Quantizer.quantize(sorted.network, ranges: measured)
        )
        #expect(a == b)
    }

    @Test("stay where they are when they are sorted again, their inputs balanced or not")
    func twice() throws {
        let model = randomFloatModel(seed: 5, lstm: [18], dense: [3], policy: .carry)
        var seen = ranges(model, windows(20, of: model))
        let sorted = model.sortingUnits(&seen)
        var again = seen
        #expect(sorted.sortingUnits(&again) == sorted && again == seen)
        let balanced = sorted.balancingInputs(&seen)
        var afterwards = ranges(balanced, [])
        afterwards.inputs = seen.inputs
        #expect(balanced.sortingUnits(&afterwards) == balanced)
    }
}
