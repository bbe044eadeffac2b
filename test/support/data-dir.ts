// A data folder of a test's own, which a database server that does not run as root may enter; it leaves nothing behind.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sharedPlaceOf } from '../../db/embedded/user.ts'

export function createDataDir(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `tollgate-${name}-`))
  chmodSync(folder, 0o755)
  return folder
}

/** Also what a server kept elsewhere, because this clone is in a place it may not enter. */
export function removeDataDir(folder: string): void {
  for (const place of [folder, sharedPlaceOf(folder)]) rmSync(place, { recursive: true, force: true })
}
