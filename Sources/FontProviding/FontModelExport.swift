// The error of every call is ``FontError``, so programs need this module only.
@_exported public import FontModel
