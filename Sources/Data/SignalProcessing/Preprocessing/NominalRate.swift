/// The rate that a device means whose samples were measured to come at another: 99.02 Hz are the 100 Hz of a loop that waits 10 ms
/// and then takes a little longer.
///
/// - Parameter measured: samples per second, by a device's clock or by time of arrival.
/// - Returns: the nearest usual rate within 1 %, else the measured one to a hundredth.
public func nominalRate(of measured: Double) -> Double {
    let nearest = usualRates.min { abs($0 - measured) < abs($1 - measured) } ?? measured
    return abs(nearest / measured - 1) <= 0.01 ? nearest : (measured * 100).rounded() / 100
}

/// Rates of loops that wait whole milliseconds, and output data rates in the data sheets of motion sensors: InvenSense (MPU-6050:
/// 1000 Hz divided, ICM-20948: 1125 Hz divided), ST (LSM6DS3: 12.5 · 2ⁿ and 13 · 2ⁿ, LSM9DS1: 59.5, 119 …) and Bosch (BNO055: 100).
private let usualRates: [Double] = [
    1, 2, 4, 5, 6.25, 8, 10, 12.5, 15, 16, 20, 25, 26, 30, 32, 33.33, 40, 50, 52, 59.5, 60, 62.5, 64, 66.67, 75, 80, 100, 104,
    112.5, 119,
    120, 125, 128, 142.86, 150, 166.67, 200, 208, 225, 238, 250, 256, 300, 333.33, 400, 416, 476, 500, 512, 562.5, 600, 800, 833,
    952, 1000,
    1024, 1125, 1600, 1666, 2000, 3200, 4000, 6664, 8000,
]
