import FontctlCommands

FontctlProgram.main()
