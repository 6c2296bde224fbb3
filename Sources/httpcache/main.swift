import CSystem

StandardDescriptors.fill()
exit(Program.run(.ofProcess, environment: ProcessEnvironment()).rawValue)
