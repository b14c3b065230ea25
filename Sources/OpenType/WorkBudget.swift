/// A limit that keeps the work proportional to the size of the file.
///
/// Tables may share bytes, so counts alone do not bound the work: 512 faces may each refer to the same 100 MB. Every
/// loop over data charges the budget first. A sound font stays far below the limit, since it is charged about once for
/// each byte.
package struct WorkBudget {
    private var left: Int
    package private(set) var isSpent = false

    /// - Parameter visits: The number of times that each byte may be read.
    package init(fileSize: Int, visits: Int = 4) { left = min(fileSize, Int.max / 256) * visits + 524_288 }

    /// Charges an amount of work; returns false if it exceeds the rest of the budget, and must then not be done.
    package mutating func spend(_ units: Int) -> Bool {
        guard !isSpent, units >= 0, units <= left else {
            isSpent = true
            return false
        }
        left -= units
        return true
    }
}
