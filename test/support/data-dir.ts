// A data folder of a test's own, which a database server that does not run as root may enter; it leaves nothing behind.
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { isAlive } from '../../db/embedded/probe.ts'
import { sharedPlaceOf } from '../../db/embedded/user.ts'

const memory = '/dev/shm'
const plenty = 8 * 2 ** 30

export function createDataDir(name: string): string {
  const folder = mkdtempSync(join(isInMemory() ? memory : tmpdir(), `tollgate-${process.pid}-${name}-`))
  chmodSync(folder, 0o755)
  return folder
}

/** Also what a server kept elsewhere, because this clone is in a place it may not enter. */
export function removeDataDir(folder: string): void {
  for (const place of [folder, sharedPlaceOf(folder)]) rmSync(place, { recursive: true, force: true })
}

/** A run that was killed has left its folders, and they are memory. */
export function removeOrphans(): void {
  if (!isInMemory()) return
  for (const name of readdirSync(memory)) {
    const pid = Number(/^tollgate-(\d+)-/.exec(name)?.[1] ?? 0)
    if (pid > 0 && !isAlive(pid)) removeDataDir(join(memory, name))
  }
}

// Each database is a thousand files, made and removed hundreds of times in a run; some file systems look through all that went lately for
// each one that comes. A benchmark's stand on the disk: what they wait for is measured.
function isInMemory(): boolean {
  if (process.env.VITEST !== 'true' || process.env.TMPDIR !== undefined || totalmem() < 2 * plenty) return false
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= plenty
  } catch {
    return false // no such place
  }
}
