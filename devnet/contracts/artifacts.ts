// Compiled contracts by name, taken from the cache or compiled beside the event loop and cached for every later start.
import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Abi } from 'viem'
import { aaveInput, type CompilerInput, morphoInput, packageFolder } from './sources.ts'

export type Artifact = {
  readonly abi: Abi
  readonly bytecode: string
  // File -> library -> where its address goes in the bytecode.
  readonly links: Readonly<Record<string, Readonly<Record<string, readonly { start: number; length: number }[]>>>>
}

export type Artifacts = Readonly<Record<string, Artifact>>

const defaultCache = fileURLToPath(new URL('../../.cache/contracts/', import.meta.url))

export async function loadLendingArtifacts(cacheFolder = defaultCache): Promise<{ aave: Artifacts; morpho: Artifacts }> {
  const [aave, morpho] = await Promise.all([loadArtifacts(aaveInput(), cacheFolder), loadArtifacts(morphoInput(), cacheFolder)])
  return { aave, morpho }
}

export async function loadArtifacts(input: CompilerInput, cacheFolder = defaultCache): Promise<Artifacts> {
  const file = join(cacheFolder, `${input.name}-${await cacheKey(input)}.json`)
  const cached = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (cached !== null) return JSON.parse(cached) as Artifacts
  const artifacts = await compileBeside(input)
  await mkdir(cacheFolder, { recursive: true })
  // Written aside and moved, so that a start interrupted half way leaves no half a file behind.
  await writeFile(`${file}.${process.pid}`, JSON.stringify(artifacts))
  await rename(`${file}.${process.pid}`, file)
  return artifacts
}

async function cacheKey(input: CompilerInput): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify([Object.keys(input.entries), input.settings]))
  for (const name of input.packages) {
    const { version } = JSON.parse(await readFile(join(packageFolder(name), 'package.json'), 'utf8')) as { version: string }
    hash.update(`${name}@${version}`)
  }
  return hash.digest('hex').slice(0, 16)
}

function compileBeside(input: CompilerInput): Promise<Artifacts> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./compile-worker.ts', import.meta.url), { workerData: input })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`the compiler of ${input.name} stopped with code ${code}`)))
  })
}
