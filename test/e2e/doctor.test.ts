// The doctor on a machine without data, on a world that lacks something, and on providers that are not what they should be.
import { createServer } from 'node:http'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../db/embedded/free-port.ts'
import { runProgram } from '../support/command.ts'
import { createDataDir, removeDataDir } from '../support/data-dir.ts'
import { recordSamples } from '../support/recordings.ts'

let folder: string
beforeEach(() => {
  folder = createDataDir('doctor')
})
afterEach(() => removeDataDir(folder))

async function doctor(env: Record<string, string>, ...words: string[]) {
  const own = { DATA_DIR: folder, PORT: String(await freePort()), ...env }
  const ran = await runProgram(['cli/doctor.ts', '--json', ...words], own, 120_000)
  const findings = ran.stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { part: string; name: string; state: string; seen: string; todo: string })
  return { ...ran, of: (name: string) => findings.find((one) => one.name === name) }
}

test('with nothing started and nothing set all is well, and nothing is written', async () => {
  const { code, of } = await doctor({ ONLY_SOURCES: 'nyfed-rates,eia-930' })
  expect(of('nyfed-rates')).toMatchObject({ state: 'ok', seen: expect.stringMatching(/^\d+ values, newest 20/) })
  expect(of('embedded')).toMatchObject({ state: 'off', seen: expect.stringContaining('no data') })
  expect(of('gateway')).toMatchObject({ state: 'off' })
  const isWalledOff = process.platform === 'linux' && process.getuid!() === 0
  expect(of('workers')).toMatchObject(isWalledOff ? { state: 'ok' } : { seen: expect.stringContaining(' share ') })
  expect(of('fred')).toMatchObject({ state: 'off', seen: 'not named in ONLY_SOURCES' })
  expect(code).toBe(0)
})

test('what is not recorded is no fault and told so; a gateway that was named and is not there is away: exit 1, with what to do', async () => {
  await recordSamples(folder, ['nyfed-rates'])
  const env = {
    WORLD: 'recorded',
    RECORDED_DIR: folder,
    RECORDED_AT: '2026-11-18T12:00:00Z',
    ONLY_SOURCES: 'nyfed-rates,fed-ebp',
  }
  const { code, of } = await doctor(env, '--url', `http://127.0.0.1:${await freePort()}`)
  expect(of('nyfed-rates')).toMatchObject({ state: 'ok' })
  expect(of('fed-ebp')).toMatchObject({
    ...{ state: 'unrecorded', seen: expect.stringMatching(/^not recorded: GET /) },
    todo: expect.stringContaining('npm run record -- fed-ebp --folder '),
  })
  expect(of('gateway')).toMatchObject({ state: 'away', todo: expect.stringContaining('npm start') })
  expect(code).toBe(1)
})

test('a source that answers with what stands still is told to be late, and what was left out by name is not told', async () => {
  await recordSamples(folder, ['nyfed-rates'])
  const env = { WORLD: 'recorded', RECORDED_DIR: folder, RECORDED_AT: '2027-06-01T12:00:00Z', ONLY_SOURCES: 'nyfed-rates' }
  const { stdout, code } = await runProgram(
    ['cli/doctor.ts'],
    { DATA_DIR: folder, PORT: String(await freePort()), ...env },
    120_000,
  )
  expect(stdout).toMatch(/nyfed-rates +ok +late, \d+ values, newest 2026-11-.* has not moved since 2026-11-/)
  expect(stdout).not.toContain('not named in ONLY_SOURCES')
  expect(code).toBe(0)
})

test('a provider of another chain is wrong, and its address with its key is not shown', async () => {
  const server = createServer((_request, response) => void response.end('{"jsonrpc":"2.0","id":1,"result":"0x5"}'))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  const { port } = server.address() as { port: number }
  const { code, of, stdout, stderr } = await doctor({
    ONLY_SOURCES: 'nyfed-rates',
    RPC_URL_1: `http://127.0.0.1:${port}/v2/hidden-key`,
  })
  expect(of('RPC_URL_1')).toMatchObject({ state: 'wrong', seen: 'it answers for chain 5' })
  expect(stdout + stderr).not.toContain('hidden-key')
  expect(code).toBe(1)
})
