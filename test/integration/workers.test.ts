// Workers for what strangers send: shut in, killed at their limits by somebody else, and never left behind.
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defaultLimits } from '../../processors/jobs/convert/limits.ts'
import { WorkerDeath, WorkerLimit } from '../../processors/jobs/workers/failure.ts'
import { documentLimits, laneLimits, megabyte, pageLimits } from '../../processors/jobs/workers/limits.ts'
import { createWorkerPool, type WorkerPool } from '../../processors/jobs/workers/pool.ts'
import type { PageInput } from '../../processors/jobs/workers/tasks.ts'
import { pdfDocument, prose, text } from '../support/pdf/document.ts'
import { descendantsOf, environmentOf, networkOf, workersOf } from '../support/process-tree.ts'
import { until } from '../support/until.ts'

const onLinux = process.platform === 'linux' ? test : test.skip
const scratchParent = mkdtempSync(join(tmpdir(), 'workers-'))
// A worker may be another user, who passes through to its own folder.
chmodSync(scratchParent, 0o711)
const lane = { ...laneLimits.page, processes: 1 }
let workers: WorkerPool

beforeAll(() => {
  workers = createWorkerPool({ lanes: { page: lane }, scratchParent })
})
afterAll(async () => {
  await workers.close()
  expect(readdirSync(scratchParent)).toEqual([])
  rmSync(scratchParent, { recursive: true })
})

const input: PageInput = {
  contentType: 'text/html',
  url: 'https://a.example.com/',
  maxChars: 1_000,
  format: 'markdown',
  links: 'inline',
  images: 'none',
}
const slowPage = Buffer.from('<h1>x</h1>'.repeat(100_000))
const readPage = async (body: string | Buffer, limits = pageLimits) => {
  const done = await workers.run('page', { input, body: Buffer.from(body), limits })
  return JSON.parse(done.body.toString()).markdown as string
}
const ownWorkers = () => workersOf(process.pid).filter(({ command }) => command.includes(scratchParent))

describe('a worker', () => {
  onLinux(
    'has nothing of its starter: no environment, and where the machine allows it no user and no network of its own',
    async () => {
      await readPage('<p>warm</p>')
      const [worker] = ownWorkers()
      const { confined } = workers.describe()
      expect(environmentOf(worker!.pid)).toBe('')
      if (process.getuid!() === 0) expect(confined).toEqual({ user: 'other', network: 'none', ends_with_starter: 'by_kernel' })
      expect(worker!.uid === process.getuid!()).toBe(confined!.user === 'own')
      expect(networkOf(worker!.pid) === networkOf(process.pid)).toBe(confined!.network === 'shared')
    },
  )

  test('is killed at its limits of time, processor, memory and output, and the next one works', async () => {
    const limits = {
      time: { ...pageLimits, wallMs: 60 },
      processor: { ...pageLimits, wallMs: 60_000, cpuMs: 100 },
      memory: { ...pageLimits, wallMs: 60_000, cpuMs: 60_000, memoryBytes: 20 * megabyte },
      output: { ...pageLimits, wallMs: 60_000, cpuMs: 60_000, outputBytes: 100 },
    }
    for (const [limit, bounds] of Object.entries(limits)) {
      const body = limit === 'output' ? `<main><p>${'word '.repeat(100)}` : slowPage
      await expect(readPage(body, bounds), limit).rejects.toMatchObject({ limit })
      expect(await readPage('<p>still here</p>')).toBe('still here')
    }
  })

  test('that dies of itself is told from one that went over a limit', async () => {
    await readPage('<p>warm</p>')
    const [worker] = ownWorkers()
    const reading = readPage(slowPage).then(
      () => null,
      (error: unknown) => error,
    )
    process.kill(worker!.pid, 'SIGSEGV')
    const error = await reading
    expect(error).toBeInstanceOf(WorkerDeath)
    expect(error).not.toBeInstanceOf(WorkerLimit)
    expect(await readPage('<p>next</p>')).toBe('next')
  })

  onLinux('that works alone is another than the warm one, and gone afterwards', async () => {
    await readPage('<p>warm</p>')
    const [warm] = ownWorkers()
    await workers.run('page', { input, body: Buffer.from('<p>alone</p>'), limits: pageLimits }, { alone: true })
    await until('only the warm one is left', () => ownWorkers().length === 1)
    expect(ownWorkers()[0]!.pid).toBe(warm!.pid)
  })
})

test('one worker is kept warm for all that ask for the lane, and the first work is given to it', async () => {
  const pool = createWorkerPool({ scratchParent, warmAfterMs: 100 })
  try {
    for (let kinds = 0; kinds < 3; kinds++) pool.warm('page')
    expect(pool.describe().running.page).toBe(0) // what starts is left alone
    await until('a worker is warm', () => pool.describe().running.page > 0)
    await pool.run('page', { input, body: Buffer.from('<p>first</p>'), limits: pageLimits })
    expect(pool.describe().running.page).toBe(1)
  } finally {
    await pool.close()
  }
})

test('where none is to be kept warm, none is started before its work', async () => {
  const pool = createWorkerPool({ scratchParent, warmAfterMs: null })
  try {
    pool.warm('page')
    pool.warm('document')
    await pool.run('page', { input, body: Buffer.from('<p>first</p>'), limits: pageLimits })
    expect(pool.describe().running).toMatchObject({ page: 1, document: 0 })
  } finally {
    await pool.close()
  }
})

test('short work finds a place while long work has all the others', async () => {
  const pool = createWorkerPool({ scratchParent })
  try {
    const page = prose(45, 80, 1).map((line, i) => text(72, 90 + i * 14, line))
    const long = pdfDocument({ pages: Array.from({ length: 120 }, () => page.join('')) })
    const short = pdfDocument({ pages: [page.join('')] })
    const convert = (body: Buffer, isShort: boolean, signal?: AbortSignal) => {
      const document = { options: {}, limits: defaultLimits, asOf: '', withTables: false, forModelCharacters: 0 }
      return pool.run('document', { input: document, body, limits: documentLimits(60_000) }, { isShort, signal })
    }
    const stop = new AbortController()
    const ends: string[] = []
    const longs = Array.from({ length: 6 }, () =>
      convert(long, false, stop.signal).then(
        () => ends.push('long'),
        () => ends.push('stopped'),
      ),
    )
    await convert(short, true)
    ends.push('short')
    stop.abort(new Error('enough'))
    await Promise.all(longs)
    // Six long ones share two places.
    expect(ends[0]).toBe('short')
  } finally {
    await pool.close()
  }
})

onLinux('kill -9 of the program leaves no child and no scratch', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'killed-'))
  const file = join(folder, 'long.pdf')
  const page = prose(45, 80, 2).map((line, i) => text(72, 90 + i * 14, line))
  writeFileSync(file, pdfDocument({ pages: Array.from({ length: 400 }, () => page.join('')) }))
  const program = fileURLToPath(new URL('../support/pool-child.ts', import.meta.url))
  const child: ChildProcess = spawn(process.execPath, [program, file, tmpdir()], { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    await new Promise((running) => child.stdout!.once('data', running))
    await until('a program of the worker runs', () => descendantsOf(child.pid!).some(({ command }) => /pdfto/.test(command)))
    const left = descendantsOf(child.pid!)
    expect(left.length).toBeGreaterThanOrEqual(3)
    const folders = () =>
      readdirSync(tmpdir()).filter((name) => name.startsWith('tollgate-work-') && name.includes(`-${child.pid}-`))
    expect(folders()).toHaveLength(1)
    child.kill('SIGKILL')
    const pids = new Set(left.map(({ pid }) => pid))
    await until('nothing of it runs', () => !descendantsOf(1).some(({ pid }) => pids.has(pid)), 5_000)
    await until('its scratch is gone', () => folders().length === 0, 5_000)
  } finally {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
})
