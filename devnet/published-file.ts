// Files by which other processes of the same demo world find what runs: whole or absent, and gone when it stops.
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export type PublishedFile = 'chain.json' | 'deployments.json' | 'specimens.json'

export function publish(dataDir: string, name: PublishedFile, content: unknown): void {
  const file = join(dataDir, 'devnet', name)
  mkdirSync(dirname(file), { recursive: true })
  // Whoever knows where the chain itself listens rules over it.
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(content, null, 1), { mode: 0o600 })
  renameSync(`${file}.${process.pid}`, file)
}

export function withdraw(dataDir: string, name: PublishedFile): void {
  rmSync(join(dataDir, 'devnet', name), { force: true })
}
