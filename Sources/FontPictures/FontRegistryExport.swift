// Programs that draw fonts also use the declarations of FontRegistry, and the requests.
@_exported public import FontRegistry
@_exported public import FontSpecimens
