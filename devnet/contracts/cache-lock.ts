// Lets one process at a time make a cached file: whoever finds it being made waits instead of making it again.
import { mkdir, rmdir, stat, utimes } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'

const heartbeatMs = 2_000
// A process that was killed leaves its lock; after so long without a heartbeat it counts for nothing.
const staleMs = 15_000
const retryMs = 250

/** `read` answers null until the file is there; `make` runs in one process only, and everybody gets what `read` or it answers. */
export async function madeOnce<T>(
  lock: string,
  parts: { read(): Promise<T | null>; make(): Promise<T>; signal?: AbortSignal | undefined },
): Promise<T> {
  for (;;) {
    const found = await parts.read()
    if (found !== null) return found
    if (await take(lock)) return makeLocked(lock, parts)
    await wait(retryMs, undefined, { signal: parts.signal })
  }
}

async function makeLocked<T>(lock: string, { read, make }: { read(): Promise<T | null>; make(): Promise<T> }): Promise<T> {
  const heartbeat = setInterval(() => void touch(lock), heartbeatMs)
  try {
    // Between the last look and the lock another may have finished.
    return (await read()) ?? (await make())
  } finally {
    clearInterval(heartbeat)
    await remove(lock)
  }
}

async function take(lock: string): Promise<boolean> {
  try {
    await mkdir(lock)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const seen = await stat(lock).catch(absent)
  if (seen !== null && Date.now() - seen.mtimeMs > staleMs) await remove(lock)
  return false
}

async function touch(lock: string): Promise<void> {
  await utimes(lock, new Date(), new Date()).catch(absent)
}

async function remove(lock: string): Promise<void> {
  await rmdir(lock).catch(absent)
}

// Another process may have found the lock stale and removed it.
function absent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
