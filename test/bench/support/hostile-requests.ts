// Requests that nobody means well with, made by chance from a seed, as the bytes that go over the wire.
export type HostileRequest = {
  readonly kind: string
  readonly bytes: string
  /** The caller does not wait for an answer. */
  readonly hangsUp?: boolean
}

export type Target = {
  readonly paths: readonly string[]
  readonly labels: readonly string[]
  readonly payTo: string
  readonly amount: string
}

type Chance = (below: number) => number
type Make = (target: Target, chance: Chance) => { start: string; headers?: string[]; body?: string; hangsUp?: boolean }

/** The same numbers for the same seed. */
export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 4_294_967_296) * below)
  }
}

// Cut out of long strings: making each by letters would keep the payer beside it waiting, who lives in the same process.
const noiseOf = (alphabet: string) => {
  const chance = chanceFrom(alphabet.length)
  return Array.from({ length: 131_072 }, () => alphabet[chance(alphabet.length)]).join('')
}
const [anyHex, anyLetters] = [noiseOf('0123456789abcdef'), noiseOf('abcdefghijklmnopqrstuvwxyz')]
const cut = (noise: string, chance: Chance, count: number) => {
  const from = chance(noise.length - count)
  return noise.slice(from, from + count)
}
const hex = (chance: Chance, bytes: number) => cut(anyHex, chance, bytes * 2)
const letters = (chance: Chance, count: number) => cut(anyLetters, chance, count)
const one = <T>(chance: Chance, from: readonly T[]): T => from[chance(from.length)]!
const base64 = (document: unknown) => Buffer.from(JSON.stringify(document)).toString('base64')
const documents = [
  '/',
  '/openapi.json',
  '/catalog.json',
  '/llms.txt',
  '/SKILL.md',
  '/.well-known/x402',
  '/health',
  '/favicon.ico',
]

const payment = ({ payTo, amount }: Target, chance: Chance) => ({
  signature: `0x${hex(chance, one(chance, [65, 65, 65, 64, 66, 200]))}`,
  authorization: {
    from: `0x${hex(chance, 20)}`,
    to: payTo,
    value: amount,
    validAfter: '0',
    validBefore: one(chance, [String(Math.floor(Date.now() / 1_000) + 300), '9'.repeat(77), '0']),
    nonce: `0x${hex(chance, 32)}`,
  },
})
const accepted = ({ payTo, amount }: Target) => ({
  scheme: 'exact',
  network: 'eip155:84532',
  amount,
  asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
  payTo,
})
const paying = (header: string, value: string): string[] => [`${header}: ${value}`]

const kinds: Record<string, Make> = {
  'a stranger’s host': ({ paths }, chance) => ({
    start: `GET ${one(chance, paths)}`,
    headers: [`host: ${letters(chance, 10 + chance(25_000))}.example`],
  }),
  'a host of many ports': ({ paths }, chance) => ({
    start: `GET ${one(chance, [...paths, ...documents])}`,
    headers: [`host: localhost:${chance(65_536)}`],
  }),
  'a service’s host of many ports': ({ labels }, chance) => {
    const label = one(chance, labels)
    return { start: `GET ${one(chance, [`/${label}`, ...documents])}`, headers: [`host: ${label}.localhost:${chance(65_536)}`] }
  },
  'a price asked with a long query': ({ paths }, chance) => ({
    start: `GET ${one(chance, paths)}?${letters(chance, chance(20_000))}=1`,
  }),
  'the price': ({ paths }, chance) => ({ start: `GET ${one(chance, paths)}` }),
  'a document': ({ labels }, chance) => ({
    start: `GET ${one(chance, [...documents, `/api/${one(chance, labels)}/openapi.json`])}`,
    headers: one(chance, [[], ['accept-encoding: gzip'], [`if-none-match: "${letters(chance, chance(20_000))}"`]]),
  }),
  'a payment of noise': ({ paths }, chance) => ({
    start: `GET ${one(chance, paths)}`,
    headers: paying(one(chance, ['payment-signature', 'x-payment']), letters(chance, 1 + chance(24_000))),
  }),
  'a payment nobody signed': (target, chance) => ({
    start: `GET ${one(chance, target.paths)}`,
    headers: paying(
      'payment-signature',
      base64({ x402Version: 2, accepted: accepted(target), payload: payment(target, chance) }),
    ),
  }),
  'an old payment nobody signed': (target, chance) => ({
    start: `GET ${one(chance, target.paths)}`,
    headers: paying(
      'x-payment',
      base64({ x402Version: 1, scheme: 'exact', network: 'base-sepolia', payload: payment(target, chance) }),
    ),
  }),
  'a payment with much beside it': (target, chance) => ({
    start: `GET ${one(chance, target.paths)}`,
    headers: paying(
      'payment-signature',
      base64({
        x402Version: 2,
        accepted: accepted(target),
        payload: { ...payment(target, chance), [letters(chance, 9)]: letters(chance, chance(12_000)) },
        extensions: { [letters(chance, 9)]: [[[[[[[[[[[[{}]]]]]]]]]]]] },
      }),
    ),
  }),
  'no route of ours': (_target, chance) => ({
    start: `GET /${Array.from({ length: 1 + chance(40) }, () => one(chance, [letters(chance, 8), '..', '%2e%2e', '%00', '%F0%9F%92%A9', ''])).join('/')}`,
  }),
  'another method': ({ paths }, chance) => ({
    start: `${one(chance, ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'TRACE', 'PROPFIND'])} ${one(chance, [...paths, ...documents])}`,
  }),
  'a body of noise': ({ paths }, chance) => {
    const body = one(chance, [letters(chance, chance(9_000)), '['.repeat(chance(9_000)), '{"a":1,"__proto__":{"b":2}}'])
    const type = one(chance, ['application/json', 'text/xml', letters(chance, 30)])
    const path = one(chance, [...paths, '/api/doc/convert'])
    return { start: `POST ${path}`, headers: [`content-type: ${type}`, `content-length: ${Buffer.byteLength(body)}`], body }
  },
  'a body said to be large': () => ({
    start: 'POST /api/doc/convert',
    headers: ['content-type: application/json', 'content-length: 999999999999'],
  }),
  'many headers': ({ paths }, chance) => ({
    start: `GET ${one(chance, paths)}`,
    headers: Array.from({ length: chance(300) }, () => `${letters(chance, 12)}: ${letters(chance, chance(90))}`),
  }),
  'headers without end': ({ paths }, chance) => ({
    start: `GET ${one(chance, paths)}`,
    headers: [`x-long: ${letters(chance, 60_000)}`],
  }),
  'forwarded for somebody else': ({ paths }, chance) => ({
    start: `GET ${one(chance, paths)}`,
    headers: [
      `x-forwarded-for: ${letters(chance, chance(200))}, ${chance(256)}.${chance(256)}.1.1`,
      `x-forwarded-host: ${letters(chance, 2_000)}`,
      'x-forwarded-proto: javascript',
    ],
  }),
  'an open key': ({ labels }, chance) => ({
    start: `GET /api/${one(chance, labels)}/${letters(chance, 6)}?q=${hex(chance, 40)}`,
  }),
  'a stream of a stranger': (_target, chance) => ({
    start: `GET ${one(chance, ['/stream', '/api/rates/stream'])}?last_event=${one(chance, ['-1', '1', letters(chance, 9)])}`,
    headers: [
      'connection: upgrade',
      'upgrade: websocket',
      'sec-websocket-version: 13',
      `sec-websocket-key: ${letters(chance, 22)}==`,
    ],
    hangsUp: true,
  }),
  'half a request': ({ paths }, chance) => ({
    start: `GET ${one(chance, paths)}`,
    headers: ['content-length: 50'],
    hangsUp: true,
  }),
  'a receipt': (_target, chance) => ({
    start: `GET ${one(chance, [`/receipts/0x${letters(chance, 64)}`, `/provenance/${letters(chance, 12)}`, `/provenance/${chance(1e9)}`])}`,
  }),
}

export const hostileKinds = Object.keys(kinds)

export function makeHostile(target: Target, chance: Chance): HostileRequest {
  const kind = one(chance, hostileKinds)
  const { start, headers = [], body = '', hangsUp = false } = kinds[kind]!(target, chance)
  const own = (name: string) => headers.some((header) => header.startsWith(`${name}:`))
  const lines = [...(own('host') ? [] : ['host: localhost']), ...headers, ...(own('connection') ? [] : ['connection: close'])]
  return {
    kind,
    bytes: `${start} HTTP/1.1\r\n${lines.join('\r\n')}\r\n${hangsUp && kind === 'half a request' ? '' : '\r\n'}${body}`,
    hangsUp,
  }
}
