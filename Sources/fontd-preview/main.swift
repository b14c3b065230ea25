import FontPreview

DrawingProgram.main()
