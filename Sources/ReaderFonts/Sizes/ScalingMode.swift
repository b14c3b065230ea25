/// How the sizes of styles follow the user's category (`scaling-mode` of TypographyKit).
public enum ScalingMode: String, Sendable, Hashable, Codable, CaseIterable {
    /// A number of points for each category.
    case stepping
    /// By the metrics of a text style, see ``TextMetrics``.
    case metrics = "uifontmetrics"
    /// By metrics, and by steps for a size that metrics cannot scale.
    case metricsWithFallback = "uifontmetrics-with-fallback"
    /// Not at all.
    case disabled
}

/// The rules by which one style's size is computed.
public struct SizeScaling: Sendable, Hashable, Codable {
    public var mode = ScalingMode.metricsWithFallback
    /// The points between two categories, for ``ScalingMode/stepping``.
    public var step = 2.0
    /// The factor of ``step``.
    public var stepMultiplier = 1.0
    /// The smallest result in points; nil for none.
    public var minimum: Double?
    /// The largest result in points, which prevails over ``minimum``; nil for none.
    public var maximum: Double?
    /// The text style whose metrics apply.
    public var metrics = TextMetrics()

    /// Returns the size for a category, within the limits unless the mode is ``ScalingMode/disabled``.
    public func size(of points: Double, at category: ContentSizeCategory) -> Double {
        let scaled: Double
        switch mode {
        case .disabled: return points
        case .stepping: scaled = points + step * stepMultiplier * Double(category.steps)
        case .metrics, .metricsWithFallback:
            scaled = metrics.scaled(TextSize(points: points), at: category, maximum: maximum).points
        }
        return limited(scaled)
    }

    /// Returns the size for a factor of text, within the limits unless the mode is ``ScalingMode/disabled``.
    public func size(of points: Double, times factor: Double) -> Double {
        mode == .disabled ? points : limited(points * factor)
    }

    private func limited(_ points: Double) -> Double {
        let raised = max(points, minimum ?? points)
        return min(raised, maximum ?? raised)
    }
}
