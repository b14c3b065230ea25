import FetchProgram

FetchProgram.main()
