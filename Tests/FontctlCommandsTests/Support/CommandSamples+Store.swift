extension CommandSamples {
    /// Lines that need a store.
    static let ofStore = [
        ["register", "/x.ttf"], ["unregister", "x"], ["enable", "x"], ["disable", "x"], ["list"], ["list", "x"],
        ["tag", "list"], ["tag", "add", "x", "y"], ["request", "x"], ["watch"], ["status"], ["providers"], ["policy"],
        ["prune"], ["undo"], ["undo", "--list"], ["redo"], ["redo", "--list"], ["adopt"], ["duplicates"], ["doctor"],
        ["export", "/x.tar"], ["import", "/x.tar"], ["download", "x"], ["downloads"], ["upgrade"],
    ]
}
