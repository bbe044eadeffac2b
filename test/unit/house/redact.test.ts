// What is shown of a URL, and how any text loses the secrets it holds.
import { expect, test } from 'vitest'
import { createMask, hidden, secretsOfUrl, shownUrl } from '../../../base/redact.ts'

test.each([
  ['https://rpc.example/v2/k3y-of-mine-0001', 'https://rpc.example'],
  ['https://user:pass@rpc.example:8443/a?key=b#c', 'https://rpc.example:8443'],
  ['postgres://me:hunter22@db:5433/tollgate', 'postgres://db:5433'],
  ['not a url with k3y-of-mine-0001', 'an address that is no URL'],
])('%s is shown as %s', (url, shown) => {
  expect(shownUrl(url)).toBe(shown)
})

test('of a URL everything is secret that lets somebody in, and nothing else', () => {
  expect(secretsOfUrl('https://eth.example/v2/abcdef0123456789?apikey=qwertz#frag')).toEqual([
    'abcdef0123456789',
    'qwertz',
    'frag',
  ])
  expect(secretsOfUrl('postgres://me:hunter22@db/x')).toEqual(['hunter22'])
  expect(secretsOfUrl('https://longusername@db/x')).toEqual(['longusername'])
  expect(secretsOfUrl('https://x402.example/platform/v2/x402/facilitator')).toEqual([])
  expect(secretsOfUrl('https://eth.example/v2/abcDEFghiJKLmnoPQRstuVWXyz')).toEqual(['abcDEFghiJKLmnoPQRstuVWXyz'])
  expect(secretsOfUrl('half a url')).toEqual(['half a url'])
})

test.each([
  ['as it is', 'tok"en/with=signs'],
  ['in JSON', JSON.stringify('tok"en/with=signs')],
  ['in a query', encodeURIComponent('tok"en/with=signs')],
  ['in other letters', 'TOK"EN/WITH=SIGNS'],
])('a secret is taken out %s', (_how, text) => {
  const masked = createMask(['tok"en/with=signs'])(`before ${text} after`)
  expect(masked).toContain(hidden)
  expect(masked).not.toMatch(/tok|signs/i)
})

test('a key is taken out with and without 0x, and with the blanks somebody typed', () => {
  const key = 'ab'.repeat(32)
  const mask = createMask([` 0x${key} `])
  expect(mask(`0x${key}, ${key}, ${key.toUpperCase()}`)).toBe(`${hidden}, ${hidden}, ${hidden}`)
})

test('of one secret within another nothing is left over; short words stay', () => {
  expect(createMask(['secret', 'secret-and-more', 'demo'])('secret-and-more of the demo')).toBe(`${hidden} of the demo`)
  expect(createMask([])('anything')).toBe('anything')
  expect(createMask(['%E0%A4%A'])('%E0%A4%A')).toBe(hidden)
})
