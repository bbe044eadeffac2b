// Poppler's programs are started from a small process: it may die, its programs may be stopped, and it never outlives who opened it.

// @module-tag slow
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { runBounded } from '../../../processors/jobs/convert/poppler/bounded-run.ts'
import { startFrom } from '../../../processors/jobs/convert/poppler/starter.ts'
import { until } from '../../support/until.ts'

const scratch = mkdtempSync(join(tmpdir(), 'starter-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))
const bounds = { timeoutMs: 20_000, memoryBytes: 512 * 1024 * 1024, outputBytes: 100_000 }

async function ran(script: string, signal = new AbortController().signal) {
  const program = join(mkdtempSync(join(scratch, 'programs-')), 'pdfinfo')
  writeFileSync(program, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  const start = (folder: string) => startFrom({ program: 'pdfinfo', options: {}, folder, to: '' }, signal)
  return await runBounded(scratch, program, '/a.pdf', bounds, start)
}

/** Who started a program, once that is not this process any more. */
async function starterPid(): Promise<number> {
  for (let i = 0; i < 400; i++) {
    const pid = Number((await ran('echo $PPID')).stdout)
    if (pid !== process.pid) return pid
    await delay(25)
  }
  throw new Error('every program is started from here')
}
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
/** What waits for ever, once it does; its process. */
async function waiting(name: string): Promise<number> {
  const file = () => readdirSync(scratch, { recursive: true }).find((path) => `${path}`.endsWith(name))
  await until(`${name} runs`, () => file() !== undefined && readFileSync(join(scratch, `${file()}`), 'utf8').endsWith('\n'))
  return Number(readFileSync(join(scratch, `${file()}`), 'utf8'))
}
const forEver = (name: string) => `trap '' TERM; mkfifo never; exec 3<>never; echo first; echo $$ >${name}; read more <&3`

test('outcomes, stops and its own death come through', async () => {
  const first = await starterPid()
  expect(await ran('echo out; echo err >&2; exit 3')).toMatchObject({ end: 'exited', exitCode: 3, stderr: 'err\n' })
  expect((await ran('kill -SEGV $$')).end).toBe('crashed')
  const stop = new AbortController()
  const stopped = ran(forEver('stopped'), stop.signal)
  const program = await waiting('stopped')
  stop.abort()
  expect(await stopped).toMatchObject({ end: 'aborted', stdout: Buffer.from('first\n') })
  expect(isAlive(program)).toBe(false)
  const orphaned = ran(forEver('orphaned'))
  const orphan = await waiting('orphaned')
  process.kill(first, 'SIGKILL')
  expect(await orphaned).toMatchObject({ end: 'crashed', exitCode: null })
  process.kill(orphan, 'SIGKILL')
  expect(await ran('echo well')).toMatchObject({ end: 'exited', exitCode: 0 })
  expect(await starterPid()).not.toBe(first)
})

test('it ends with whoever opened it, who need not wait for it', async () => {
  const url = (path: string) => JSON.stringify(new URL(`../../../processors/jobs/convert/poppler/${path}`, import.meta.url))
  const program = join(scratch, 'pdfinfo')
  writeFileSync(program, '#!/bin/sh\necho $PPID\n', { mode: 0o755 })
  const script = `
    const [{ runBounded }, { startFrom }] = await Promise.all([import(${url('bounded-run.ts')}), import(${url('starter.ts')})])
    const start = (folder) => startFrom({ program: 'pdfinfo', options: {}, folder, to: '' }, new AbortController().signal)
    for (let i = 0; i < 400; i++) {
      const { stdout } = await runBounded(${JSON.stringify(scratch)}, ${JSON.stringify(program)}, '/a', ${JSON.stringify(bounds)}, start)
      if (Number(stdout) !== process.pid) { console.log(String(stdout)); break }
      await new Promise((next) => setTimeout(next, 25))
    }`
  const args = ['--input-type=module', '-e', script]
  const { stdout, status } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 60_000 })
  expect(status).toBe(0)
  expect(Number(stdout)).toBeGreaterThan(1)
  await until('it is gone', () => !isAlive(Number(stdout)))
})
