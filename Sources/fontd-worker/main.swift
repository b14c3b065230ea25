import FontWorker

FontWorkerProgram.main()
