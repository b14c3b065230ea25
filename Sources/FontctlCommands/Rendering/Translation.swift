import FontModel

/// The text that a person reads on a terminal, in the language of the process.
///
/// Documents for programs (`--json`) have the English text of the message instead.
func tr(_ message: Message) -> String { message.localized }
