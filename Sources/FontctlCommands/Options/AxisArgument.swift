import ArgumentParser
import FontRegistry

/// A typed value of an axis, such as `wght=560`.
struct AxisArgument: ExpressibleByArgument, Sendable, Hashable {
    var tag: String
    var value: Double

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, (1...4).contains(parts[0].utf8.count), let value = Double(parts[1]), value.isFinite
        else { return nil }
        tag = String(parts[0])
        self.value = value
    }
}

extension FontDescriptor {
    /// Checks that the face has the axes, and that the values are within their limits.
    ///
    /// - Throws: `insufficientInfo` (303).
    func require(_ axes: [AxisArgument]) throws(FontError) {
        for argument in axes {
            let axis = face.axes.first { $0.tag == argument.tag }
            if let axis, axis.minimum <= argument.value, argument.value <= axis.maximum { continue }
            let known = face.axes.map { "\($0.tag) \(decimal($0.minimum))–\(decimal($0.maximum))" }
            let advice =
                known.isEmpty ? "It has no axes; omit --axis." : "Its axes: \(known.joined(separator: ", "))."
            let reason =
                axis == nil
                ? "has no axis “\(argument.tag)”"
                : "has no value \(decimal(argument.value)) on the axis “\(argument.tag)”"
            throw FontError(.insufficientInfo, "\(postscriptName) \(reason). \(advice)", file: path)
        }
    }
}
