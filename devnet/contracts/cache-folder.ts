// Where compiled contracts are kept: beside the packages where that may be written, so that they outlive any data folder.
import { constants } from 'node:fs'
import { access, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { defaultCache } from './artifacts.ts'

// Node says ENOENT of folders that it would have to make on a file system which is read only.
const isClosed = new Set(['EACCES', 'EROFS', 'ENOENT'])

export async function chooseCache(dataDir: string): Promise<string> {
  try {
    await mkdir(defaultCache, { recursive: true })
    await access(defaultCache, constants.W_OK)
    return defaultCache
  } catch (error) {
    if (!isClosed.has((error as NodeJS.ErrnoException).code ?? '')) throw error
    return join(dataDir, 'devnet', 'contracts')
  }
}
