import FontService

FontdProgram.main()
