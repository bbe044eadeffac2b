// How the world reaches the API: the public address, and whose forwarded headers count.
import { expect, test } from 'vitest'
import { type Environment, loadConfig } from '../../../app/config/index.ts'

const problemsOf = (env: Environment): string => {
  try {
    loadConfig(env)
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

test('with nothing set callers are told the address they used, and nobody speaks for them', () => {
  expect(loadConfig({})).toMatchObject({ publicUrl: null, domain: 'localhost', trustProxy: false, metricsHost: '127.0.0.1' })
})

test('a public address names the domain too, unless that is named apart', () => {
  expect(loadConfig({ PUBLIC_URL: 'https://Data.Example.com/' })).toMatchObject({
    publicUrl: 'https://data.example.com',
    domain: 'data.example.com',
  })
  expect(loadConfig({ PUBLIC_URL: 'https://data.example.com:8443', DOMAIN: 'example.com' })).toMatchObject({
    publicUrl: 'https://data.example.com:8443',
    domain: 'example.com',
  })
  expect(loadConfig({ PUBLIC_URL: 'https://[2001:db8::1]' }).domain).toBe('localhost')
})

test.each([
  'data.example.com',
  'ftp://data.example.com',
  'https://data.example.com/api',
  'https://u:p@data.example.com',
  'https://data.example.com/?a=b',
])('PUBLIC_URL=%s is refused', (url) => {
  expect(problemsOf({ PUBLIC_URL: url })).toContain('PUBLIC_URL=')
})

test.each([
  ['1', 1],
  ['127.0.0.1', ['127.0.0.1']],
  ['10.0.0.0/8, fd00::/8, loopback', ['10.0.0.0/8', 'fd00::/8', 'loopback']],
])('TRUST_PROXY=%s', (given, trusted) => {
  expect(loadConfig({ TRUST_PROXY: given }).trustProxy).toEqual(trusted)
})

test.each(['0', '9', 'yes', 'true', '*', 'proxy.example', '10.0.0.0/99', '0.0.0.0/0', '::/0', '1,2'])(
  'TRUST_PROXY=%s is refused',
  (given) => {
    expect(problemsOf({ TRUST_PROXY: given })).toContain('TRUST_PROXY')
  },
)
