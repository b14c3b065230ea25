// Whoever opens a manager here uses what the registry's library declares.
@_exported public import FontRegistry
