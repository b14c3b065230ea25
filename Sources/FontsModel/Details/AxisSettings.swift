package import FontModel

/// The positions of the sliders of a variable face.
package struct AxisSettings: Sendable, Hashable {
    /// The axes that a person sets: without hidden ones and those that cannot move.
    package let axes: [VariationAxis]
    package let instances: [NamedInstance]
    private var values: [String: Double]

    /// The most sliders that are shown: a face may have 128 axes.
    package static let mostSliders = 32

    package init(_ face: FontFace) {
        axes = face.axes.filter { !$0.isHidden && $0.minimum < $0.maximum }
        instances = face.instances
        values = Dictionary(face.axes.map { ($0.tag, $0.defaultValue) }, uniquingKeysWith: { first, _ in first })
    }

    /// The values of all axes, for drawing.
    package var coordinates: [String: Double] { values }

    /// The values that differ from those of the face, for style sheets and pictures.
    package var changed: [String: Double] {
        let defaults = Dictionary(axes.map { ($0.tag, $0.defaultValue) }, uniquingKeysWith: { first, _ in first })
        return values.filter { defaults[$0.key] != nil && defaults[$0.key] != $0.value }
    }

    package var isDefault: Bool { changed.isEmpty }

    package func value(of axis: VariationAxis) -> Double { values[axis.tag] ?? axis.defaultValue }

    /// Sets the value of an axis, within its range.
    package mutating func set(_ axis: VariationAxis, to value: Double) {
        guard value.isFinite else { return }
        values[axis.tag] = min(max(value, axis.minimum), axis.maximum)
    }

    /// Sets the values of a named instance; axes that it does not state get their defaults.
    package mutating func set(_ instance: NamedInstance) {
        for axis in axes { set(axis, to: instance.coordinates[axis.tag] ?? axis.defaultValue) }
    }

    package mutating func reset() {
        for axis in axes { values[axis.tag] = axis.defaultValue }
    }

    /// The named instance whose values are set; nil if there is none.
    package var instance: NamedInstance? {
        instances.first { instance in
            axes.allSatisfy { value(of: $0) == instance.coordinates[$0.tag] ?? $0.defaultValue }
        }
    }

    /// The step of a slider: a whole number if the range is wide, else a hundredth of it.
    package static func step(of axis: VariationAxis) -> Double {
        let span = axis.maximum - axis.minimum
        return span >= 20 ? 1 : span / 100
    }
}
