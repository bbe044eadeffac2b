// A private temporary folder for what a source downloads, gone when the work is done; what a killed process left goes with the next.
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const prefix = 'tollgate-source-'
// No poll lasts as long.
const abandonedMs = 3_600_000

export async function withScratch<T>(work: (folder: string) => Promise<T>, parent = tmpdir()): Promise<T> {
  await sweep(parent)
  const folder = await mkdtemp(join(parent, prefix))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function sweep(parent: string): Promise<void> {
  const names = (await readdir(parent)).filter((name) => name.startsWith(prefix))
  await Promise.allSettled(
    names.map(async (name) => {
      const folder = join(parent, name)
      if (Date.now() - (await stat(folder)).mtimeMs > abandonedMs) await rm(folder, { recursive: true, force: true })
    }),
  )
}
