// Compiled contracts by name, taken from the cache or compiled beside the event loop and cached for every later start.
import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Abi, Hex } from 'viem'
import { madeOnce } from './cache-lock.ts'
import { aaveInput, type CompilerInput, morphoInput, packageFolder, tokenInput } from './sources.ts'

export type Artifact = {
  readonly abi: Abi
  readonly bytecode: string
  /** The code as it lies on a chain, where the input asks for it. */
  readonly runtime?: Hex
  // File -> library -> where its address goes in the bytecode.
  readonly links: Readonly<Record<string, Readonly<Record<string, readonly { start: number; length: number }[]>>>>
}

export type Artifacts = Readonly<Record<string, Artifact>>
export type CompileOptions = {
  readonly cacheFolder?: string | undefined
  readonly signal?: AbortSignal | undefined
  /** Told when nothing was cached and the compiler starts. */
  readonly onCompile?: ((name: string) => void) | undefined
}

/** Beside the packages it was made from: it outlives any data folder, and git does not see it. */
export const defaultCache = fileURLToPath(new URL('../../.cache/contracts/', import.meta.url))

export async function loadLendingArtifacts(options: CompileOptions = {}): Promise<{ aave: Artifacts; morpho: Artifacts }> {
  const [aave, morpho] = await Promise.all([loadArtifacts(aaveInput(), options), loadArtifacts(morphoInput(), options)])
  return { aave, morpho }
}

/** What lies on the demo chain from its first block, by the contract's name. */
export async function loadTokens(options: CompileOptions = {}): Promise<(name: string) => Hex> {
  const artifacts = await loadArtifacts(tokenInput(), options)
  return (name) => artifacts[name]!.runtime!
}

export async function loadArtifacts(input: CompilerInput, options: CompileOptions = {}): Promise<Artifacts> {
  const { cacheFolder = defaultCache, signal, onCompile } = options
  const file = join(cacheFolder, `${input.name}-${await cacheKey(input)}.json`)
  await mkdir(cacheFolder, { recursive: true })
  return madeOnce(`${file}.lock`, {
    signal,
    read: () => readCached(file),
    async make() {
      onCompile?.(input.name)
      const artifacts = await compileBeside(input, signal)
      // Written aside and moved, so that a start interrupted half way leaves no half a file behind.
      await writeFile(`${file}.${process.pid}`, JSON.stringify(artifacts))
      await rename(`${file}.${process.pid}`, file)
      return artifacts
    },
  })
}

async function readCached(file: string): Promise<Artifacts | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Artifacts
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

async function cacheKey(input: CompilerInput): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify([Object.keys(input.entries), input.settings]))
  for (const file of Object.values(input.entries)) hash.update(await readFile(file))
  for (const name of input.packages) {
    const { version } = JSON.parse(await readFile(join(packageFolder(name), 'package.json'), 'utf8')) as { version: string }
    hash.update(`${name}@${version}`)
  }
  return hash.digest('hex').slice(0, 16)
}

async function compileBeside(input: CompilerInput, signal: AbortSignal | undefined): Promise<Artifacts> {
  signal?.throwIfAborted()
  const worker = new Worker(new URL('./compile-worker.ts', import.meta.url), { workerData: input })
  const abort = () => void worker.terminate()
  signal?.addEventListener('abort', abort)
  try {
    return await new Promise((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', (code) => reject(new Error(`the compiler of ${input.name} stopped with code ${code}`)))
    })
  } finally {
    signal?.removeEventListener('abort', abort)
  }
}
