/// The result of `why`.
enum WhyReport: Report {
    case font(ExplanationReport)
    case family(FamilyExplanationReport)

    private var report: any Report {
        switch self {
        case .font(let report): report
        case .family(let report): report
        }
    }

    var json: JSON { report.json }
    var text: TextOutput { report.text }
    var exitStatus: Int32 { report.exitStatus }
}
