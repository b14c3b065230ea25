/// The limits of a caller's pending calls.
struct CallLimits: Sendable {
    /// The number of running calls.
    var running: Int
    /// The number of running calls up to which an urgent call starts.
    var urgent: Int
    /// The number of running calls up to which a call starts that is its connection's only running one.
    var only: Int
    /// The number of waiting calls.
    var waiting: Int
    /// The number of open files in waiting calls.
    var descriptors: Int
    /// The memory of running and waiting calls in bytes.
    var bytes: Int

    static let connection = CallLimits(
        running: 4, urgent: 64, only: 4, waiting: 1_024, descriptors: 1_024, bytes: 32 << 20)
    /// The limits of all connections of one owner together.
    static let owner = CallLimits(
        running: 8, urgent: 128, only: 64, waiting: 2_048, descriptors: 2_048, bytes: 48 << 20)
    /// The limits of all owners together, which apply to owners with more than ``little`` pending.
    static let all = CallLimits(
        running: .max, urgent: .max, only: .max, waiting: .max, descriptors: .max, bytes: 128 << 20)

    /// The size in bytes up to which an urgent call is accepted when the memory limit is reached, since it may free
    /// memory.
    static let smallCall = 8 << 10

    /// The bytes of pending calls that an owner may have regardless of others.
    ///
    /// It also limits the further calls of a connection whose owner is not known yet.
    static let little = 1 << 20

    /// The error for a caller that exceeds a limit.
    static var exceeded: BusFailure {
        .limitsExceeded(
            "Too many calls are in progress. Wait for answers: at most \(connection.waiting) calls of a connection with \(connection.descriptors) files and \(connection.bytes >> 20) MiB may wait, and \(owner.waiting) calls of all connections of a program with \(owner.descriptors) files and \(owner.bytes >> 20) MiB."
        )
    }
}

/// The pending calls of a connection or owner, counted against its limits.
final class CallAccount {
    private let limits: CallLimits
    private var running = 0
    private var waiting = 0
    private var descriptors = 0
    private var bytes = 0

    init(_ limits: CallLimits) { self.limits = limits }

    var isEmpty: Bool { running == 0 && waiting == 0 }

    /// Whether a call is running.
    var isWorking: Bool { running > 0 }

    /// Returns whether a call may start now.
    ///
    /// - Parameter isOnly: Whether its connection has no other running call.
    func hasTurn(for call: QueuedCall, isOnly: Bool = false) -> Bool {
        running < (call.isUrgent ? limits.urgent : isOnly ? limits.only : limits.running)
    }

    /// Checks that the number of calls allows another one, regardless of its size.
    func requirePlace(isUrgent: Bool) throws(BusFailure) {
        guard isUrgent ? running < limits.urgent : waiting < limits.waiting else { throw CallLimits.exceeded }
    }

    /// Checks that a call fits within the limits.
    func requireRoom(for call: QueuedCall, begins: Bool) throws(BusFailure) {
        if begins, call.isUrgent, call.bytes <= CallLimits.smallCall { return }
        guard bytes + call.bytes <= limits.bytes,
            begins || waiting < limits.waiting && descriptors + call.descriptors <= limits.descriptors
        else { throw CallLimits.exceeded }
    }

    /// Returns whether the account stays within ``CallLimits/little`` with a call, so that other owners' calls do not
    /// matter.
    func staysSmall(with call: QueuedCall) -> Bool { bytes + call.bytes <= CallLimits.little }

    func take(_ call: QueuedCall, begins: Bool) {
        bytes += call.bytes
        waiting += 1
        descriptors += call.descriptors
        if begins { begin(call) }
    }

    /// Moves a call from waiting to running.
    func begin(_ call: QueuedCall) {
        waiting -= 1
        descriptors -= call.descriptors
        running += 1
    }

    /// Removes a running call that has completed.
    func giveBack(_ call: QueuedCall) {
        running -= 1
        bytes -= call.bytes
    }

    /// Adds the numbers of another account, or subtracts them.
    func add(_ other: CallAccount, _ sign: Int) {
        running += sign * other.running
        waiting += sign * other.waiting
        descriptors += sign * other.descriptors
        bytes += sign * other.bytes
    }
}

extension BusValue {
    /// The number of open files in the value.
    var descriptors: Int {
        switch self {
        case .descriptor: 1
        case .array(let values, _), .structure(let values): values.reduce(0) { $0 + $1.descriptors }
        case .variant(let value): value.descriptors
        case .dictionary(let members): members.values.reduce(0) { $0 + $1.descriptors }
        default: 0
        }
    }
}
