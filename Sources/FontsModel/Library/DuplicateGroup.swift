package import FontModel

extension DuplicateGroup {
    /// The member that is proposed to be kept: of the same bytes the one that stays anyway, else the newest one, and of
    /// several the one that programs get already.
    package var proposed: DuplicateFont.ID? {
        func rank(_ member: DuplicateFont) -> (Int, Double, Int) {
            (kind == .contents && !member.isChangeable ? 1 : 0, member.revision, member.id == shown ? 1 : 0)
        }
        return members.max { rank($0) < rank($1) }?.id
    }
}
