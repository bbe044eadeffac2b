// Every command of package.json says how it is used, at once and without starting anything.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { type Ran, runProgram } from '../support/command.ts'
import { openCommands, type RanInTurn } from '../support/commands.ts'
import { createDataDir, removeDataDir } from '../support/data-dir.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
const programOf = (script: string) => /^(?:exec )?node (?:scripts\/run\.mjs )?(?:--\S+ )*(\S+\.(?:ts|mjs))$/.exec(script)?.[1]
// What is left are other people's programs, with their own --help.
const commands = Object.entries(scripts)
  .map(([name, script]) => [name, programOf(script)] as const)
  .filter(([, program]) => program !== undefined)

// The others share one process: what they are made of is read once for all of them.
const alone = ['main.ts', 'cli/pay.ts', 'cli/lag.ts', 'test/bench/pdf.ts']
const shared = openCommands()
afterAll(() => shared.close())

async function run(program: string, ...words: string[]): Promise<(Ran | RanInTurn) & { left: string[] }> {
  const dataDir = createDataDir('commands')
  const isShared = !alone.includes(program) && program.endsWith('.ts')
  try {
    const ran = isShared
      ? await shared.run([program, ...words], { DATA_DIR: dataDir })
      : await runProgram([program, ...words], { DATA_DIR: dataDir }, 60_000)
    return { ...ran, left: readdirSync(dataDir) }
  } finally {
    removeDataDir(dataDir)
  }
}

test('there are as many as the README is about', () => {
  expect(commands.length).toBeGreaterThan(20)
  expect(Object.fromEntries(commands)).toMatchObject({ start: 'main.ts', pay: 'cli/pay.ts', bench: 'test/bench/index.ts' })
})

test.each(commands)('npm run %s -- --help', async (name, program) => {
  const { stdout, left, ...ended } = await run(program!, '--help')
  expect(stdout).toMatch(new RegExp(`^usage: npm (run )?${name === 'dev' ? 'start' : name}\\b`))
  expect([ended.code, left]).toEqual([0, []])
  expect(stillOpen(ended)).toEqual([])
})

const benchmarks = readdirSync(join(root, 'test', 'bench')).filter((file) => file.endsWith('.ts') && file !== 'index.ts')

test.each(benchmarks)('test/bench/%s --help', async (file) => {
  const { stdout, ...ended } = await run(`test/bench/${file}`, '--help')
  expect(stdout.startsWith(`usage: npm run bench -- ${file.slice(0, -3)}`)).toBe(true)
  expect(ended.code).toBe(0)
  expect(stillOpen(ended)).toEqual([])
})

test('npm start takes no words', async () => {
  const { code, stdout, stderr, left } = await run('main.ts', 'api')
  expect([code, stdout, left]).toEqual([2, '', []])
  expect(stderr).toMatch(/^npm start takes no words: api\n\nusage: npm start\n/)
})

/** A process of its own that does not end in time is killed, and has no code. */
const stillOpen = (ended: Partial<RanInTurn>): readonly string[] => ended.open ?? []
