// What one piece of work may take of a worker, and how many workers there are of each kind.
export type TaskLimits = {
  /** From its start to its answer; beyond it the worker is killed. */
  readonly wallMs: number
  /** Of the worker and all it started. */
  readonly cpuMs: number
  readonly memoryBytes: number
  readonly outputBytes: number
}

export type Lane = 'page' | 'document' | 'audit' | 'analyser'

/** The lanes whose work starts programs: in their scratch, in their group, and nowhere else. */
export const startsPrograms = (lane: Lane): boolean => lane === 'document' || lane === 'analyser'

export type LaneLimits = {
  readonly processes: number
  /** Of these, how many only take short work. */
  readonly keptForShort: number
  readonly queue: number
  readonly heapMb: number
  /** What the kernel lets one process of the lane allocate; V8 alone reserves about 600 MB of it. */
  readonly dataMb: number
}

export const megabyte = 1024 * 1024

export const laneLimits: Readonly<Record<Lane, LaneLimits>> = {
  page: { processes: 2, keptForShort: 0, queue: 64, heapMb: 384, dataMb: 1_400 },
  document: { processes: 3, keptForShort: 1, queue: 64, heapMb: 1_024, dataMb: 2_200 },
  audit: { processes: 2, keptForShort: 0, queue: 32, heapMb: 768, dataMb: 1_800 },
  analyser: { processes: 1, keptForShort: 0, queue: 32, heapMb: 256, dataMb: 1_800 },
}

/** A page's limits; robots rules are less work and share them. */
export const pageLimits: TaskLimits = {
  wallMs: 4_000,
  cpuMs: 6_000,
  memoryBytes: 700 * megabyte,
  outputBytes: 4 * megabyte,
}

/** An audit's: 400 kB of source are some seconds, and nothing that people write takes longer. */
export const auditLimits: TaskLimits = {
  wallMs: 25_000,
  cpuMs: 30_000,
  memoryBytes: 1_000 * megabyte,
  outputBytes: 8 * megabyte,
}

/** An analyser of others, its compiler included. */
export const analyserLimits: TaskLimits = {
  wallMs: 40_000,
  cpuMs: 60_000,
  memoryBytes: 1_200 * megabyte,
  outputBytes: megabyte,
}

// Until then the conversion may end itself, and say more than that it took too long.
const graceMs = 5_000

export const documentLimits = (timeoutMs: number): TaskLimits => ({
  wallMs: timeoutMs + graceMs,
  cpuMs: 2 * (timeoutMs + graceMs),
  memoryBytes: 3_000 * megabyte,
  outputBytes: 48 * megabyte,
})
