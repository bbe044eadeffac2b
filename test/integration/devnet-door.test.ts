// The demo chain's door: wallets come and go as they do at any node, websites and strangers' commands stay outside.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { type IncomingHttpHeaders, request } from 'node:http'
import { join } from 'node:path'
import { createPublicClient, createWalletClient, http, parseAbi, toHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { baseSepolia } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../db/embedded/free-port.ts'
import { payerAccount, payToAccount } from '../../devnet/accounts.ts'
import { type RunningDemoChain, startDemoChain } from '../../devnet/demo.ts'
import { startDevnet } from '../../devnet/index.ts'
import { expectNoOtherDemo, findDemoChain } from '../../devnet/other-demo.ts'
import { publish } from '../../devnet/published-file.ts'
import { runProgram } from '../support/command.ts'
import { createDataDir, removeDataDir } from '../support/data-dir.ts'
import { quiet } from '../support/database.ts'
import { descendantsOf } from '../support/process-tree.ts'
import { until } from '../support/until.ts'

let chain: RunningDemoChain
let folder: string
let port: number
const logged: string[] = []

beforeAll(async () => {
  folder = createDataDir('door')
  port = await freePort()
  const logger = Object.assign(Object.create(quiet), { info: (fields: object) => void logged.push(JSON.stringify(fields)) })
  chain = await startDemoChain({ port, dataDir: folder, attach: false, logger })
})
afterAll(async () => {
  await chain?.stop()
  removeDataDir(folder)
})

const onLinux = process.platform === 'linux' ? test : test.skip
onLinux('told to stop while its contracts are compiled, it ends at once and leaves no chain behind', async () => {
  const cacheFolder = createDataDir('no-contracts')
  const [before, ending] = [chainsOf().length, new AbortController()]
  const starting = startDevnet({ port: 0, dataDir: folder, cacheFolder, signal: ending.signal })
  await until('a compiler is at work', () => readdirSync(cacheFolder).length > 0)
  ending.abort()
  await expect(starting).rejects.toThrow(/abort|compiler of tokens stopped/)
  expect(chainsOf()).toHaveLength(before)
  // No lock, no half of a file: the next start begins anew.
  expect(readdirSync(cacheFolder)).toEqual([])
  removeDataDir(cacheFolder)
})

const chainsOf = () => descendantsOf(process.pid).filter(({ command }) => command.includes('anvil'))

interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

// Not fetch, which sets Host and Origin itself.
function knock(body: string, headers: Record<string, string> = {}, method = 'POST'): Promise<Answer> {
  return new Promise((done, failed) => {
    const sent = request({ host: '127.0.0.1', port, method, headers: { 'content-type': 'application/json', ...headers } })
    sent.once('error', failed)
    sent.once('response', async (response) => {
      let text = ''
      for await (const chunk of response) text += chunk
      done({ status: response.statusCode!, headers: response.headers, text })
    })
    sent.end(body)
  })
}

const call = (method: string, ...params: unknown[]) => JSON.stringify({ jsonrpc: '2.0', id: 7, method, params })
const corsOf = ({ headers }: Answer) => Object.keys(headers).filter((name) => name.startsWith('access-control'))
const blockNumber = () => chain.rpc<string>('eth_blockNumber')

describe('a wallet', () => {
  test('reads, signs for itself, sends and waits for its receipt', async () => {
    const transport = http(chain.walletUrl, { batch: true })
    const account = privateKeyToAccount(generatePrivateKey())
    await chain.rpc('anvil_setBalance', account.address, '0xde0b6b3a7640000')
    await chain.mint(account.address, 5_000_000n)
    const reader = createPublicClient({ chain: baseSepolia, transport, pollingInterval: 50 })
    const wallet = createWalletClient({ chain: baseSepolia, transport, account })
    const abi = parseAbi([
      'function transfer(address to, uint256 value) returns (bool)',
      'function balanceOf(address) view returns (uint256)',
    ])
    const to = privateKeyToAccount(generatePrivateKey()).address
    const hash = await wallet.writeContract({ address: chain.token, abi, functionName: 'transfer', args: [to, 2_000_000n] })
    expect((await reader.waitForTransactionReceipt({ hash })).status).toBe('success')
    expect(await reader.readContract({ address: chain.token, abi, functionName: 'balanceOf', args: [to] })).toBe(2_000_000n)
    expect(await reader.getLogs({ address: chain.token, fromBlock: 0n })).not.toEqual([])
  })

  test('asks several things at once, by either name of this machine', async () => {
    const batch = JSON.stringify([
      { jsonrpc: '2.0', id: 1, method: 'eth_chainId' },
      { jsonrpc: '2.0', id: 'b', method: 'net_version', params: [] },
    ])
    const answer = await knock(batch, { host: `localhost:${port}` })
    expect(JSON.parse(answer.text)).toEqual([
      { jsonrpc: '2.0', id: 1, result: '0x14a34' },
      { jsonrpc: '2.0', id: 'b', result: '84532' },
    ])
  })

  test('in a browser’s extension is a wallet too', async () => {
    expect((await knock(call('eth_chainId'), { origin: 'chrome-extension://nkbihfbeogaeaoehlefnkodbefgpgknn' })).status).toBe(200)
  })
})

describe('a website', () => {
  test.each([
    ['evil.example'],
    ['evil.example:PORT'],
    ['localhost.evil.example:PORT'],
    ['127.0.0.1:1'],
    ['127.0.0.1'],
    ['127.0.0.2:PORT'],
  ])('that was made to point here as %j stays outside', async (host) => {
    const answer = await knock(call('eth_chainId'), { host: host.replace('PORT', String(port)) })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.text).not.toContain('0x14a34')
  })

  test.each([['http://evil.example'], ['null'], ['http://localhost:3000'], ['https://x-extension.evil.example']])(
    'of origin %s neither reads nor writes',
    async (origin) => {
      const asked = await knock(call('eth_chainId'), { origin })
      expect([asked.status, corsOf(asked)]).toEqual([403, []])
      const preflight = await knock('', { origin, 'access-control-request-method': 'POST' }, 'OPTIONS')
      expect([preflight.status, corsOf(preflight)]).toEqual([403, []])
    },
  )

  test('sends no form, no WebSocket and no page’s fetch without an origin', async () => {
    expect((await knock(call('eth_chainId'), { 'content-type': 'text/plain' })).status).toBe(415)
    const upgrade = {
      connection: 'upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
    }
    expect((await knock('', upgrade, 'GET')).status).toBe(405)
    expect((await knock(call('eth_chainId'), { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  })
})

describe('what reaches out or changes the world', () => {
  const forbidden = [
    ...['anvil_reset', 'anvil_setRpcUrl', 'anvil_setCode', 'anvil_setBalance', 'anvil_impersonateAccount', 'anvil_dumpState'],
    ...['anvil_loadState', 'anvil_reorg', 'anvil_nodeInfo', 'hardhat_reset', 'hardhat_setStorageAt', 'hardhat_mine', 'evm_mine'],
    ...['evm_revert', 'evm_snapshot', 'evm_increaseTime', 'evm_setAutomine', 'debug_traceTransaction', 'debug_traceCall'],
    ...['trace_filter', 'ots_searchTransactionsBefore', 'txpool_content', 'tenderly_setBalance', 'erigon_getHeaderByNumber'],
    ...[
      'eth_sendTransaction',
      'eth_sign',
      'eth_signTypedData_v4',
      'personal_sign',
      'eth_accounts',
      'eth_sendUnsignedTransaction',
    ],
    ...['Anvil_reset', ' eth_chainId', 'eth_chainId\u0000', 'constructor', '__proto__', ''],
  ]

  test.each(forbidden.map((method) => [method]))('%j is refused', async (method) => {
    const before = await blockNumber()
    const params = method.endsWith('reset') ? [{ forking: { jsonRpcUrl: 'http://127.0.0.1:9' } }] : []
    const answer = await knock(call(method, ...params))
    expect(JSON.parse(answer.text)).toMatchObject({ id: 7, error: { code: -32_601 } })
    expect(await blockNumber()).toBe(before)
  })

  test('hides in no batch and behind no second name', async () => {
    const before = await blockNumber()
    const batch = await knock(`[${call('eth_chainId')},${call('evm_mine')}]`)
    expect(JSON.parse(batch.text)).toMatchObject([{ error: { code: -32_601 } }, { error: { code: -32_601 } }])
    const named = (first: string, second: string) =>
      `{"jsonrpc":"2.0","id":1,"method":"${first}","method":"${second}","params":[]}`
    expect((await knock(named('eth_chainId', 'evm_mine'))).text).toContain('error')
    expect(JSON.parse((await knock(named('evm_mine', 'eth_chainId'))).text).result).toBe('0x14a34')
    expect((await knock(`[${call('eth_chainId')},[${call('evm_mine')}]]`)).text).toContain('error')
    expect(await blockNumber()).toBe(before)
  })

  test('a broken or endless body harms nobody', async () => {
    const deep = `{"jsonrpc":"2.0","id":1,"method":"eth_call","params":${'['.repeat(400_000)}${']'.repeat(400_000)}}`
    await knock(deep).catch(() => null)
    for (const body of ['', '{', 'null', '[]', '7', `[${Array.from({ length: 101 }, () => call('eth_chainId'))}]`])
      expect((await knock(body)).text).toContain('error')
    expect(
      await knock(`"${'a'.repeat(1_100_000)}"`).then(
        ({ status }) => status,
        () => 413,
      ),
    ).toBe(413)
    expect((await knock(call('eth_chainId'))).status).toBe(200)
  })
})

test('where the chain itself listens is told to nobody but the program and its commands', async () => {
  const file = join(folder, 'devnet', 'chain.json')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(JSON.parse(readFileSync(file, 'utf8')).rpcUrl).toBe(chain.rpcUrl)
  expect(chain.rpcUrl).not.toContain(`:${port}`)
  if (process.platform === 'linux') expect(new URL(chain.rpcUrl).hostname).not.toBe('127.0.0.1')
  expect(logged.join()).toContain(chain.walletUrl)
  expect(logged.join()).not.toContain(new URL(chain.rpcUrl).host)
  const { walletUrl } = findDemoChain(folder)!
  const faucet = await runProgram(['cli/faucet.ts', payerAccount.address, '3'], { DATA_DIR: folder })
  expect([faucet.code, faucet.stderr]).toEqual([0, ''])
  expect(faucet.stdout).toContain(walletUrl)
})

test('a port that is taken is told with the setting to change', async () => {
  await expect(startDemoChain({ port, dataDir: join(folder, 'second'), attach: false, logger: quiet })).rejects.toThrow(
    /DEVNET_PORT/,
  )
})

test('a second demo in one folder is refused while the first runs, and only then', async () => {
  await expect(expectNoOtherDemo(folder)).rejects.toThrow(
    expect.objectContaining({
      code: 'config_invalid',
      message: expect.stringMatching(/runs from DATA_DIR=.*set DATA_DIR to another/),
    }),
  )
  const places = findDemoChain(folder)!
  const left = createDataDir('left')
  const nobody = `http://127.0.0.1:${await freePort()}`
  // What a killed one left: nothing answers, or one of its ports is another chain's by now.
  for (const gone of [{}, { walletUrl: nobody }, { rpcUrl: nobody }, { walletUrl: nobody, rpcUrl: nobody }]) {
    if (Object.keys(gone).length > 0) publish(left, 'chain.json', { ...places, ...gone })
    await expect(expectNoOtherDemo(left)).resolves.toBeUndefined()
  }
  removeDataDir(left)
})

test('a crowd of payers shares blocks, and a single one has its own at once', async () => {
  const { rpc } = chain
  const payers = await rpc<string[]>('eth_accounts')
  const pay = async (from: string) => {
    const hash = await rpc<string>('eth_sendTransaction', { from, to: payToAccount.address, value: '0x1', gas: toHex(21_000) })
    const receipt = () => rpc<{ blockNumber: string } | null>('eth_getTransactionReceipt', hash)
    for (;;) {
      const mined = await receipt()
      if (mined !== null) return mined.blockNumber
      await new Promise((done) => setTimeout(done, 5))
    }
  }
  // Until the crowd is seen each has a block of its own, and some may be in line for theirs.
  let [inARow, rounds] = [0, 0]
  for (; inARow < 5 && rounds < 150; rounds++) {
    const blocks = new Set(await Promise.all(payers.map(pay)))
    inARow = blocks.size <= 3 ? inARow + 1 : 0
  }
  expect(inARow).toBe(5)
  await expect.poll(() => rpc('anvil_getAutomine'), { timeout: 10_000 }).toBe(true)
  expect(new Set([await pay(payers[0]!), await pay(payers[0]!)]).size).toBe(2)
})
