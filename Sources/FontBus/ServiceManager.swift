import CSystemd

/// What a service tells the manager that started it (`sd_notify`); nothing where there is none.
public enum ServiceManager {
    /// The service answers now.
    public static func ready() { _ = sd_notify(0, "READY=1") }

    /// The service is on its way out.
    public static func stopping() { _ = sd_notify(0, "STOPPING=1") }
}
