// Outside programs are held to their bounds: time, memory and output, with their whole process group.

// @module-tag slow
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { findProgram } from '../../../processors/jobs/convert/process/find-program.ts'
import { runProgram } from '../../../processors/jobs/convert/process/run-program.ts'
import { sweepScratch, withScratch } from '../../../processors/jobs/convert/process/scratch.ts'
import { until } from '../../support/until.ts'

const cwd = mkdtempSync(join(tmpdir(), 'programs-'))
afterAll(() => rmSync(cwd, { recursive: true, force: true }))
const bounds = { timeoutMs: 5_000, memoryBytes: 512 * 1024 * 1024, outputBytes: 1_000_000, cwd }
const shell = (script: string, more: Partial<typeof bounds> & { signal?: AbortSignal } = {}) =>
  runProgram('/bin/sh', ['-c', script], { ...bounds, ...more })

describe('runProgram', () => {
  test('gives output, complaints and exit code', async () => {
    const result = await shell('echo out; echo err >&2; exit 3')
    expect(result).toMatchObject({ end: 'exited', exitCode: 3, stderr: 'err\n' })
    expect(result.stdout.toString()).toBe('out\n')
  })

  test('kills the program and its children when time is up', async () => {
    const seconds = 300 + Math.floor(Math.random() * 1000)
    const result = await shell(`sleep ${seconds}.25 & sleep ${seconds}.25; true`, { timeoutMs: 200 })
    expect(result.end).toBe('timeout')
    expect(result.elapsedMs).toBeLessThan(3_000)
    expect(execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })).not.toContain(`sleep ${seconds}.25`)
  })

  test('stops a flood of output', async () => {
    const result = await shell('yes', { outputBytes: 100_000 })
    expect(result.end).toBe('too_much_output')
    expect(result.stdout.length).toBeLessThanOrEqual(100_000)
  })

  test('keeps only the first complaints', async () => {
    const result = await shell('head -c 5000000 /dev/zero | tr "\\0" x >&2')
    expect(result.end).toBe('exited')
    expect(result.stderr.length).toBeLessThanOrEqual(65_536)
  })

  test('an allocation beyond the limit fails', async () => {
    const result = await runProgram(process.execPath, ['-e', 'Buffer.alloc(3e9)'], { ...bounds, memoryBytes: 256 * 1024 * 1024 })
    expect(result.end === 'crashed' || result.exitCode !== 0).toBe(true)
  })

  test('an abort stops it', async () => {
    expect((await shell('sleep 60', { signal: AbortSignal.timeout(100) })).end).toBe('aborted')
  })

  test('a program that is not there is said to be missing', async () => {
    expect((await runProgram('/no/such/program', [], bounds)).end).toBe('missing')
    expect(findProgram('no-such-program')).toBeNull()
  })

  test('a relative program is refused', () => {
    expect(() => runProgram('ls', [], bounds)).toThrow('absolute')
  })
})

describe('withScratch', () => {
  test('removes the folder after success and after failure', async () => {
    let seen = ''
    await withScratch(async (folder) => {
      seen = folder
      expect(existsSync(folder)).toBe(true)
    }, cwd)
    expect(existsSync(seen)).toBe(false)
    await expect(withScratch(() => Promise.reject(new Error('no')), cwd)).rejects.toThrow('no')
    expect(readdirSync(cwd)).toEqual([])
  })
})

test('a program outlives its killed starter only as long as its processor time', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'orphan-'))
  const pidFile = join(folder, 'pid')
  const loop = `echo $$ > ${pidFile}; while :; do :; done`
  const module = new URL('../../../processors/jobs/convert/process/run-program.ts', import.meta.url).href
  const bounds = { timeoutMs: 1_000, memoryBytes: 2 ** 30, outputBytes: 1_000, cwd: folder }
  const starter = spawn(process.execPath, [
    '--input-type=module',
    '-e',
    `import { runProgram } from ${JSON.stringify(module)}
     setTimeout = () => 0
     await runProgram('/bin/sh', ['-c', ${JSON.stringify(loop)}], ${JSON.stringify(bounds)})`,
  ])
  await until('the loop runs', () => existsSync(pidFile) && readFileSync(pidFile, 'utf8').endsWith('\n'))
  starter.kill('SIGKILL')
  const pid = Number(readFileSync(pidFile, 'utf8'))
  await until('the loop has ended', () => !isRunning(pid))
  await rm(folder, { recursive: true })
})

test('what a killed process left behind is swept when it is old, and nothing else', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'sweep-'))
  const longAgo = new Date(Date.now() - 2 * 3_600_000)
  for (const name of ['tollgate-convert-old', 'tollgate-convert-new', 'somebody-elses']) {
    await mkdir(join(parent, name))
    await writeFile(join(parent, name, 'document.pdf'), 'x')
    if (name !== 'tollgate-convert-new') await utimes(join(parent, name), longAgo, longAgo)
  }
  await sweepScratch(parent)
  expect(readdirSync(parent).sort()).toEqual(['somebody-elses', 'tollgate-convert-new'])
  await rm(parent, { recursive: true })
})

function isRunning(pid: number): boolean {
  try {
    // Z: it has ended, and its new parent has not looked yet.
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return false
  }
}
