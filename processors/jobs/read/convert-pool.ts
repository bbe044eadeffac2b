// Shares a few conversion processes among jobs: one job each, first come first served, a dead process replaced.
import type { Converted, ConvertJob } from './convert.ts'
import { type ConvertProcess, startConvertProcess } from './convert-process.ts'
import { ReadRefusal } from './refusal.ts'

export interface ConvertPool {
  run(job: ConvertJob, signal?: AbortSignal): Promise<Converted>
  close(): Promise<void>
}

export type ConvertLimits = { processes: number; timeoutMs: number; memoryMb: number; queue: number }
export const defaultConvertLimits: ConvertLimits = { processes: 2, timeoutMs: 4000, memoryMb: 384, queue: 64 }

export function createConvertPool(limits: ConvertLimits = defaultConvertLimits): ConvertPool {
  const idle: ConvertProcess[] = [startConvertProcess(limits.memoryMb)]
  const busy = new Set<ConvertProcess>()
  const waiting: (() => void)[] = []

  async function take(): Promise<ConvertProcess> {
    for (;;) {
      const free = idle.pop()
      if (free !== undefined && !free.alive) continue
      if (free !== undefined || busy.size < limits.processes) {
        const chosen = free ?? startConvertProcess(limits.memoryMb)
        busy.add(chosen)
        return chosen
      }
      if (waiting.length >= limits.queue) throw new ReadRefusal('busy')
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
  }

  function giveBack(used: ConvertProcess): void {
    busy.delete(used)
    if (used.alive) idle.push(used)
    waiting.shift()?.()
  }

  return {
    async run(job, signal) {
      signal?.throwIfAborted()
      const chosen = await take()
      try {
        signal?.throwIfAborted()
        return await chosen.run(job, limits.timeoutMs, signal)
      } finally {
        giveBack(chosen)
      }
    },
    async close() {
      for (const one of [...idle.splice(0), ...busy]) one.kill()
    },
  }
}
