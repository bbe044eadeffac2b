// Coinbase's facilitator: each request carries a token of its own, signed by Coinbase's package, which a local facilitator checks.
import { createPublicKey, generateKeyPairSync, type JsonWebKey, type KeyObject, verify } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createCdpHeaders } from '../../api/payment/facilitator/cdp-headers.ts'
import { createHttpFacilitator } from '../../api/payment/facilitator/http.ts'
import { loadConfig } from '../../app/config/index.ts'
import { systemClock } from '../../base/clock.ts'
import { payToAccount } from '../../devnet/accounts.ts'
import type { Devnet } from '../../devnet/index.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { balanceOf, currentClient, fundedAccount } from '../support/payment/clients.ts'
import { type HttpFacilitator, startHttpFacilitator } from '../support/payment/http-facilitator.ts'
import { startTestChain, startTestServer, type TestServer } from '../support/payment/world.ts'

type Key = { readonly keyId: string; readonly keySecret: string; readonly publicKey: KeyObject }

const keyId = 'organizations/one/apiKeys/two'
const keys: Record<string, () => Key> = {
  Ed25519: () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    const { d, x } = privateKey.export({ format: 'jwk' }) as JsonWebKey
    const secret = Buffer.concat([Buffer.from(d!, 'base64url'), Buffer.from(x!, 'base64url')])
    return { keyId, keySecret: secret.toString('base64'), publicKey }
  },
  ES256: () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const keySecret = privateKey.export({ format: 'pem', type: 'pkcs8' }) as string
    return { keyId, keySecret, publicKey: createPublicKey(privateKey) }
  },
}

let chain: Devnet
let database: TestDatabase
let remote: HttpFacilitator
let server: TestServer | undefined
beforeAll(async () => {
  ;[chain, database] = await Promise.all([startTestChain(), createTestDatabase()])
  remote = await startHttpFacilitator(chain)
})
afterEach(async () => {
  await server?.close()
  server = undefined
})
afterAll(async () => {
  await remote?.close()
  await database?.drop()
  await chain?.stop()
})

/** As Coinbase's own: the signature, whose key it is, which request it is for, and until when. */
function createDoor(publicKey: KeyObject) {
  const seen: string[] = []
  const turnedAway: string[] = []
  const judge = (request: IncomingMessage): string | null => {
    const [, token] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? []
    if (token === undefined) return 'no token'
    const [head, claims, signature] = token.split('.') as [string, string, string]
    const [{ alg, kid, nonce }, said] = [head, claims].map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()))
    const how = alg === 'EdDSA' ? { key: publicKey } : { key: publicKey, dsaEncoding: 'ieee-p1363' as const }
    const isSigned = verify(
      alg === 'EdDSA' ? null : 'sha256',
      Buffer.from(`${head}.${claims}`),
      how,
      Buffer.from(signature, 'base64url'),
    )
    if (!isSigned) return 'not signed'
    if (said.sub !== keyId || said.iss !== 'cdp' || kid !== keyId) return 'not whose key it is'
    if (said.uris?.[0] !== `${request.method} ${request.headers.host}${request.url}`) return `for ${said.uris?.[0]}`
    const seconds = Date.now() / 1_000
    if (!(said.exp > seconds && said.exp - seconds <= 120 && said.nbf <= seconds + 1)) return 'not for now'
    if (seen.includes(nonce)) return 'seen before'
    seen.push(nonce)
    return null
  }
  return {
    seen,
    turnedAway,
    mayEnter(request: IncomingMessage): boolean {
      const why = judge(request)
      if (why !== null) turnedAway.push(why)
      return why === null
    },
  }
}

async function start(key: Key, altered: Partial<Key> = {}): Promise<ReturnType<typeof createDoor>> {
  const door = createDoor(key.publicKey)
  remote.mayEnter = door.mayEnter
  const url = `${remote.url}/platform/v2/x402`
  const facilitator = createHttpFacilitator({ url, clock: systemClock, headers: createCdpHeaders(url, { ...key, ...altered }) })
  server = await startTestServer({ chain, database, facilitator })
  return door
}

describe.each(Object.entries(keys))('with a key of %s', (_kind, make) => {
  test('calls are paid, each request with a token of its own for its own address', async () => {
    const door = await start(make())
    const before = await balanceOf(chain, payToAccount.address)
    const pay = currentClient(await fundedAccount(chain))
    for (const path of ['/rates', '/risk']) expect((await pay(server!.origin + path)).status).toBe(200)
    expect((await balanceOf(chain, payToAccount.address)) - before).toBe(100_000n)
    expect(door.turnedAway).toEqual([])
    expect(new Set(door.seen).size).toBe(5) // supported, and twice verify and settle
  })

  test('with another’s key nobody is charged, and the answer says that it is our trouble', async () => {
    const door = await start(make(), { keySecret: make().keySecret })
    const before = await balanceOf(chain, payToAccount.address)
    const response = await currentClient(await fundedAccount(chain))(`${server!.origin}/rates`)
    expect(response.status).toBe(503)
    expect(await balanceOf(chain, payToAccount.address)).toBe(before)
    expect(new Set(door.turnedAway)).toEqual(new Set(['not signed']))
  })
})

test('a key that cannot sign sends nothing', async () => {
  const door = await start(keys.Ed25519!(), { keySecret: 'no key' })
  expect((await currentClient(await fundedAccount(chain))(`${server!.origin}/rates`)).status).toBe(503)
  expect(door.turnedAway).toEqual([])
})

describe('settings', () => {
  const live = {
    WORLD: 'live',
    OUTBOUND_USER_AGENT: 'Tollgate/1.0 (ops@example.com)',
    PAY_TO: '0x70997970C51812dc3A010C7d01b50e0d17dc79C9',
    DATABASE_URL: 'postgres://x/y',
  }
  const { keySecret } = keys.Ed25519!()

  test('both halves of the key choose Coinbase’s facilitator', () => {
    const { payments } = loadConfig({ ...live, CDP_API_KEY_ID: keyId, CDP_API_KEY_SECRET: keySecret })
    expect(payments).toMatchObject({ facilitatorUrl: 'https://api.cdp.coinbase.com/platform/v2/x402', cdp: { keyId, keySecret } })
  })

  test('lines of a PEM key may be written as \\n', () => {
    const pem = keys.ES256!().keySecret
    const { payments } = loadConfig({ ...live, CDP_API_KEY_ID: keyId, CDP_API_KEY_SECRET: pem.replaceAll('\n', '\\n') })
    expect(payments.cdp?.keySecret).toBe(pem)
  })

  test.each([
    [{ CDP_API_KEY_ID: keyId }, /CDP_API_KEY_SECRET is not set/],
    [{ CDP_API_KEY_SECRET: keySecret }, /CDP_API_KEY_ID is not set/],
    [{ CDP_API_KEY_ID: keyId, CDP_API_KEY_SECRET: keySecret.slice(4) }, /CDP_API_KEY_SECRET is neither/],
    [{ SMART_WALLET_FACTORIES: '0x12' }, /SMART_WALLET_FACTORIES names "0x12"/],
  ])('%j is refused, and the secret is not shown', (settings, why) => {
    let said = ''
    try {
      loadConfig({ ...live, FACILITATOR_URL: 'https://one.example', ...settings } as Record<string, string>)
    } catch (error) {
      said = (error as Error).message
    }
    expect(said).toMatch(why)
    expect(said).not.toContain(keySecret.slice(4, 20))
  })
})
