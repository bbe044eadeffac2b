// A service's own host and the gateway's path are one place, and no host reaches anything else.
import { expect, test } from 'vitest'
import { createHostRewrite, labelOf } from '../../api/hosts.ts'

const rewrite = createHostRewrite('example.com', new Set(['rates', 'audit_a']))

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
