// Secrets in the environment: from files, never printed whatever is wrong with them, and never ones that everybody has.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mnemonicToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Environment, loadConfig } from '../../../app/config/index.ts'
import { createMask } from '../../../base/redact.ts'
import { createDataDir, removeDataDir } from '../../support/data-dir.ts'
import { settingNames } from '../../support/setting-names.ts'

const folder = createDataDir('config-secrets')
beforeAll(() => void mkdirSync(folder, { recursive: true }))
afterAll(() => removeDataDir(folder))

function problemsOf(env: Environment): string {
  try {
    loadConfig(env)
  } catch (error) {
    expect(error).toMatchObject({ code: 'config_invalid' })
    return (error as Error).message
  }
  return ''
}

const canary = 'c4nary5e6f7a8b9c0d1e2f3a4b5c6d7e8f90112233445566778899aabbccddee'
// Where a name or a path is what must be shown, so that somebody can find it.
const shownAsGiven = new Set(['DEPLOYMENTS'])
const wrongWays: [string, string][] = [
  ['as it is', canary],
  ['with a blank behind', `0x${canary} `],
  ['with 0x', `0x${canary}`],
  ['in an address of the wrong kind', `ftp://someone:${canary}@host.example/${canary}?key=${canary}`],
  ['in half an address', `//someone:${canary}@host.example:x`],
  ['as one of a list', `https://good.example,${canary}`],
  ['before a broker', `user:${canary}@broker:9092`],
]

test('a secret is printed by no setting, whatever is wrong with it', async () => {
  const names = (await settingNames()).filter((name) => !shownAsGiven.has(name))
  expect(names.length).toBeGreaterThan(50)
  let told = 0
  for (const name of names) {
    for (const [how, value] of wrongWays) {
      for (const world of ['demo', 'live']) {
        const message = problemsOf({ WORLD: world, [name]: value })
        expect(message, `${name} ${how}`).not.toMatch(/c4nary5e6f/i)
        if (message.includes(name)) told++
      }
    }
  }
  // The setting is named all the same.
  expect(told).toBeGreaterThan(300)
})

test('what is taken is known as a secret, so that no log shows it', () => {
  const { secrets } = loadConfig({
    DATABASE_URL: `postgres://me:${canary}1@db/tollgate`,
    MODEL_URL: `https://model.example/v1?key=${canary}2`,
    MODEL_NAME: 'small',
    MODEL_API_KEY: `${canary}3`,
    FACILITATOR_URL: `https://f.example/${canary}4`,
    FACILITATOR_TOKEN: `${canary}5`,
    RPC_URL_8453: `https://one.example/v2/${canary}6, https://two.example/${canary}7`,
    RPC_URL_SOLANA: `https://${canary}8@sol.example`,
    FRED_API_KEY: `${canary}9`,
    SETTLE_KEY: `0x${'5b'.repeat(31)}77`,
  })
  const mask = createMask(secrets)
  for (let i = 1; i <= 9; i++) expect(mask(`at ${canary}${i}!`)).not.toContain('c4nary')
  expect(mask(`${'5B'.repeat(31)}77`)).toBe('[hidden]')
  expect(mask('postgres://me@db/tollgate https://model.example/v1')).toBe('postgres://me@db/tollgate https://model.example/v1')
})

describe('from a file', () => {
  const write = (text: string | Buffer, name = 'secret'): string => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const key = `0x${'7c'.repeat(31)}55`

  test.each(['\n', '\r\n', ''])('a secret is what its one line holds (%j behind it)', (end) => {
    expect(loadConfig({ SETTLE_KEY_FILE: write(key + end) }).payments.settleKey).toBe(key)
  })

  test('every secret may lie in one', () => {
    const at = (name: string, text: string) => write(`${text}\n`, name)
    const config = loadConfig({
      DATABASE_URL_FILE: at('a', 'postgres://me:hunter22@db/x'),
      WALLET_KEY_FILE: at('b', key),
      FACILITATOR_TOKEN_FILE: at('c', 'token-1'),
      MODEL_URL_FILE: at('d', 'https://m.example/v1'),
      MODEL_NAME: 'm',
      MODEL_API_KEY_FILE: at('e', 'key-of-the-model'),
      RPC_URL_8453_FILE: at('f', 'https://rpc.example/k1, https://other.example'),
      EIA_API_KEY_FILE: at('g', 'eia-key'),
      ENTSOE_TOKEN_FILE: at('h', 'entsoe-token'),
      KAFKA_BROKERS_FILE: at('i', 'one:9092'),
    })
    expect(config).toMatchObject({
      databaseUrl: 'postgres://me:hunter22@db/x',
      payments: { walletKey: key, facilitatorToken: 'token-1', rpcUrls: { base: 'https://rpc.example/k1' } },
      model: { url: 'https://m.example/v1', apiKey: 'key-of-the-model' },
      keys: { EIA_API_KEY: 'eia-key', ENTSOE_TOKEN: 'entsoe-token' },
      kafka: { brokers: ['one:9092'] },
    })
    expect(config.secrets).toEqual(expect.arrayContaining(['hunter22', key, 'token-1', 'eia-key', 'entsoe-token']))
  })

  test.each<[string, () => Environment, RegExp]>([
    ['one that is not there', () => ({ SETTLE_KEY_FILE: join(folder, 'none') }), /SETTLE_KEY_FILE=… cannot be read: ENOENT/],
    ['the secret itself', () => ({ SETTLE_KEY_FILE: canary }), /SETTLE_KEY_FILE=… cannot be read: ENOENT/],
    ['a folder', () => ({ FRED_API_KEY_FILE: folder }), /FRED_API_KEY_FILE=… is not a file/],
    ['an endless one', () => ({ SETTLE_KEY_FILE: '/dev/zero' }), /is not a file/],
    ['an empty one', () => ({ DATABASE_URL_FILE: write('\n') }), /DATABASE_URL_FILE=… is an empty file/],
    ['a large one', () => ({ SETTLE_KEY_FILE: write(Buffer.alloc(70_000, 'a')) }), /larger than 65536 bytes/],
    ['two lines', () => ({ SETTLE_KEY_FILE: write(`${key}\n${canary}\n`) }), /more than one line/],
    ['a blank behind the key', () => ({ SETTLE_KEY_FILE: write(`0x${canary} \n`) }), /SETTLE_KEY=… is not a private key/],
    ['both', () => ({ SETTLE_KEY: key, SETTLE_KEY_FILE: write(key) }), /SETTLE_KEY and SETTLE_KEY_FILE are both set/],
  ])('%s is refused, and nothing of it shown', (_what, env, told) => {
    const message = problemsOf(env())
    expect(message).toMatch(told)
    expect(message).not.toMatch(/c4nary|7c7c7c/)
  })
})

describe('in the live world', () => {
  const good = {
    WORLD: 'live',
    OUTBOUND_USER_AGENT: 'Tollgate/1.0 (ops@example.com)',
    PAY_TO: `0x${'ab'.repeat(20)}`,
    SETTLE_KEY: `0x${'7c'.repeat(31)}55`,
  }
  const testAccount = (mnemonic: string, addressIndex: number) => {
    const account = mnemonicToAccount(mnemonic, { addressIndex })
    return { address: account.address, key: `0x${Buffer.from(account.getHdKey().privateKey!).toString('hex')}` }
  }
  const accounts = [
    ...[0, 1, 9, 19].map((i) => testAccount('test test test test test test test test test test test junk', i)),
    testAccount('myth like bonus scare over problem client lizard pioneer submit female collect', 3),
  ]

  test('a key and an address of nobody else’s are taken', () => {
    expect(problemsOf(good)).toBe('')
  })

  test.each(accounts)('the public test account $address neither settles, pays nor is paid', ({ address, key }) => {
    for (const name of ['SETTLE_KEY', 'WALLET_KEY']) {
      for (const spelling of [key, key.toUpperCase().replace('0X', '0x')]) {
        const message = problemsOf({ ...good, [name]: spelling })
        expect(message).toContain(`${name} is a public test key`)
        expect(message.toLowerCase()).not.toContain(key.slice(2, 20))
      }
      expect(problemsOf({ [name]: key })).toBe('')
    }
    for (const spelling of [address, address.toLowerCase()])
      expect(problemsOf({ ...good, PAY_TO: spelling })).toContain('PAY_TO belongs to a public test key')
  })

  test.each([
    ['SETTLE_KEY', `0x${'0'.repeat(64)}`, 'is no private key'],
    ['SETTLE_KEY', `0x${'f'.repeat(64)}`, 'is no private key'],
    ['WALLET_KEY', `0x${'1'.padStart(64, '0')}`, 'is a public test key'],
    ['SETTLE_KEY', `0x${'ab'.repeat(32)}`, 'is a public test key'],
    ['PAY_TO', `0x${'0'.repeat(40)}`, 'what it gets is lost'],
    ['PAY_TO', `0x${'dEaD'.padStart(40, '0')}`, 'burns what it gets'],
    ['PAY_TO_SOLANA', '1'.repeat(32), 'is no account'],
  ])('%s=%s is refused', (name, value, told) => {
    expect(problemsOf({ ...good, [name]: value })).toMatch(new RegExp(`${name} .*${told}`))
  })

  test.each([
    ['http://facilitator.example', {}, 'is not https'],
    ['http://127.0.0.1:4020', { FACILITATOR_TOKEN: 'token-1' }, 'a secret goes with it'],
    ['http://localhost:4020/?key=abcdef', {}, 'a secret goes with it'],
    ['http://127.0.0.1:4020', {}, ''],
    ['http://[::1]:4020', {}, ''],
    ['https://facilitator.example/x402', { FACILITATOR_TOKEN: 'token-1' }, ''],
  ])('the facilitator %s with %j: %j', (url, more, told) => {
    const message = problemsOf({ ...good, FACILITATOR_URL: url, ...more })
    if (told === '') expect(message).toBe('')
    else expect(message).toMatch(new RegExp(`FACILITATOR_URL .*${told}`))
    expect(problemsOf({ FACILITATOR_URL: url, ...more })).toBe('')
  })
})
