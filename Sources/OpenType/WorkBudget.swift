/// Keeps the work proportional to the size of the file.
///
/// Tables may share bytes, so counts alone do not bound the work: 512 faces may each refer to the same 100 MB. Whatever
/// is read in a loop is charged here first. A sound font stays far below: it is charged for each byte about once.
struct WorkBudget {
    private var left: Int
    private(set) var isSpent = false

    /// - Parameter visits: How often each byte may be looked at.
    init(fileSize: Int, visits: Int = 4) { left = min(fileSize, Int.max / 256) * visits + 524_288 }

    /// Charges for work; false if it is more than there is left, then it must not be done.
    mutating func spend(_ units: Int) -> Bool {
        guard !isSpent, units >= 0, units <= left else {
            isSpent = true
            return false
        }
        left -= units
        return true
    }
}
