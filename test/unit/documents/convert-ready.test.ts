// Programs that wait for the bytes of the next document: their outcomes, bounds and ends are those of any other, and none outlives its work.

// @module-tag slow
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runBounded } from '../../../processors/jobs/convert/poppler/bounded-run.ts'
import { mostPipedBytes, prepare, takeReady } from '../../../processors/jobs/convert/poppler/ready.ts'
import { canStartAhead, startFrom } from '../../../processors/jobs/convert/poppler/starter.ts'
import { until } from '../../support/until.ts'

const scratch = mkdtempSync(join(tmpdir(), 'ready-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))
const bounds = { timeoutMs: 20_000, memoryBytes: 512 * 1024 * 1024, outputBytes: 300_000 }
const never = new AbortController().signal

// A starter is opened once a few programs have been started without one.
beforeAll(async () => {
  const program = programOf('exit 0')
  const start = (folder: string) => startFrom({ program: 'pdfinfo', options: {}, folder, to: '' }, never)
  for (let i = 0; i < 400 && !canStartAhead(); i++) await runBounded(scratch, program, '/a.pdf', bounds, start)
  expect(canStartAhead()).toBe(true)
})

function programOf(script: string): string {
  const path = join(mkdtempSync(join(scratch, 'programs-')), 'pdfinfo')
  writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  return path
}
const runOf = (script: string, more: Partial<typeof bounds> = {}) => {
  const path = programOf(script)
  return { program: 'pdfinfo' as const, path, options: {}, bounds: { ...bounds, ...more } }
}
type Prepared = ReturnType<typeof runOf>
const prepared = (script: string, more: Partial<typeof bounds> = {}): Prepared => {
  const run = runOf(script, more)
  prepare(run, scratch)
  return run
}
/** Taken as soon as it waits. */
async function taken(run: Prepared, document: string | Buffer, stop = never) {
  for (let i = 0; i < 2_000; i++) {
    const ready = takeReady(run, Buffer.from(document), stop)
    if (ready !== null) return (await ready)!
    await delay(5)
  }
  throw new Error('none waits')
}
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
/** Empty where nothing waits any more. */
const folders = () =>
  readdirSync(scratch).flatMap((name) => (name.startsWith('tollgate-convert-ready-') ? readdirSync(join(scratch, name)) : []))

test('it is given the document, its outcome comes through, and nothing of it stays', async () => {
  const first = await taken(prepared('echo err >&2; cat; exit 3'), 'a document')
  expect(first).toMatchObject({ end: 'exited', exitCode: 3, stdout: Buffer.from('a document'), stderr: 'err\n' })
  const large = Buffer.alloc(250_000, 'x')
  expect((await taken(prepared('cat'), large)).stdout.equals(large)).toBe(true)
  expect((await taken(prepared('cat >/dev/null; kill -SEGV $$'), 'a')).end).toBe('crashed')
  expect(folders()).toEqual([])
})

test('its bounds hold, and it is handed nothing of our environment', async () => {
  const flood = await taken(prepared('cat >/dev/null; head -c 900000 /dev/zero; true'), 'a')
  expect(flood).toMatchObject({ end: 'too_much_output', exitCode: null })
  expect(flood.stdout.length).toBe(bounds.outputBytes)
  const held = await taken(prepared('cat >/dev/null; ulimit -t; ulimit -v; ulimit -c'), 'a')
  expect(held.stdout.toString().split('\n')).toEqual(['21', String(bounds.memoryBytes / 1024), '0', ''])
  // Whoever takes no document may have ended before it was given any, and then has no outcome.
  const strangers = (await taken(prepared('cat >/dev/null; env'), 'a')).stdout.toString().trim().split('\n')
  expect(strangers.filter((line) => !/^(?:PATH|LC_ALL|HOME|PWD|OLDPWD|SHLVL|_)=/.test(line))).toEqual([])
})

test('one that ends before it has read all is no reason to wait, and has no outcome', async () => {
  expect(await taken(prepared('head -c 1'), Buffer.alloc(mostPipedBytes))).toBeNull()
  expect(await taken(prepared('head -c 1; exec 0<&-; sleep 0.2; kill -SEGV $$'), Buffer.alloc(1_000_000))).toBeNull()
  expect(folders()).toEqual([])
})

test('stopped while it works, it is dead once that is told', async () => {
  const stop = new AbortController()
  const pids = join(scratch, 'pid')
  const running = taken(prepared(`trap '' TERM; cat >/dev/null; echo $$ >${pids}; sleep 60`), 'a', stop.signal)
  await until('it runs', () => readdirSync(scratch).includes('pid') && readFileSync(pids, 'utf8').endsWith('\n'))
  stop.abort()
  expect((await running).end).toBe('aborted')
  expect(isAlive(Number(readFileSync(pids, 'utf8')))).toBe(false)
})

test('only a run of the same bounds and options is given it, another one ends it', async () => {
  const first = prepared('cat')
  const other = { ...first, bounds: { ...bounds, memoryBytes: 2 * bounds.memoryBytes } }
  await delay(50)
  expect(takeReady(other, Buffer.from('a'), never)).toBeNull()
  expect(takeReady(first, Buffer.alloc(mostPipedBytes + 1), never)).toBeNull()
  prepare(other, scratch)
  expect(takeReady(first, Buffer.from('a'), never)).toBeNull()
  expect((await taken(other, 'b')).stdout.toString()).toBe('b')
  await until('nothing waits', () => folders().length === 0)
})

test('one that has died waiting is not asked', async () => {
  const pids = join(scratch, 'waiting')
  const run = prepared(`echo $$ >${pids}; exec cat`)
  await until('it waits', () => readdirSync(scratch).includes('waiting') && readFileSync(pids, 'utf8').endsWith('\n'))
  process.kill(Number(readFileSync(pids, 'utf8')), 'SIGKILL')
  await until('nothing waits', () => folders().length === 0)
  expect(takeReady(run, Buffer.from('a'), never)).toBeNull()
})

test.each(['SIGKILL', 'SIGTERM'] as const)('it ends with whoever has prepared it: %s', async (signal) => {
  const url = (path: string) => JSON.stringify(new URL(`../../../processors/jobs/convert/poppler/${path}`, import.meta.url))
  const pids = join(scratch, `left-${signal}`)
  const program = programOf(`echo $$ >${pids}; exec cat`)
  const script = `
    const [{ runBounded }, { canStartAhead, startFrom }, { prepare }] =
      await Promise.all([import(${url('bounded-run.ts')}), import(${url('starter.ts')}), import(${url('ready.ts')})])
    const start = (folder) => startFrom({ program: 'pdfinfo', options: {}, folder, to: '' }, new AbortController().signal)
    const bounds = ${JSON.stringify(bounds)}
    while (!canStartAhead()) await runBounded(${JSON.stringify(scratch)}, ${JSON.stringify(programOf('exit 0'))}, '/a', bounds, start)
    prepare({ program: 'pdfinfo', path: ${JSON.stringify(program)}, options: {}, bounds }, ${JSON.stringify(scratch)})
    setInterval(() => undefined, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' })
  await until('it waits', () => readdirSync(scratch).includes(`left-${signal}`) && readFileSync(pids, 'utf8').endsWith('\n'))
  const pid = Number(readFileSync(pids, 'utf8'))
  expect(isAlive(pid)).toBe(true)
  child.kill(signal)
  await until('it is gone', () => !isAlive(pid))
})
