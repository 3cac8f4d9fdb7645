public import MotionCore

/// A layer before the LSTM, for tests.
public struct FrontDimensions: Sendable {
    public let field: SampleField
    /// Outputs of a convolution; nil: it pools.
    public let units: Int?
    /// Of a convolution whether it is rectified, of a layer that pools whether it takes the mean.
    public let flag: Bool

    /// A convolution.
    public static func convolution(
        _ units: Int, over taps: Int, every stride: Int = 1, apart dilation: Int = 1, causal: Bool = false, rectified: Bool = true
    ) -> FrontDimensions {
        FrontDimensions(
            field: SampleField(taps: taps, stride: stride, dilation: dilation, isCausal: causal), units: units, flag: rectified)
    }

    /// The largest of so many inputs.
    public static func maximum(of taps: Int, every stride: Int? = nil) -> FrontDimensions {
        FrontDimensions(field: SampleField(taps: taps, stride: stride ?? taps), units: nil, flag: false)
    }

    /// The mean of so many inputs.
    public static func mean(of taps: Int, every stride: Int? = nil) -> FrontDimensions {
        FrontDimensions(field: SampleField(taps: taps, stride: stride ?? taps), units: nil, flag: true)
    }
}

/// GRU layers alone, above and below an LSTM, of sizes at every edge of a vector, behind a convolution of both kinds.
public let gruShapes: [NetworkDimensions] = [
    .init(1, 1, 1, nil, [1], [1], gru: [0]), .init(8, 3, 6, nil, [5], [4], gru: [0]),
    .init(9, 2, 9, nil, [7, 5, 3], [4], gru: [1]),
    .init(6, 9, 6, nil, [17], [5], gru: [0]), .init(20, 5, 6, nil, [32], [5], gru: [0]),
    .init(5, 5, 6, nil, [66, 16], [4], gru: [0, 1]),
    .init(10, 4, 3, 33, [6, 6], [5], gru: [0]), .init(4, 1, 65, nil, [130], [7, 3], gru: [0]),
    .init(8, 3, 6, nil, [9], [4], front: [.convolution(7, over: 3, causal: true), .maximum(of: 2)], gru: [0]),
]

/// Layers before the LSTM with windows that they fit: each kind alone and behind another, causal and not, with strides and
/// dilations that divide the window or do not, of one number and of several panels; with and without an LSTM, and with windows that
/// end with samples that no field ends with.
public let frontShapes: [NetworkDimensions] = [
    .init(8, 3, 6, nil, [5], [4], front: [.convolution(7, over: 3)]),
    .init(8, 3, 6, nil, [5], [4], front: [.convolution(7, over: 3, causal: true, rectified: false)]),
    .init(11, 2, 1, nil, [3], [2], front: [.convolution(1, over: 2, every: 3)]),
    .init(12, 5, 9, nil, [6], [3], front: [.convolution(17, over: 3, apart: 4)]),
    .init(12, 5, 9, nil, [6], [3], front: [.convolution(16, over: 3, every: 2, apart: 4, causal: true)]),
    .init(
        20, 5, 6, nil, [8, 7], [5], front: [.convolution(33, over: 5), .maximum(of: 2), .convolution(20, over: 3, causal: true)]),
    .init(9, 2, 3, nil, [4], [3], front: [.mean(of: 3, every: 2), .convolution(70, over: 2)]),
    .init(10, 3, 5, nil, [9], [6, 3], front: [.maximum(of: 4, every: 3)]),
    .init(6, 9, 65, nil, [5], [4], front: [.convolution(9, over: 2), .mean(of: 2, every: 1)]),
    .init(16, 4, 6, nil, [], [7, 3], front: [.convolution(12, over: 3), .mean(of: 14)]),
    .init(17, 4, 6, nil, [], [3], front: [.convolution(12, over: 3), .maximum(of: 2), .mean(of: 7)]),
    .init(16, 4, 6, nil, [], [3], front: [.convolution(12, over: 5), .maximum(of: 3), .convolution(9, over: 4)]),
    .init(5, 5, 7, nil, [], [2], front: [.maximum(of: 5)]),
    .init(1, 1, 6, nil, [4], [3], front: [.convolution(10, over: 1)]),
]

/// Weights of 8 bits: whole fours of columns and pairs that are left over, one and several panels and groups, in every kind of
/// layer.
public let byteShapes: [NetworkDimensions] = [
    .init(1, 1, 1, nil, [1], [1], bytes: true), .init(8, 3, 6, nil, [5], [4], bytes: true),
    .init(9, 2, 9, nil, [7, 5, 3], [4], bytes: true), .init(6, 9, 7, nil, [17], [5], bytes: true),
    .init(20, 5, 6, nil, [32], [5], bytes: true), .init(5, 5, 6, nil, [66], [4], bytes: true),
    .init(4, 1, 70, nil, [130], [16, 4], bytes: true), .init(6, 3, 4, 16, [8], [4], bytes: true),
    .init(10, 4, 3, 33, [6, 6], [5], bytes: true), .init(5, 2, 6, nil, [67, 9], [7, 3], gru: [0], bytes: true),
    .init(8, 3, 6, nil, [9], [4], front: [.convolution(7, over: 3, causal: true), .maximum(of: 2)], bytes: true),
]
