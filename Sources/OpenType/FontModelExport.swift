// The reader returns and throws values of FontModel, so programs need this module only.
@_exported public import FontModel
