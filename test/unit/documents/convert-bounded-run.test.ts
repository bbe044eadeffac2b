// What node-poppler starts is bounded and loses nothing that was written: floods, endless loops, hungry and dying programs.

// @module-tag slow
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { runBounded } from '../../../processors/jobs/convert/poppler/bounded-run.ts'
import { startProgram } from '../../../processors/jobs/convert/poppler/start-program.ts'

const scratch = mkdtempSync(join(tmpdir(), "bounded it's "))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))
afterEach(() => vi.unstubAllEnvs())
const bounds = { timeoutMs: 5_000, memoryBytes: 512 * 1024 * 1024, outputBytes: 100_000 }

async function ran(script: string, { more = {}, signal }: { more?: Partial<typeof bounds>; signal?: AbortSignal } = {}) {
  const programs = mkdtempSync(join(scratch, 'programs-'))
  const program = join(programs, 'pdfinfo')
  writeFileSync(program, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  const stop = signal ?? new AbortController().signal
  const start = (folder: string) => startProgram({ program: 'pdfinfo', options: {}, folder, to: '' }, stop)
  return await runBounded(scratch, program, "/it's a document.pdf", { ...bounds, ...more }, start)
}

test('output, complaints, exit code and arguments come through', async () => {
  const result = await ran('echo "$#:$2"; echo err >&2; env >&2; exit 3')
  expect(result).toMatchObject({ end: 'exited', exitCode: 3 })
  expect(result.stdout.toString()).toBe("2:/it's a document.pdf\n")
  expect(result.stderr).toMatch(/^err\n/)
})

// `_`, PWD and their like are the shell's that runs the script here.
const own = /^(?:PATH=\/usr\/bin:\/bin|LC_ALL=C\.UTF-8|HOME=.*\/run-\w+|(?:PWD|OLDPWD|SHLVL|_)=.*)$/
const strangers = async () =>
  (await ran('env')).stdout
    .toString()
    .trim()
    .split('\n')
    .filter((line) => !own.test(line))

test('nothing of our own environment is handed on, whatever it is called', async () => {
  vi.stubEnv('A_SECRET', 'one\nANOTHER=two')
  expect(await strangers()).toEqual([])
  // The script's own names, one that shells keep, and one that is no name to them.
  for (const name of ['document', 'run', 'folder', 'left', 'name', 'UID', 'a.b']) {
    vi.stubEnv(name, 'a secret')
    expect(await strangers(), name).toEqual([])
    vi.unstubAllEnvs()
  }
})

// Node puts its permissions into the environment of whatever it starts, though nobody has set them there.
test('nor what Node itself adds to it', () => {
  const module = (path: string) => JSON.stringify(new URL(`../../../processors/jobs/convert/poppler/${path}`, import.meta.url))
  const script = `
    const [{ runBounded }, { startProgram }] = await Promise.all([import(${module('bounded-run.ts')}), import(${module('start-program.ts')})])
    const start = (folder) => startProgram({ program: 'pdfinfo', options: {}, folder, to: '' }, new AbortController().signal)
    const run = await runBounded(${JSON.stringify(scratch)}, ${JSON.stringify(join(scratch, 'pdfinfo'))}, '/x', ${JSON.stringify(bounds)}, start)
    process.stdout.write(run.stdout)`
  writeFileSync(join(scratch, 'pdfinfo'), '#!/bin/sh\nenv\n', { mode: 0o755 })
  const permitted = ['--permission', '--allow-child-process', '--allow-fs-read=*', '--allow-fs-write=*']
  const args = [...permitted, '--input-type=module', '-e', script]
  const told = execFileSync(process.execPath, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  expect(told).toMatch(/^HOME=/m)
  expect(
    told
      .trim()
      .split('\n')
      .filter((line) => !own.test(line)),
  ).toEqual([])
})

test('the shell becomes the program: no other process stands between', async () => {
  const { stdout } = await ran('echo $PPID')
  expect(Number(stdout)).toBe(process.pid)
})

test('a program that says nothing has ended well', async () => {
  expect(await ran('exit 0')).toMatchObject({ end: 'exited', exitCode: 0 })
})

test('a flood of output is cut, a flood of complaints ends nothing', async () => {
  const flood = await ran('head -c 900000 /dev/zero; true')
  expect(flood).toMatchObject({ end: 'too_much_output', exitCode: null })
  expect(flood.stdout.length).toBe(bounds.outputBytes)
  const complaints = await ran('head -c 900000 /dev/zero >&2; echo done; exit 0')
  expect(complaints).toMatchObject({ end: 'exited', exitCode: 0 })
  expect(complaints.stderr.length).toBeLessThanOrEqual(65_536)
  expect(complaints.stdout.toString()).toBe('done\n')
})

test('what was written before the time was up is kept, and nothing runs on', async () => {
  const mark = `${300 + Math.floor(Math.random() * 1_000)}.25`
  const stop = new AbortController()
  const running = ran(`echo first; exec sleep ${mark}`, { signal: stop.signal })
  while (!execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).includes(`sleep ${mark}`)) await new Promise(setImmediate)
  stop.abort()
  const result = await running
  expect(result.end).toBe('aborted')
  expect(result.stdout.toString()).toBe('first\n')
  expect(execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })).not.toContain(`sleep ${mark}`)
})

test('a program that does not want to end is ended', async () => {
  const stop = new AbortController()
  const running = ran(`trap '' TERM; mkfifo never; exec 3<>never; echo $$; : >"$0.ready"; read more <&3`, { signal: stop.signal })
  while (!readdirSync(scratch, { recursive: true }).join().includes('pdfinfo.ready')) await delay(5)
  stop.abort()
  const { end, stdout } = await running
  expect(end).toBe('aborted')
  expect(Number(stdout)).toBeGreaterThan(1)
  expect(() => process.kill(Number(stdout), 0)).toThrow('ESRCH')
})

test('an allocation beyond the limit fails, a death by a signal is a crash', async () => {
  const hungry = await ran(`exec ${process.execPath} -e 'Buffer.alloc(3e9)'`, { more: { memoryBytes: 256 * 1024 * 1024 } })
  expect(hungry.end === 'crashed' || hungry.exitCode !== 0).toBe(true)
  expect((await ran('kill -SEGV $$')).end).toBe('crashed')
})

test('processor time is bounded from outside', async () => {
  expect((await ran('while :; do :; done', { more: { timeoutMs: 1 } })).end).toBe('crashed')
})
