// What the console and docs/agents.md tell people to paste, pasted: installed as its own first lines say, built, run, and paid for.
import { execFile, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CallOf, snippetsFor } from '../../api/console/view/snippets.ts'
import { sampleDocument } from '../../processors/services/doc/sample-document.ts'
import { type Gateway, openGateway } from '../support/gateway.ts'
import { balanceOf } from '../support/payment/clients.ts'
import { onlyRates } from '../support/rates-for-sale.ts'
import { until } from '../support/until.ts'

const run = promisify(execFile)
// Compilers take minutes; the folder is kept, so that the next run takes seconds.
const folder = process.env.CLIENT_BUILDS
// Where the Go module cannot be had of a proxy: a folder with its source.
const goModule = process.env.X402_GO
const patience = { timeout: 3_600_000 }
const cap = 64 * 1_048_576

const lacks = (program: string, argument: string) => spawnSync(program, [argument]).status !== 0
const why = (program: string, argument: string) => {
  if (folder === undefined) return ' (skipped: CLIENT_BUILDS names no folder to build in; it takes minutes)'
  return lacks(program, argument) ? ` (skipped: there is no ${program})` : ''
}
const [whyGo, whyRust, whyPython] = [why('go', 'version'), why('cargo', '--version'), why('python3', '--version')]
const isAny = [whyGo, whyRust, whyPython].some((reason) => reason === '')

describe.skipIf(!isAny)('a snippet that is pasted', () => {
  let gateway: Gateway
  let calls: Readonly<Record<'get' | 'post', CallOf>>
  beforeAll(async () => {
    gateway = await openGateway({ ONLY_SOURCES: onlyRates })
    await until('the row is for sale', async () => (await fetch(`${gateway.url}/api/rates/rates`)).status === 402)
    const tool = { url: '', route: '', input: '' }
    const document = JSON.stringify({ base64: sampleDocument().bytes!.toString('base64') })
    calls = {
      get: { method: 'GET', url: `${gateway.url}/api/rates/rates?meta=brief`, body: null, tool },
      post: { method: 'POST', url: `${gateway.url}/api/doc/convert`, body: document, tool },
    }
  })
  afterAll(() => gateway?.close())

  const codeOf = (language: string, call: CallOf) => snippetsFor(call).find(({ id }) => id === language)!.code
  const installOf = (code: string, mark: RegExp) => [...code.matchAll(mark)].map(([, words]) => words!.split(' '))

  /** Runs it with a key of its own that has a dollar; what was printed, and what it cost. */
  async function pay(program: string, args: readonly string[], cwd: string, env: Record<string, string> = {}) {
    const key = generatePrivateKey()
    const { address } = privateKeyToAccount(key)
    await gateway.chain.mint(address, 1_000_000n)
    const given = { ...process.env, WALLET_KEY: key, TOLLGATE_URL: gateway.url, ...env }
    const { stdout } = await run(program, args, { cwd, maxBuffer: cap, env: given })
    return { stdout, paid: 1_000_000n - (await balanceOf(gateway.chain, address)) }
  }
  const place = (name: string) => {
    const at = join(folder!, name)
    mkdirSync(at, { recursive: true })
    return at
  }

  describe.skipIf(whyGo !== '')(`in Go${whyGo}`, () => {
    let at: string
    beforeAll(async () => {
      at = place('go')
      for (const [name, call] of Object.entries(calls)) writeFileSync(join(place(`go/${name}`), 'main.go'), codeOf('go', call))
      if (!existsSync(join(at, 'go.mod'))) await run('go', ['mod', 'init', 'pasted'], { cwd: at })
      const [module] = installOf(codeOf('go', calls.get), /^\/\/ go get (\S+)$/gm)[0]!
      if (goModule === undefined) await run('go', ['get', module!], { cwd: at, maxBuffer: cap })
      else await run('go', ['mod', 'edit', `-require=${module}@v2.0.0`, `-replace=${module}=${goModule}`], { cwd: at })
      await run('go', ['mod', 'tidy'], { cwd: at, maxBuffer: cap })
    }, patience.timeout)

    test.each(['get', 'post'] as const)('a %s is answered and paid for once', patience, async (name) => {
      const { stdout, paid } = await pay('go', ['run', `./${name}`], at)
      expect(JSON.parse(stdout)).toMatchObject({ signal: { label: expect.any(String) } })
      expect(paid).toBe(50_000n)
    })
  })

  describe.skipIf(whyRust !== '')(`in Rust${whyRust}`, () => {
    let at: string
    beforeAll(async () => {
      at = place('rust')
      if (!existsSync(join(at, 'Cargo.toml'))) {
        await run('cargo', ['init', '--vcs', 'none', '--name', 'pasted'], { cwd: at })
        for (const words of installOf(codeOf('rust', calls.get), /^\/\/ cargo (add .+)$/gm))
          await run('cargo', words, { cwd: at, maxBuffer: cap })
      }
      for (const [name, call] of Object.entries(calls))
        writeFileSync(join(place('rust/src/bin'), `${name}.rs`), codeOf('rust', call))
    }, patience.timeout)

    test.each(['get', 'post'] as const)('a %s is answered and paid for once', patience, async (name) => {
      const { stdout, paid } = await pay('cargo', ['run', '--quiet', '--bin', name], at)
      expect(JSON.parse(stdout)).toMatchObject({ signal: { label: expect.any(String) } })
      expect(paid).toBe(50_000n)
    })
  })

  describe.skipIf(whyPython !== '')(`in Python${whyPython}`, () => {
    let python: string
    const manual = readFileSync(new URL('../../docs/agents.md', import.meta.url), 'utf8')
    const [, langchain = ''] = /```python\n([\s\S]*?)```/.exec(manual) ?? []
    beforeAll(async () => {
      const at = place('python')
      python = join(at, 'bin', 'python')
      if (!existsSync(python)) await run('python3', ['-m', 'venv', at])
      for (const code of [codeOf('python', calls.get), langchain])
        for (const words of installOf(code, /^# pip install (.+)$/gm))
          await run(python, ['-m', 'pip', 'install', '-q', ...words.map((word) => word.replaceAll('"', ''))], { maxBuffer: cap })
    }, patience.timeout)

    test.each(['get', 'post'] as const)('a %s is answered and paid for once', patience, async (name) => {
      writeFileSync(join(folder!, `python-${name}.py`), codeOf('python', calls[name]))
      const { stdout, paid } = await pay(python, [`python-${name}.py`], folder!)
      // Printed as Python writes a dictionary.
      expect(stdout).toContain("'signal': {'label': ")
      expect(paid).toBe(50_000n)
    })

    test('LangChain’s tools are called with their inputs, told what is wrong, and paid for by the call', patience, async () => {
      const asked = `
rates = {tool.name: tool for tool in tools}["rates_rates"]
print(json.dumps({
  "names": [tool.name for tool in tools],
  "answer": json.loads(rates.invoke({})),
  "wrong": json.loads(rates.invoke({"nonsense": 1})),
}))`
      writeFileSync(join(folder!, 'langchain_tools.py'), `import json\n${langchain}\n${asked}`)
      const { stdout, paid } = await pay(python, ['langchain_tools.py'], folder!)
      const said = JSON.parse(stdout.trim().split('\n').at(-1)!)
      expect(said.names).toContain('rates_rates')
      expect(said.answer).toMatchObject({
        signal: { label: expect.any(String) },
        meta: { provenance: { row: expect.any(Number) } },
      })
      expect(said.answer.meta).not.toHaveProperty('sources')
      expect(said.wrong.error.message).toContain('unknown parameter nonsense')
      expect(paid).toBe(50_000n)
    })
  })
})
