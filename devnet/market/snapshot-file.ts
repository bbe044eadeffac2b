// Where the market's deployed contracts are kept, named after all that decides what they are.

import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { MarketArtifacts } from './market-artifacts.ts'

const prefix = 'market-'
const deploying = ['../lending', '../exchange', '.']

/** The compiled contracts, the code that deploys them, and the chain's number, which contracts remember. */
export async function snapshotFile(folder: string, chainId: string, artifacts: MarketArtifacts): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify([chainId, artifacts]))
  for (const place of deploying) {
    const code = fileURLToPath(new URL(place, import.meta.url))
    for (const name of (await readdir(code)).filter((one) => one.endsWith('.ts')).sort())
      hash.update(await readFile(join(code, name)))
  }
  return join(folder, `${prefix}${hash.digest('hex').slice(0, 16)}`)
}

/** Whether any market was deployed here before: cheap to ask, and a wrong guess costs only time. */
export async function hasSnapshot(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names.some((name) => name.startsWith(prefix))
}
