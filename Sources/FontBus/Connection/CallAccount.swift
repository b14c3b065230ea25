/// What one caller may have under way at once.
struct CallLimits: Sendable {
    /// Calls that are worked on.
    var running: Int
    /// The same where further ones are urgent.
    var urgent: Int
    /// The same where a further one is its connection's only one.
    var only: Int
    /// Calls that wait.
    var waiting: Int
    /// Open files in calls that wait.
    var descriptors: Int
    /// Memory of calls that are worked on or wait.
    var bytes: Int

    static let connection = CallLimits(
        running: 4, urgent: 64, only: 4, waiting: 1_024, descriptors: 1_024, bytes: 32 << 20)
    /// All connections of one owner.
    static let owner = CallLimits(
        running: 8, urgent: 128, only: 64, waiting: 2_048, descriptors: 2_048, bytes: 48 << 20)
    /// All owners; binds those who have more than a little.
    static let all = CallLimits(
        running: .max, urgent: .max, only: .max, waiting: .max, descriptors: .max, bytes: 128 << 20)

    /// An urgent call that is no larger is let in where all memory is taken: it may be the one that gives some back.
    static let smallCall = 8 << 10

    /// Bytes that an owner may have under way whatever the others have, and that further calls of a connection may take of
    /// which it is not known yet whose it is.
    static let little = 1 << 20

    /// What whoever has too much under way is told.
    static var exceeded: BusFailure {
        .limitsExceeded(
            "Too many calls are under way. Wait for answers: at most \(connection.waiting) calls of a connection with \(connection.descriptors) files and \(connection.bytes >> 20) MiB may wait, and \(owner.waiting) calls of all connections of a program with \(owner.descriptors) files and \(owner.bytes >> 20) MiB."
        )
    }
}

/// The calls of one connection or owner, counted against its limits.
final class CallAccount {
    private let limits: CallLimits
    private var running = 0
    private var waiting = 0
    private var descriptors = 0
    private var bytes = 0

    init(_ limits: CallLimits) { self.limits = limits }

    var isEmpty: Bool { running == 0 && waiting == 0 }

    /// Whether something is worked on.
    var isWorking: Bool { running > 0 }

    /// Whether a call may be begun now.
    ///
    /// - Parameter isOnly: Whether its connection has nothing else worked on.
    func hasTurn(for call: QueuedCall, isOnly: Bool = false) -> Bool {
        running < (call.isUrgent ? limits.urgent : isOnly ? limits.only : limits.running)
    }

    /// Whether one more call may come, whatever it brings.
    func requirePlace(isUrgent: Bool) throws(BusFailure) {
        guard isUrgent ? running < limits.urgent : waiting < limits.waiting else { throw CallLimits.exceeded }
    }

    /// Whether a call may be taken in.
    func requireRoom(for call: QueuedCall, begins: Bool) throws(BusFailure) {
        if begins, call.isUrgent, call.bytes <= CallLimits.smallCall { return }
        guard bytes + call.bytes <= limits.bytes,
            begins || waiting < limits.waiting && descriptors + call.descriptors <= limits.descriptors
        else { throw CallLimits.exceeded }
    }

    /// Whether a call leaves it with so little that others do not matter.
    func staysSmall(with call: QueuedCall) -> Bool { bytes + call.bytes <= CallLimits.little }

    func take(_ call: QueuedCall, begins: Bool) {
        bytes += call.bytes
        waiting += 1
        descriptors += call.descriptors
        if begins { begin(call) }
    }

    /// A call that waited is worked on.
    func begin(_ call: QueuedCall) {
        waiting -= 1
        descriptors -= call.descriptors
        running += 1
    }

    /// A call that was worked on is done.
    func giveBack(_ call: QueuedCall) {
        running -= 1
        bytes -= call.bytes
    }

    /// Takes over what is on another account, or gives it up.
    func add(_ other: CallAccount, _ sign: Int) {
        running += sign * other.running
        waiting += sign * other.waiting
        descriptors += sign * other.descriptors
        bytes += sign * other.bytes
    }
}

extension BusValue {
    /// How many open files are in it.
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
