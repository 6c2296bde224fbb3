import CSystem

StandardDescriptors.fill()
exit(Program.run(ArgumentText.given, environment: ProcessEnvironment()).rawValue)
