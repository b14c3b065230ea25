/// Opened fonts by a key, of which those that were not used for the longest time go first.
///
/// Fonts are drawn from copies of their files, so both their number and the bytes of their files are bounded. What is shown
/// at the moment stays open beyond that: its texts own it.
@UI
package struct KeptFonts<Key: Hashable> {
    /// The fonts of a key.
    package struct Entry {
        /// The fonts; nil if there are none to draw with.
        package var fonts: FontMap?
        fileprivate var time: Int
    }

    private let most: Int
    private let mostBytes: Int
    private var known: [Key: Entry] = [:]
    private var time = 0

    /// - Parameters:
    ///   - most: The most entries.
    ///   - mostBytes: The most bytes of files, of which one entry alone may have more.
    package init(most: Int, mostBytes: Int) { (self.most, self.mostBytes) = (most, mostBytes) }

    /// Returns the fonts of a key, which counts as a use of it.
    package mutating func use(_ key: Key) -> Entry? {
        time += 1
        known[key]?.time = time
        return known[key]
    }

    package mutating func keep(_ fonts: FontMap?, as key: Key) {
        time += 1
        known[key] = Entry(fonts: fonts, time: time)
        while known.count > 1, known.count > most || bytes > mostBytes {
            guard let oldest = known.min(by: { $0.value.time < $1.value.time })?.key else { return }
            known[oldest] = nil
        }
    }

    package mutating func removeAll() { known = [:] }

    /// The bytes of all files, each of which is counted once.
    private var bytes: Int {
        var counted: Set<ObjectIdentifier> = []
        return known.values.compactMap(\.fonts).filter { counted.insert($0.file).inserted }.reduce(0) { $0 + $1.size }
    }
}
