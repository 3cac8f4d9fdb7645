public import ArgumentParser
public import MotionQWorkshop

// Choices of requests, said by their names.

extension Arithmetic: ExpressibleByArgument {}
extension LearningSettings.State: ExpressibleByArgument {}
extension LearningSettings.Normalisation: ExpressibleByArgument {}
extension Variations.Axis: ExpressibleByArgument {}
