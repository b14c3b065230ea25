// A provider needs a connection, so this module exports both.
@_exported public import FontBus
