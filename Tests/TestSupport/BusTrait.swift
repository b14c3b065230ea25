public import Testing

extension Trait where Self == ConditionTrait {
    /// Skips tests on a machine without a bus.
    public static var needsBus: Self {
        .enabled(if: !PrivateBus.Kind.possible.isEmpty, "Needs dbus-daemon (Debian's dbus).")
    }
}
