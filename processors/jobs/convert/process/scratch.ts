// A private temporary folder for one document, gone when the work is done whatever its outcome.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export async function withScratch<T>(work: (folder: string) => Promise<T>, parent = tmpdir()): Promise<T> {
  const folder = await mkdtemp(join(parent, 'tollgate-convert-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
