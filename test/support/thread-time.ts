// What a thread takes of the processor: what else the machine does, and the collector's other threads, say nothing about it.

// The system counts it in steps of about a millisecond.
export function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

export async function threadMsOf(work: () => unknown): Promise<number> {
  const before = threadMs()
  await work()
  return threadMs() - before
}
