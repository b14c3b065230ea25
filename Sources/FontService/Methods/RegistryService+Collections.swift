import FontBus
import FontModel
import FontRegistry

/// The user's collections.
extension RegistryService {
    func collections(_ arguments: Arguments, _ caller: ServiceCaller) async throws -> [BusValue] {
        let page = try AnswerPage(try arguments.options(0, ["limit", "offset"]))
        return page.answer(try await caller.manager.collections(), \.busMembers)
    }

    func changeCollections(_ arguments: Arguments, _ caller: ServiceCaller) async throws -> [BusValue] {
        let changes = try arguments.dictionaries(0).map { members throws(BusFailure) in
            try CollectionChange(BusRecord(members))
        }
        let options = try arguments.options(1, ["dryRun"])
        let summary = try await caller.manager.changeCollections(
            changes, isDryRun: try options.optional("dryRun", \.boolean) ?? false)
        return answer(summary, isOfTargets: true, to: caller)
    }
}
