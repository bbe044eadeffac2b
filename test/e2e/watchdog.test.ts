// A program whose loop is stalled on purpose: it says what ran, ends by itself, and starts again clean.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stalledExitCode } from '../../app/watchdog/index.ts'
import { freePort } from '../../db/embedded/free-port.ts'
import { createDataDir, removeDataDir } from '../support/data-dir.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { spawnTollgate, type TollgateProcess, untilHealthy } from '../support/process.ts'
import { until } from '../support/until.ts'

const limitSeconds = 3
let database: TestDatabase
let folder: string

beforeAll(async () => {
  database = await createTestDatabase()
  folder = createDataDir('watchdog')
})
afterAll(async () => {
  await database.drop()
  removeDataDir(folder)
})

// A role without an API or a chain is up soonest, and what it does when it stalls is the same.
async function launch(env: Record<string, string>): Promise<TollgateProcess> {
  const one = spawnTollgate({
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    ROLE: 'process',
    PORT: String(await freePort()),
    DEVNET_PORT: String(await freePort()),
    ONLY_SOURCES: 'nyfed-rates',
    STALL_LIMIT_SECONDS: String(limitSeconds),
    DEBUG_STALL: 'loop',
    ...env,
  })
  const isWatched = () => {
    if (one.child.exitCode !== null) throw new Error(`it ended with exit code ${one.child.exitCode}\n${one.output()}`)
    return linesOf(one).some(({ msg }) => msg === 'SIGUSR2 stalls the loop')
  }
  await until('its loop is watched', isWatched, 150_000)
  return one
}

const exitOf = (one: TollgateProcess) =>
  new Promise<{ code: number | null; signal: string | null }>((done) =>
    one.child.once('close', (code, signal) => done({ code, signal })),
  )

function linesOf(one: TollgateProcess): { msg?: string; ran?: string[]; ms?: number }[] {
  return one
    .output()
    .split('\n')
    .slice(0, -1)
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
}

describe.concurrent('a loop that stands still for too long', () => {
  test.each([
    ['loop', 'stallInLoop', 'all'],
    ['expression', 'stallInExpression', 'process'],
  ])('in an endless %s: the process ends with its own code and says where', async (kind, ran, role) => {
    const one = await launch({ DEBUG_STALL: kind, ROLE: role })
    const exit = exitOf(one)
    one.child.kill('SIGUSR2')
    expect(await exit).toEqual({ code: stalledExitCode, signal: null })
    const reason = linesOf(one).find(({ msg }) => msg?.includes('the process ends'))!
    expect(reason.ms).toBeGreaterThanOrEqual(limitSeconds * 1_000)
    expect(reason.ran!.find((frame) => frame.includes(ran))).toMatch(/\(app\/watchdog\/debug-stall\.ts:\d+:\d+\)$/)
    if (role !== 'all') return
    // Whoever runs it starts it again, on the same folder and database.
    const again = await launch({ ROLE: role })
    await untilHealthy(again)
    // Stopped from outside it has not stood still. Real time has to pass: twice the limit.
    again.child.kill('SIGSTOP')
    await new Promise((done) => setTimeout(done, 2_000 * limitSeconds))
    again.child.kill('SIGCONT')
    expect(await again.end('SIGTERM')).toBe(0)
    expect(linesOf(again).map(({ msg }) => msg)).not.toContain('the loop stood still')
  })

  test('in one long call of the engine: there is no code, but an end', async () => {
    const one = await launch({ DEBUG_STALL: 'native' })
    const exit = exitOf(one)
    one.child.kill('SIGUSR2')
    expect(await exit).toEqual({ code: null, signal: 'SIGKILL' })
    expect(one.output()).toContain('one long call of the engine')
  })
})

test.concurrent('a standstill that passes is logged with what ran, and nothing ends', async () => {
  const one = await launch({ STALL_LIMIT_SECONDS: '0' })
  one.child.kill('SIGUSR2')
  const told = () => linesOf(one).find(({ msg }) => msg === 'the loop stood still')
  await until('it is logged', () => told() !== undefined, 90_000)
  expect(told()!.ran!.join('\n')).toContain('stallInLoop')
  expect(await one.end('SIGTERM')).toBe(0)
})
