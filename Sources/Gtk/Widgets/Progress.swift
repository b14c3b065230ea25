internal import CAdwaita
internal import CGio

/// A sign that something goes on.
@UI
package final class Spinner: Widget {
    package nonisolated let reference: Reference

    package init() { reference = Reference(sinking: gtk_spinner_new()) }

    /// A spinner that turns wakes the program for each frame.
    package var isSpinning: Bool {
        get { gtk_spinner_get_spinning(cast()) != 0 }
        set { gtk_spinner_set_spinning(cast(), newValue ? 1 : 0) }
    }
}

/// How much of something is done.
@UI
package final class ProgressBar: Widget {
    package nonisolated let reference: Reference

    package init() { reference = Reference(sinking: gtk_progress_bar_new()) }

    /// From 0 to 1.
    package var fraction: Double {
        get { gtk_progress_bar_get_fraction(cast()) }
        set { gtk_progress_bar_set_fraction(cast(), newValue) }
    }
    /// Moves the bar when it is not known how much is left.
    package func pulse() { gtk_progress_bar_pulse(cast()) }
    package func set(text: String?) {
        gtk_progress_bar_set_text(cast(), text)
        gtk_progress_bar_set_show_text(cast(), text == nil ? 0 : 1)
    }
}

/// A value between two others, such as used space.
@UI
package final class LevelBar: Widget {
    package nonisolated let reference: Reference

    package init(in range: ClosedRange<Double> = 0...1) {
        reference = Reference(sinking: gtk_level_bar_new_for_interval(range.lowerBound, range.upperBound))
    }
    package var value: Double {
        get { gtk_level_bar_get_value(cast()) }
        set { gtk_level_bar_set_value(cast(), newValue) }
    }
}
