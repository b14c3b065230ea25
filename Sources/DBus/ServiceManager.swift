import CSystemd

/// Notifications to the service manager (`sd_notify`), which do nothing without one.
public enum ServiceManager {
    /// Notifies the service manager that the service is ready.
    public static func ready() { _ = sd_notify(0, "READY=1") }

    /// Notifies the service manager that the service is stopping.
    public static func stopping() { _ = sd_notify(0, "STOPPING=1") }
}
