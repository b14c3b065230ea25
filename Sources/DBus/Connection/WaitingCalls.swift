/// Calls in the order of arrival.
///
/// A call that is taken out is released at once, with the open files of its arguments, although the memory of its place is
/// reused later.
struct WaitingCalls {
    private var places: [QueuedCall?] = []
    /// The place of the first call.
    private var head = 0

    var isEmpty: Bool { head == places.count }

    var first: QueuedCall? { isEmpty ? nil : places[head] }

    /// All calls, the oldest first.
    var all: [QueuedCall] { places[head...].compactMap(\.self) }

    mutating func append(_ call: QueuedCall) { places.append(call) }

    /// Takes out the first call.
    mutating func removeFirst() {
        places[head] = nil
        head += 1
        // Each call is moved once at most for each one that is taken out.
        guard head * 2 >= places.count else { return }
        places.removeFirst(head)
        head = 0
    }
}
