// Where compiled contracts are kept: beside the packages where that may be written, so that they outlive any data folder.
import { constants } from 'node:fs'
import { access, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { defaultCache } from './artifacts.ts'

export async function chooseCache(dataDir: string): Promise<string> {
  try {
    await mkdir(defaultCache, { recursive: true })
    await access(defaultCache, constants.W_OK)
    return defaultCache
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EACCES' && code !== 'EROFS') throw error
    return join(dataDir, 'devnet', 'contracts')
  }
}
