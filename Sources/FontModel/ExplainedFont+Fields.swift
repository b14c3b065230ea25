extension ExplainedFont: FieldRecord {
    package init() { self.init(query: "", situation: .notFound, isVisible: false, advice: "") }

    package static let fields: [Field<ExplainedFont>] = [
        .text("query", \.query),
        .word("situation", \.situation),
        .flag("visible", \.isVisible),
        .text("postscriptName", \.postscriptName, isStated: true),
        .text("family", \.family, isStated: true),
        .record("registration", \.registration, isStated: true),
        .word("disabledBy", \.disabledBy, isStated: true),
        .text("file", \.file, isStated: true),
        .text("package", \.package, isStated: true),
        .word("fault", \.fault, isStated: true),
        .texts("rejectedBy", \.rejectedBy, isStated: true),
        .flag("visibleInSandboxes", \.isShownInSandboxes, isStated: true),
        .record("shadowedBy", \.shadow, isStated: true),
        .record("substitute", \.substitute, isStated: true),
        .record("substituteReason", \.substitution, isStated: true),
        .records("alsoRegistered", \.others, isStated: true),
        .texts("suggestions", \.suggestions, isStated: true),
        .flag("pendingTouches", \.hasPendingTouches),
        .records("restart", \.toRestart, isStated: true),
        .record("program", \.program, isStated: true),
        .message("advice", \.adviceText, isSound: isDisplayedMessage),
        .text("command", \.command, isStated: true),
        .word("shadowedBecause", \.shadowReason),
        Field.records("weights", \.weights).withoutEmpty,
        .record("systemRegistration", \.systemRegistration),
        .flag("hiddenForAllUsers", \.isHiddenForAllUsers, isRequired: false),
        Field.texts("unrecorded", \.unrecorded).withoutEmpty,
        .text("regular", \.regular),
        Field.records("styles", \.styles).withoutEmpty,
    ]
}

extension ExplainedFont.Substitution: FieldRecord {
    package init() { self.init(alias: nil) }

    package static let fields: [Field<ExplainedFont.Substitution>] = [
        .derived("rule", .text) { .text($0.alias == nil ? "default" : "alias") },
        .text("family", \.alias, isStated: true),
        .text("configuration", \.configuration, isStated: true),
        .text("language", \.language, isStated: true),
    ]
}

extension ExplainedFont.Weight: FieldRecord {
    package init() { self.init(style: "", weight: 0, shown: 0) }

    package static let fields: [Field<ExplainedFont.Weight>] = [
        .text("style", \.style),
        .number("weight", \.weight),
        .number("shown", \.shown),
    ]
}

extension ExplainedFont.Owner: FieldRecord {
    package init() { self.init(id: "", provider: "") }

    package static let fields: [Field<ExplainedFont.Owner>] = [.text("id", \.id), .text("provider", \.provider)]
}

extension ExplainedFont.Program: FieldRecord {
    package init() { self.init(id: "", follows: .unknown) }

    package static let fields: [Field<ExplainedFont.Program>] = [.text("id", \.id), .word("follows", \.follows)]
}

extension ExplainedFont.Style: FieldRecord {
    package init() { self.init(situation: .notFound, isVisible: false, advice: "") }

    package static let fields: [Field<ExplainedFont.Style>] = [
        .text("postscriptName", \.postscriptName, isStated: true),
        .text("style", \.style, isStated: true),
        .word("situation", \.situation),
        .flag("visible", \.isVisible),
        .text("id", \.id, isStated: true),
        .text("file", \.file, isStated: true),
        .message("advice", \.adviceText, isSound: isDisplayedMessage),
        .text("command", \.command, isStated: true),
    ]
}
