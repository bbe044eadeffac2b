// Every command of package.json says how it is used, at once and without starting anything.
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
const programOf = (script: string) => /^(?:exec )?node (?:--\S+ )*(\S+\.(?:ts|mjs))$/.exec(script)?.[1]
// What is left are other people's programs, with their own --help.
const commands = Object.entries(scripts)
  .map(([name, script]) => [name, programOf(script)] as const)
  .filter(([name, program]) => program !== undefined && !(name.startsWith('pre') && name.slice(3) in scripts))

type Ended = { code: number; stdout: string; stderr: string; left: string[] }

function run(program: string, ...words: string[]): Promise<Ended> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tollgate-commands-'))
  const env = { ...process.env, DATA_DIR: dataDir, NODE_NO_WARNINGS: '1' }
  return new Promise((done) => {
    execFile(process.execPath, [program, ...words], { cwd: root, env, timeout: 60_000 }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1
      done({ code, stdout, stderr, left: readdirSync(dataDir) })
    })
  })
}

test('there are as many as the README is about', () => {
  expect(commands.length).toBeGreaterThan(20)
  expect(Object.fromEntries(commands)).toMatchObject({ start: 'main.ts', pay: 'cli/pay.ts', bench: 'bench/index.ts' })
})

test.each(commands)('npm run %s -- --help', async (name, program) => {
  const { code, stdout, left } = await run(program!, '--help')
  expect(stdout).toMatch(new RegExp(`^usage: npm (run )?${name === 'dev' ? 'start' : name}\\b`))
  expect([code, left]).toEqual([0, []])
})

const benchmarks = readdirSync(join(root, 'bench')).filter((file) => file.endsWith('.ts') && file !== 'index.ts')

test.each(benchmarks)('bench/%s --help', async (file) => {
  const { code, stdout } = await run(`bench/${file}`, '--help')
  expect(stdout.startsWith(`usage: npm run bench -- ${file.slice(0, -3)}`)).toBe(true)
  expect(code).toBe(0)
})

test('npm start takes no words', async () => {
  const { code, stdout, stderr, left } = await run('main.ts', 'api')
  expect([code, stdout, left]).toEqual([2, '', []])
  expect(stderr).toMatch(/^npm start takes no words: api\n\nusage: npm start\n/)
})
