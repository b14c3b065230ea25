/// What was done with duplicates.
public struct DuplicateResolution: Sendable, Hashable {
    /// A font that fontd does not touch, so that programs still see it.
    public struct Left: Sendable, Hashable {
        public var font: DuplicateFont
        /// The reason with advice, with the code ``FontError/Code/systemRequired`` (203).
        public var error: FontError

        package init(font: DuplicateFont, error: FontError) {
            self.font = font
            self.error = error
        }
    }

    /// One outcome for each registration that was disabled, or enabled because it is kept, and for each file of the user
    /// that was moved to the trash; with a registration, if the file was adopted for that.
    public var summary: FontSummary
    /// The other fonts of the groups that programs still see.
    public var left: [Left]
    /// The PostScript names of faces and named instances by which programs find no font any more, sorted.
    ///
    /// Only the fonts that were taken away have them: a collection has other fonts, and a variable font other styles, than
    /// the font that stays.
    public var lost: [String]

    package init(summary: FontSummary, left: [Left], lost: [String] = []) {
        self.summary = summary
        self.left = left
        self.lost = lost
    }

    /// The number by which the user can undo the change; nil if nothing was changed, as in a dry run.
    public var operation: Int64? { summary.operation }
}
