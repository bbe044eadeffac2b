// README's commands do what README says, each exactly as it is written there.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { payerAccount } from '../../../devnet/accounts.ts'
import { until } from '../../support/until.ts'
import type { WholeProgram } from '../../support/whole-program.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const commands = [...readFileSync(join(root, 'README.md'), 'utf8').matchAll(/```sh\n([\s\S]*?)```/g)]
  .flatMap((block) => block[1]!.split('\n'))
  .map((line) => line.replace(/\s+#.*$/, '').trim())
  .filter((line) => line !== '')

// Started below, run by whoever runs this, or in need of a Docker engine.
const elsewhere = /^(npm start|npm test|docker compose)/
// With a fresh database there is no dead letter 1 to show and none to retry: the command must say so and exit 1.
const empty = /^npm run dead -- (show|retry)/

export function describeReadme(program: () => WholeProgram): void {
  beforeAll(async () => {
    const { tollgate } = program()
    type Health = { routes: { label: string; state: string }[] }
    const isForSale = async () => {
      const { routes } = (await (await fetch(`${tollgate.url}/health`)).json()) as Health
      return routes.some(({ label, state }) => label === 'rates' && state === 'fresh')
    }
    await until('the first answer is for sale', isForSale, 240_000)
    const answers = async (path: string) => (await fetch(tollgate.url + path)).status === 200
    // The first start on a machine compiles the market's contracts.
    await until('the lending market has opened and been read', () => answers('/api/cascade/demo'), 240_000).catch((error) => {
      throw new Error(`${(error as Error).message}\n${tollgate.output().slice(-3_000)}`)
    })
  }, 420_000)

  function run(command: string): Promise<{ code: number | null; output: string }> {
    const { env } = program()
    const line = command
      .replaceAll(/localhost:8402/g, `127.0.0.1:${env.PORT}`)
      .replace(/^curl /, 'curl -sS -w "\\n%{http_code}" ')
    const child = spawn('sh', ['-c', line], { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    return new Promise((done) => child.once('close', (code) => done({ code, output })))
  }

  test('README has commands to run', () => {
    expect(commands.filter((command) => !elsewhere.test(command)).length).toBeGreaterThan(8)
  })

  test.each(commands.filter((command) => !elsewhere.test(command)))('%s', async (command) => {
    const { code, output } = await run(command)
    expect(code, output).toBe(empty.test(command) ? 1 : 0)
    if (empty.test(command)) expect(output).toMatch(/there (is|are) no dead letter/)
    if (command.startsWith('curl')) expect(output.slice(-3)).toMatch(/200|402/)
  })

  test('the client that survives a crash gets the same answer when it is run again, charged once', async () => {
    const [, text] = /```ts\n(\/\/ Survives a crash[\s\S]*?)```/.exec(readFileSync(join(root, 'README.md'), 'utf8'))!
    const source = text!.replaceAll('localhost:8402', `127.0.0.1:${program().env.PORT}`)
    const buy = () =>
      new Promise<string>((done, failed) => {
        const given = {
          ...process.env,
          WALLET_KEY: payerAccount.privateKey,
          PURCHASE_FILE: join(program().env.DATA_DIR, 'purchase.id'),
        }
        const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', source], { cwd: root, env: given })
        let output = ''
        child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
        child.once('close', (code) => (code === 0 ? done(output) : failed(new Error(`exit ${code}: ${output}`))))
      })
    const first = await buy()
    expect(first).toMatch(/^200 /)
    expect(await buy()).toBe(first)
  })
}
