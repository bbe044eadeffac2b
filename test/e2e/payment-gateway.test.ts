// The program as npm start runs it: the official clients buy from it, a person pays, the books agree, directories find no fault.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  checkEndpointSchema,
  checkL2ForOpenAPI,
  checkL4ForOpenAPI,
  discoverOriginSchema,
  getOpenAPI,
  getWarningsForL2,
  getWarningsForL3,
  getWarningsForL4,
  getWarningsForOpenAPI,
  isOpenApiParseFailure,
  validatePaymentRequiredDetailed,
} from '@agentcash/discovery'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../db/embedded/free-port.ts'
import { openCommands } from '../support/commands.ts'
import { createDataDir, removeDataDir } from '../support/data-dir.ts'
import { currentClient, legacyClient, readHeader } from '../support/payment/clients.ts'
import { signIn } from '../support/payment/proof.ts'
import { spawnTollgate, type TollgateProcess, untilHealthy } from '../support/process.ts'
import { onlyRates, ratesSources } from '../support/rates-for-sale.ts'
import { until } from '../support/until.ts'

const path = '/api/rates/rates'
let folder: string
let env: Record<string, string>
let gateway: TollgateProcess

beforeAll(async () => {
  folder = createDataDir('paid')
  const ports = { PORT: String(await freePort()), DEVNET_PORT: String(await freePort()), METRICS_PORT: String(await freePort()) }
  env = { DATA_DIR: folder, ...ports }
  gateway = spawnTollgate({ ...env, ONLY_SOURCES: onlyRates })
  await untilHealthy(gateway)
  await until('the first row is there', async () => {
    const { sources } = (await (await fetch(`${gateway.url}/health`)).json()) as { sources: { last_success_at: string | null }[] }
    return sources.length >= ratesSources.length && sources.every(({ last_success_at }) => last_success_at !== null)
  })
})
afterAll(async () => {
  await commands.close()
  await gateway?.end('SIGTERM')
  removeDataDir(folder)
})

// Each as a person types it, in the gateway's folder.
const commands = openCommands()
async function command(name: string, ...args: string[]): Promise<{ code: number | null; out: string; said: string }> {
  const { code, stdout, stderr } = await commands.run([`cli/${name}.ts`, ...args], env)
  return { code, out: stdout, said: stderr }
}

test('a person pays with one command, in either dialect, and sees challenge, price, receipt and answer', async () => {
  for (const [flag, network] of [
    [[], 'eip155:84532'],
    [['--v1'], 'base-sepolia'],
  ] as const) {
    let paid = await command('pay', gateway.url + path, ...flag)
    await until('the row is for sale', async () => {
      if (paid.code !== 0) paid = await command('pay', gateway.url + path, ...flag)
      return paid.code === 0
    })
    expect(paid.said).toContain(`price $0.05 on ${network}`)
    expect(paid.said).toMatch(/paid {2}transaction 0x[0-9a-f]{64}/)
    expect(JSON.parse(paid.out)).toMatchObject({ signal: expect.anything(), meta: { world: 'demo' } })
  }
  const dear = await command('pay', gateway.url + path, '--max-usd', '0.01')
  expect(dear).toMatchObject({ code: 1, out: '' })
  expect(dear.said).toContain('more than --max-usd')
})

test('the faucet funds any key, and both official clients pay with it', async () => {
  const account = privateKeyToAccount(generatePrivateKey())
  const funded = await command('faucet', account.address, '1.5')
  expect(funded.out).toContain('has 1.5 test USDC')
  for (const client of [currentClient, legacyClient]) {
    const response = await client(account)(gateway.url + path)
    expect(response.status).toBe(200)
    const { transaction } = readHeader(response, 'payment-response')
    const url = `${gateway.url}/receipts/${transaction}`
    // The answer leaves first; the books have it a moment later, or two on a busy machine.
    await until('the receipt is there', async () => (await fetch(url)).ok)
    const open = await fetch(url).then((reply) => reply.json())
    expect(open).toMatchObject({ amount_usd: '0.05', state: 'settled' })
    expect(open).not.toHaveProperty('resource')
    const own = await fetch(url, { headers: await signIn(account, url) }).then((reply) => reply.json())
    expect(own).toMatchObject({ amount_usd: '0.05', resource: gateway.url + path, payer: account.address.toLowerCase() })
  }
  expect((await command('faucet', account.address, '0')).out).toContain('has 1.4 test USDC')
})

test('the typed client that the gateway hands out pays with the official fetch, and says what a refusal is', async () => {
  const account = privateKeyToAccount(generatePrivateKey())
  await command('faucet', account.address, '1')
  const file = join(folder, 'client.ts')
  writeFileSync(file, await (await fetch(`${gateway.url}/client.ts`)).text())
  const { createTollgate } = await import(pathToFileURL(file).href)
  const ask = createTollgate({ fetch: currentClient(account) })
  expect(await ask('rates/rates', {})).toMatchObject({ signal: { score: expect.any(Number) }, meta: { world: 'demo' } })
  const poor = createTollgate({ url: gateway.url })
  await expect(poor('rates/rates', {})).rejects.toMatchObject({ name: 'TollgateError', status: 402 })
  await expect(ask('rates/rates', { nonsense: 1 })).rejects.toMatchObject({ status: 400, code: expect.any(String) })
})

test('the ledger agrees with the chain, and the metrics with the ledger', async () => {
  await new Promise((done) => setTimeout(done, 6_000)) // the command leaves out what may still be settling
  const { code, out } = await command('ledger', '--since', '1h')
  expect({ code, out }).toMatchObject({ code: 0 })
  expect(out).toContain('no difference')
  const [, count] = /in (\d+) payments/.exec(out)!
  const metrics = await (await fetch(`http://127.0.0.1:${env.METRICS_PORT}/metrics`)).text()
  expect(metrics).toContain('tollgate_payments_ahead 0')
  expect(metrics).toContain(`tollgate_payments{state="settled",network="eip155:84532",symbol="USDC"} ${count}`)
  const [, amount] = /tollgate_payment_amount_usd\{state="settled".*\} (\S+)/.exec(metrics)!
  expect(Number(amount)).toBeCloseTo(Number(count) * 0.05, 6)
})

test('an income the ledger does not know is printed, exit 1', async () => {
  const { frontRun } = await import('../support/payment/onchain.ts')
  const { signAuthorization } = await import('../support/payment/sign.ts')
  const { findDemoChain } = await import('../../devnet/other-demo.ts')
  const { attachDevnet } = await import('../../devnet/index.ts')
  const { payerAccount } = await import('../../devnet/accounts.ts')
  const chain = await attachDevnet(findDemoChain(folder)!)
  await frontRun(chain, await signAuthorization(privateKeyToAccount(payerAccount.privateKey)))
  let { code, out } = await command('ledger')
  await until('it is older than what may still be settling', async () => {
    if (code === 0) ({ code, out } = await command('ledger'))
    return code !== 0
  })
  expect(code).toBe(1)
  expect(out).toMatch(/not in the books: paid to this address, and nothing here was booked/)
})

test('directories read the gateway without a complaint about payment', async () => {
  const found = await discoverOriginSchema({ target: gateway.url })
  if (!found.found) throw new Error(`not found: ${JSON.stringify(found)}`)
  const listed = found.endpoints.find((endpoint) => endpoint.path === path)
  expect(listed).toMatchObject({ authMode: 'paid', price: '0.05 USD', protocols: ['x402'] })
  const openapi = (await getOpenAPI(gateway.url))._unsafeUnwrap()!
  if (isOpenApiParseFailure(openapi)) throw new Error('openapi.json does not parse')
  const warnings = [
    ...getWarningsForOpenAPI(openapi),
    ...getWarningsForL2(checkL2ForOpenAPI(openapi)),
    ...getWarningsForL4(checkL4ForOpenAPI(openapi)),
  ]
  // The gateway's document is the sum of all services: how long it is, is not about payment.
  expect(warnings.filter(({ code }) => code !== 'L2_ROUTE_COUNT_HIGH')).toEqual([])
  const checked = await checkEndpointSchema({ url: gateway.url + path, probe: true })
  if (!checked.found) throw new Error(`not found: ${JSON.stringify(checked)}`)
  const asked = checked.advisories.filter(({ method }) => method === 'GET' || method === 'POST')
  expect(asked.map(({ authMode, paymentOptions }) => [authMode, paymentOptions?.length])).toEqual([['paid', 1]])
  expect(asked.flatMap(getWarningsForL3)).toEqual([])
  const challenge = readHeader(await fetch(gateway.url + path), 'payment-required')
  const { issues } = validatePaymentRequiredDetailed(challenge, { requireInputSchema: true, requireOutputSchema: true })
  expect(issues.filter(({ severity }) => severity === 'error')).toEqual([])
})

test('the manifest lists what is sold on the gateway and on the service’s own host', async () => {
  const manifest = await fetch(`${gateway.url}/.well-known/x402`).then((reply) => reply.json())
  expect(manifest).toMatchObject({ version: 1, x402Version: 2, dialects: [1, 2], networks: ['eip155:84532'] })
  expect((manifest as { resources: string[] }).resources).toContain(gateway.url + path)
  const own = await fetch(`${gateway.url}/api/rates/.well-known/x402`).then((reply) => reply.json())
  expect((own as { resources: string[] }).resources).toEqual([gateway.url + path])
  const openapi = (await fetch(`${gateway.url}/openapi.json`).then((reply) => reply.json())) as any
  expect(openapi.paths[path].get['x-payment-info']).toEqual({
    price: { mode: 'fixed', currency: 'USD', amount: '0.05' },
    protocols: [{ x402: {} }],
  })
})

// Last: it leaves income on the chain that no request asked for.
test('the attacker’s quick attacks get nothing from it', async () => {
  const { loadAttacks, runOne } = await import('../bench/attacks/run.ts')
  const { meet } = await import('../bench/attacks/world.ts')
  const program = { url: gateway.url, rpcUrl: `http://127.0.0.1:${env.DEVNET_PORT}` }
  const quick = (await loadAttacks()).flatMap(({ name, attack }) => ('run' in attack && attack.isQuick ? [{ name, attack }] : []))
  expect(quick.length).toBeGreaterThan(5)
  for (const { name, attack } of quick) {
    const { got, isHeld } = await runOne(attack, await meet(program))
    expect({ name, got, isHeld }).toEqual({ name, got, isHeld: true })
  }
})
