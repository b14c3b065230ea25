import Glibc

/// Polls a condition for which there is no notification.
///
/// - Returns: Whether the condition became true in time.
public func eventually(within limit: Duration = .seconds(300), _ holds: () throws -> Bool) rethrows -> Bool {
    let deadline = ContinuousClock.now + limit
    while true {
        if try holds() { return true }
        if ContinuousClock.now > deadline { return false }
        usleep(2_000)
    }
}

/// Polls an asynchronous condition for which there is no notification.
///
/// - Returns: Whether the condition became true in time.
public func eventually(_ holds: () async -> Bool) async -> Bool {
    let deadline = ContinuousClock.now + .seconds(300)
    while await !holds() {
        guard ContinuousClock.now < deadline else { return false }
        try? await Task.sleep(for: .milliseconds(2))
    }
    return true
}
