import CSystem

StandardDescriptors.fill()
// Beyond a limit on the size of files, writing fails with an error: a cache that can't grow fails no fetch.
signal(SIGXFSZ, SIG_IGN)
exit(
  Program.run(.ofProcess, environment: ProcessEnvironment(), hiding: ProcessArguments.overwrite).rawValue)
