// What every command shares: its last line reaches a slow reader, and words it does not take are refused.
import { spawn, spawnSync } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { test } from 'vitest'

const lines = 3_000
const line = 'x'.repeat(999)
const program = (words: string) => `
  import { runCommand } from ${JSON.stringify(new URL('../../../cli/command.ts', import.meta.url).href)}
  await runCommand({ name: 'loud', help: 'usage: loud', ${words} async run(context) {
    for (let i = 0; i < ${lines}; i++) context.print(${JSON.stringify(line)})
    context.print('the end')
    return 3
  } })`

function run(words: string, args: readonly string[]) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program(words), '--', 'loud', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((done) => child.once('close', (code) => done(code)))
  return { child, ended }
}

async function textOf(stream: AsyncIterable<Buffer>): Promise<string> {
  let text = ''
  for await (const chunk of stream) text += chunk.toString()
  return text
}

test.concurrent('a reader that is slower than the command gets all of it', async ({ expect }) => {
  const { child, ended } = run('', [])
  const errors = textOf(child.stderr)
  await new Promise((ready) => child.stdout.once('readable', ready))
  await wait(300)
  const text = await textOf(child.stdout)
  expect(await errors).toBe('')
  expect(text.length).toBe(lines * (line.length + 1) + 'the end\n'.length)
  expect(await ended).toBe(3)
})

test.concurrent('a reader that has seen enough ends nothing early', async ({ expect }) => {
  const { child, ended } = run('', [])
  const errors = textOf(child.stderr)
  await new Promise((ready) => child.stdout.once('readable', ready))
  child.stdout.destroy()
  expect(await ended).toBe(3)
  expect(await errors).toBe('')
})

test.concurrent('more words than a command takes are refused with its help', async ({ expect }) => {
  const { child, ended } = run('words: 1,', ['one', 'two'])
  const errors = textOf(child.stderr)
  child.stdout.resume()
  expect(await errors).toBe('loud: too many words: two\n\nusage: loud\n')
  expect(await ended).toBe(2)
})

test.concurrent('a failure whose code is a number, as Kafka’s are, is told as any other', async ({ expect }) => {
  const { child, ended } = run("get words() { throw Object.assign(new Error('not allowed'), { code: 31 }) },", [])
  const errors = textOf(child.stderr)
  child.stdout.resume()
  expect(await errors).toBe('loud: not allowed\n')
  expect(await ended).toBe(1)
})

test('the bars say what they can be asked for where a name is no service', ({ expect }) => {
  const script = fileURLToPath(new URL('../../../scripts/bars.mjs', import.meta.url))
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, 'rates', 'smartmony', '--eahc'], { encoding: 'utf8' })
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^--eahc is no option, smartmony is no service\. Use: node scripts\/bars\.mjs .*\n$/)
})

const root = fileURLToPath(new URL('../../../', import.meta.url))

test.for([
  ['pay', 'http://127.0.0.1:1/', '--max-usd', '1e3'],
  ['mcp', '--budget-usd', 'two'],
  ['faucet', '--new', '5,00'],
])('%s: an amount that is none is wrong words, before anything else happens', ([name, ...words], { expect }) => {
  const { status, stderr } = spawnSync(process.execPath, [`cli/${name}.ts`, ...words], { cwd: root, encoding: 'utf8' })
  expect(stderr).toContain(`${words.at(-1)} is no amount of dollars, such as 0.25\n\nusage: npm run ${name}`)
  expect(status).toBe(2)
})

test('npm is said to have taken an option where it did, not where an .npmrc turns one of that name off', ({ expect }) => {
  const told = (yes: string) => {
    const env = {
      PATH: process.env.PATH,
      TOLLGATE_SETUP: 'off',
      npm_lifecycle_event: 'dead',
      npm_command: 'run-script',
      npm_config_yes: yes,
    }
    const run = spawnSync(process.execPath, ['scripts/run.mjs', 'cli/dead.ts', '--help'], { cwd: root, encoding: 'utf8', env })
    return [run.status, run.stderr]
  }
  expect(told('')).toEqual([0, ''])
  expect(told('false')).toEqual([0, ''])
  expect(told('true')).toEqual([0, 'npm took --yes for itself; write: npm run dead -- --yes\n'])
})
