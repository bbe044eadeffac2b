// What node-poppler starts is bounded and loses nothing that was written: floods, endless loops, hungry and dying programs.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Poppler } from 'node-poppler'
import { afterAll, expect, test } from 'vitest'
import { boundedPrograms, createBoundedRun } from '../../../processors/jobs/convert/poppler/bounded-run.ts'

const scratch = mkdtempSync(join(tmpdir(), "bounded it's "))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))
const bounds = { timeoutMs: 5_000, memoryBytes: 512 * 1024 * 1024, outputBytes: 100_000 }

async function ran(script: string, { more = {}, signal }: { more?: Partial<typeof bounds>; signal?: AbortSignal } = {}) {
  const programs = mkdtempSync(join(scratch, 'programs-'))
  const program = join(programs, 'pdfinfo')
  writeFileSync(program, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  const run = await createBoundedRun(scratch, program, "/it's a document.pdf", { ...bounds, ...more })
  const poppler = new Poppler(boundedPrograms)
  const stopped = await poppler.pdfInfo(run.path, {}, signal === undefined ? {} : { signal }).then(
    () => null,
    () => (signal?.aborted ? ('timeout' as const) : null),
  )
  return run.outcome(stopped)
}

test('output, complaints, exit code and arguments come through', async () => {
  const result = await ran('echo "$#:$2"; echo err >&2; env >&2; exit 3')
  expect(result).toMatchObject({ end: 'exited', exitCode: 3 })
  expect(result.stdout.toString()).toBe("2:/it's a document.pdf\n")
  expect(result.stderr).toMatch(/^err\n/)
  // Nothing of our own environment.
  expect(result.stderr.split('\n').filter((line) => !/^(err|PATH=|LC_ALL=|HOME=|PWD=|_=|SHLVL=|OLDPWD=|)/.test(line))).toEqual([])
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
  expect(result.end).toBe('timeout')
  expect(result.stdout.toString()).toBe('first\n')
  expect(execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })).not.toContain(`sleep ${mark}`)
})

test('an allocation beyond the limit fails, a death by a signal is a crash', async () => {
  const hungry = await ran(`exec ${process.execPath} -e 'Buffer.alloc(3e9)'`, { more: { memoryBytes: 256 * 1024 * 1024 } })
  expect(hungry.end === 'crashed' || hungry.exitCode !== 0).toBe(true)
  expect((await ran('kill -SEGV $$')).end).toBe('crashed')
})

test('processor time is bounded from outside', async () => {
  expect((await ran('while :; do :; done', { more: { timeoutMs: 1 } })).end).toBe('crashed')
})
