import FontBus
import FontRegistry

extension WithheldFont {
    /// The reason for which programs do not see fonts, with the command that shows them.
    var busMembers: [String: BusValue] {
        var members: [String: BusValue] = ["query": .string(name), "reason": .string(reason)]
        members["command"] = command.map(BusValue.string)
        return members
    }
}
