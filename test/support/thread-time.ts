// What work takes of its own thread's processor: what else the machine does, and the collector's other threads, say nothing about it.
export async function threadMs(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}
