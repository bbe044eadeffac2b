// An analyser of others is asked in a lane of its own: shut in like every worker, given nothing but Solidity, ended at its limits; without it the answer says so.
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slitherOf } from '../../processors/jobs/audit/slither/installed.ts'
import { WorkerLimit } from '../../processors/jobs/workers/failure.ts'
import { analyserLimits, auditLimits } from '../../processors/jobs/workers/limits.ts'
import { createWorkerPool, type WorkerPool } from '../../processors/jobs/workers/pool.ts'
import { listProcesses } from '../support/process-tree.ts'
import { until } from '../support/until.ts'

const folder = mkdtempSync(join(tmpdir(), 'analyser-'))
const scratchParent = mkdtempSync(join(tmpdir(), 'analyser-scratch-'))
for (const one of [folder, scratchParent]) chmodSync(one, 0o711)
const program = (name: string, script: string) => {
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`)
  chmodSync(join(folder, name), 0o755)
}
const solc = 'echo "Version: 0.8.28+commit.7893614a"'
const versioned = (script: string) => `[ "$1" = --version ] && { echo 0.11.6; exit 0; }\n${script}`
const element = '{"type":"node","source_mapping":{"filename_relative":"till.sol","lines":[4]}}'
const report = (description: string) =>
  `printf '{"success":true,"error":null,"results":{"detectors":[{"check":"reentrancy-eth","impact":"High","confidence":"Medium","description":"%s","elements":[${element}]}]}}' "${description}"`
const till =
  'pragma solidity 0.8.24; contract Till { mapping(address => uint) has;\nfunction put() external payable { has[msg.sender] += msg.value; }\nfunction take() external {\n(bool ok,) = msg.sender.call{value: has[msg.sender]}(""); require(ok); has[msg.sender] = 0; } }\n'
const sourceOf = (files: Record<string, string>) => ({ bytes: Buffer.from(JSON.stringify(files)), form: 'files' as const })
const signal = new AbortController().signal
let workers: WorkerPool
const ask = (files: Record<string, string> = { 'till.sol': till }) =>
  slitherOf(workers, sourceOf(files), { signal, alone: false }, [folder])

beforeAll(() => {
  workers = createWorkerPool({ scratchParent })
})
afterAll(async () => {
  await workers.close()
  expect(readdirSync(scratchParent)).toEqual([])
  for (const one of [folder, scratchParent]) rmSync(one, { recursive: true })
})

test('what is not installed is named, and no worker is started for it', async () => {
  expect(await ask()).toMatchObject({ name: 'slither', used: false, version: null, note: 'not installed here' })
  program('slither', versioned(report('here')))
  expect(await ask()).toMatchObject({ used: false, note: 'no solc is installed here, which it needs' })
  expect(workers.describe().running.analyser).toBe(0)
})

test('what both see is surer and names both, and the same source gets the same bytes', async () => {
  program('solc', solc)
  const said = await ask()
  expect(said).toMatchObject({ used: true, version: '0.11.6 with solc 0.8.28', note: null })
  const answer = async () => {
    const input = {
      language: 'solidity',
      form: 'files',
      includeInfo: false,
      focus: [],
      asOf: '2026-11-25T00:00:00.000Z',
    } as const
    const { body } = await workers.run('audit', {
      input: { ...input, analysers: [await ask()] },
      body: sourceOf({ 'till.sol': till }).bytes,
      limits: auditLimits,
    })
    return body.toString()
  }
  const first = await answer()
  expect(await answer()).toBe(first)
  const { findings, engine } = JSON.parse(first)
  const both = findings.find((one: { detector: string }) => one.detector === 'reentrancy-value')
  expect(both).toMatchObject({ found_by: ['tollgate', 'slither'], confidence: 0.9 })
  expect(findings.some(({ detector }: { detector: string }) => detector.startsWith('slither-'))).toBe(false)
  expect(engine.analysers).toEqual([{ name: 'slither', version: '0.11.6 with solc 0.8.28', used: true, note: null }])
})

test('it sees Solidity in its own scratch alone, no settings, no environment, and words that would silence it are gone', async () => {
  program(
    'slither',
    versioned(
      report(
        '$(find . -type f | sort | tr "\\n" " ")$(env | cut -d= -f1 | sort | tr "\\n" " ")$(grep -c slither-disable till.sol) $*',
      ),
    ),
  )
  const { findings } = await ask({
    'till.sol': `// slither-disable-next-line all\n${till}`,
    'foundry.toml': '[profile.default]',
    'slither.config.json': '{}',
    '../../../escape.sol': till,
    '/abs.sol': till,
    '-rf.sol': till,
    'dir.sol/inner.sol': till,
    'dir.sol': till,
  })
  const { evidence } = findings[0]!
  const files = evidence.split('HOME')[0]!
  expect(files.trim().split(' ').sort()).toEqual(['./-rf.sol', './abs.sol', './dir.sol', './escape.sol', './till.sol'])
  expect(evidence).toMatch(
    /HOME LC_ALL (NODE_OPTIONS )?OMP_THREAD_LIMIT PATH PWD 0 \.\/[\w.-]+\.sol --json - --compile-force-framework solc/,
  )
  expect(existsSync(join(scratchParent, 'escape.sol'))).toBe(false)
})

test('what is no report, a failure, and a report of files that were not given say why', async () => {
  program('slither', versioned('echo "<html>"'))
  expect(await ask()).toMatchObject({ used: false, note: 'solc 0.8.28 does not compile this source as it was given' })
  program('slither', versioned(`printf '{"success":false,"error":"/etc/passwd","results":{}}'`))
  expect(await ask()).toMatchObject({ used: false, note: 'solc 0.8.28 does not compile this source as it was given' })
  program('slither', versioned(report('x').replaceAll('till.sol', '../../etc/passwd')))
  expect(await ask()).toMatchObject({ used: true, findings: [] })
  program('slither', 'exit 3')
  expect(await ask()).toMatchObject({ used: false, note: 'it did not start' })
})

test('at a limit it and what it started are gone', async () => {
  program('slither', versioned('sleep 397.25 & sleep 397.25'))
  const input = { form: 'files' as const, slither: join(folder, 'slither'), solc: join(folder, 'solc') }
  const run = workers.run('analyse', {
    input,
    body: sourceOf({ 'till.sol': till }).bytes,
    limits: { ...analyserLimits, wallMs: 1_500 },
  })
  await expect(run).rejects.toMatchObject({ limit: 'time' })
  await expect(run).rejects.toBeInstanceOf(WorkerLimit)
  await until('it is gone, and what it started', () => !listProcesses().some(({ command }) => command.includes('397.25')))
})
