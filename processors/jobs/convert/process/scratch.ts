// A private temporary folder for one document, gone when the work is done whatever its outcome.
import { rmSync } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const prefix = 'tollgate-convert-'
/** Of what waits for the next document, and stays between two. */
export const readyPrefix = `${prefix}ready-`
// No conversion lasts as long.
const abandonedMs = 3_600_000

export async function withScratch<T>(work: (folder: string) => Promise<T>, parent = tmpdir()): Promise<T> {
  const folder = await mkdtemp(join(parent, prefix))
  try {
    return await work(folder)
  } finally {
    // A dozen small files: asking for one after the other takes longer than they do.
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Removes what a killed process left behind; what is another's to remove stays. */
export async function sweepScratch(parent = tmpdir()): Promise<void> {
  const names = (await readdir(parent)).filter((name) => name.startsWith(prefix))
  await Promise.allSettled(
    names.map(async (name) => {
      const folder = join(parent, name)
      if (Date.now() - (await stat(folder)).mtimeMs > abandonedMs) await rm(folder, { recursive: true, force: true })
    }),
  )
}
