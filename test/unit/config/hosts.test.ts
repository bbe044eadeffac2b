// A service's own host and the gateway's path are one place, no host reaches anything else, and only our own hosts are told to anybody.
import { expect, test } from 'vitest'
import { createHosts, labelOf } from '../../../api/hosts.ts'

const labels = new Set(['rates', 'audit_a'])
const { rewrite } = createHosts({ domain: 'example.com', labels })

test.each([
  ['rates.example.com', '/rates', '/api/rates/rates'],
  ['rates.example.com:8402', '/rates?x=1', '/api/rates/rates?x=1'],
  ['RATES.Example.COM', '/openapi.json', '/api/rates/openapi.json'],
  ['rates.example.com.', '/', '/api/rates/'],
  ['audit_a.example.com', '/audit', '/api/audit_a/audit'],
  ['example.com', '/rates', '/rates'],
  ['unknown.example.com', '/rates', '/rates'],
  ['a.rates.example.com', '/rates', '/rates'],
  ['rates.example.com.evil.net', '/rates', '/rates'],
  ['rates.notexample.com', '/rates', '/rates'],
  ['ratesexample.com', '/rates', '/rates'],
  ['127.0.0.1:8402', '/api/rates/rates', '/api/rates/rates'],
  [undefined, '/rates', '/rates'],
  ['', '/rates', '/rates'],
])('%s%s is %s', (host, url, place) => {
  expect(rewrite(host, url)).toBe(place)
})

test('a label is what stands before the domain', () => {
  expect(labelOf('rates.localhost:8402', 'localhost')).toBe('rates')
  expect(labelOf('localhost', 'localhost')).toBeNull()
})

const at = (host: string | undefined, localAddress = '10.0.0.7', protocol = 'http') => ({ host, localAddress, protocol })

test.each([
  ['example.com', 'http://example.com'],
  ['Rates.EXAMPLE.com.:08402', 'http://rates.example.com:8402'],
  ['localhost:9000', 'http://localhost:9000'],
  ['10.0.0.7:8402', 'http://10.0.0.7:8402'],
  [undefined, 'http://10.0.0.7'],
])('without a public address %s is told as it came, in one spelling', (host, told) => {
  expect(createHosts({ domain: 'example.com', labels }).originOf(at(host))).toBe(told)
})

const strangers = [
  'evil.example',
  'unknown.example.com',
  'example.com.evil.net',
  'rates.localhost',
  '10.0.0.8',
  '127.0.0.1',
  '[::1]',
  'example.com/evil',
  'user@example.com',
  'example.com:port',
  'example.com:123456',
  'exam ple.com',
  `${'a'.repeat(30_000)}.example.com`,
  '',
]

test.each(strangers)('%.40s is no host of ours', (host) => {
  for (const publicUrl of [null, 'https://data.example.com'])
    expect(createHosts({ domain: 'example.com', labels, publicUrl, listens: '0.0.0.0' }).originOf(at(host))).toBeNull()
})

test.each([
  ['data.example.com', 'https://data.example.com:8443'],
  ['data.example.com:8443', 'https://data.example.com:8443'],
  ['rates.example.com', 'https://rates.example.com:8443'],
  ['RATES.example.com:1', 'https://rates.example.com:8443'],
  ['localhost:8402', 'https://data.example.com:8443'],
  ['10.0.0.7:8402', 'https://data.example.com:8443'],
  [undefined, 'https://data.example.com:8443'],
])('with a public address %s is told under it, whatever the caller used', (host, told) => {
  const hosts = createHosts({ domain: 'example.com', labels, publicUrl: 'https://data.example.com:8443' })
  expect(hosts.originOf(at(host))).toBe(told)
})

test('an address is this machine’s in whichever spelling', () => {
  const { originOf } = createHosts({ domain: 'example.com', labels })
  expect(originOf(at('127.0.0.1:8402', '::ffff:127.0.0.1'))).toBe('http://127.0.0.1:8402')
  expect(originOf(at('[::1]:8402', '::1'))).toBe('http://[::1]:8402')
  expect(originOf(at('[0:0:0:0:0:0:0:1]', '::1'))).toBe('http://[0:0:0:0:0:0:0:1]')
  expect(originOf(at(undefined, '::1'))).toBe('http://[::1]')
})

test('a scheme is one of two, whatever a proxy says', () => {
  const { originOf } = createHosts({ domain: 'example.com', labels })
  expect(originOf(at('example.com', '', 'https'))).toBe('https://example.com')
  expect(originOf(at('example.com', '', 'javascript'))).toBe('http://example.com')
})
