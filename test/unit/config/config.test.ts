// The environment: what runs with nothing set, what each name does, and every problem told at once.
import { describe, expect, test } from 'vitest'
import { type Environment, loadConfig } from '../../../app/config/index.ts'

function problemsOf(env: Environment): string {
  try {
    loadConfig(env)
  } catch (error) {
    expect(error).toMatchObject({ code: 'config_invalid' })
    return (error as Error).message
  }
  return expect.fail('the configuration was taken')
}

test('a proxy is read by both spellings, with or without a scheme, and a wrong one is refused', () => {
  const proxiesOf = (env: Environment) => loadConfig(env).proxies
  expect(proxiesOf({})).toBeNull()
  expect(proxiesOf({ NO_PROXY: 'in.example' })).toBeNull()
  expect(proxiesOf({ HTTPS_PROXY: 'proxy.example:3128' })).toEqual({ https: 'http://proxy.example:3128', http: null, except: '' })
  const both = { HTTPS_PROXY: 'http://one.example:1', https_proxy: 'https://two.example:2', HTTP_PROXY: 'three.example:3' }
  expect(proxiesOf({ ...both, no_proxy: 'in.example' })).toEqual({
    https: 'https://two.example:2',
    http: 'http://three.example:3',
    except: 'in.example',
  })
  expect(proxiesOf({ http_proxy: 'three.example:3' })).toMatchObject({ https: 'http://three.example:3' })
  for (const wrong of ['socks5://proxy.example:1080', 'http://proxy.example/path', 'http://me:%ZZ@proxy.example', 'http://'])
    expect(() => loadConfig({ HTTPS_PROXY: wrong }), wrong).toThrow(/HTTPS_PROXY=… is no http or https address of a proxy/)
  expect(loadConfig({ https_proxy: 'me:s3cretword@proxy.example:3128' }).secrets).toContain('s3cretword')
})

test('with nothing set everything runs', () => {
  expect(loadConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 8402,
    dataDir: '.tollgate',
    databaseUrl: null,
    kafka: { brokers: [], tls: null, sasl: null, partitions: 3 },
    role: 'all',
    world: 'demo',
    domain: 'localhost',
    logLevel: 'info',
  })
})

test('an empty variable is an unset one', () => {
  const names = ['HOST', 'PORT', 'DATA_DIR', 'DATABASE_URL', 'KAFKA_BROKERS', 'ROLE', 'WORLD', 'DOMAIN', 'LOG_LEVEL']
  expect(loadConfig(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(loadConfig({}))
})

test('every name outsiders rely on is read', () => {
  const config = loadConfig({
    HOST: '0.0.0.0',
    PORT: '9000',
    DATA_DIR: '/var/lib/tollgate',
    DATABASE_URL: 'postgresql://user:pass@db.example:5433/tollgate',
    KAFKA_BROKERS: 'one:9092, two:9093,',
    ROLE: 'process',
    WORLD: 'demo',
    DOMAIN: 'data.example.com',
    LOG_LEVEL: 'debug',
    DOC_MAX_MB: '10',
    DOC_MAX_PAGES: '20',
    DOC_TIMEOUT_SECONDS: '30',
    DOC_FREE_PAGES: '2',
    DOC_WAIT_SECONDS: '40',
    QUEUED_RETENTION_DAYS: '3',
    HISTORY_RETENTION_MONTHS: '6',
    STREAM_CONNECTIONS_PER_IP: '7',
    START_WAIT_SECONDS: '9',
    METRICS_PORT: '9464',
    ENABLE_SOURCES: 'finra, kraken',
    FRED_API_KEY: 'k1',
    CFTC_APP_TOKEN: 't1',
    UNRELATED_API_KEY: '',
    PATH: '/bin',
  })
  expect(config).toMatchObject({
    host: '0.0.0.0',
    port: 9000,
    dataDir: '/var/lib/tollgate',
    databaseUrl: 'postgresql://user:pass@db.example:5433/tollgate',
    kafka: { brokers: ['one:9092', 'two:9093'] },
    role: 'process',
    world: 'demo',
    domain: 'data.example.com',
    logLevel: 'debug',
    enabledSources: ['finra', 'kraken'],
    documents: { maxMegabytes: 10, maxPages: 20, timeoutSeconds: 30, freePages: 2, waitSeconds: 40 },
    queuedRetentionDays: 3,
    historyRetentionMonths: 6,
    streamConnectionsPerIp: 7,
    startWaitSeconds: 9,
    metricsPort: 9464,
  })
  expect(config.keys).toEqual({ FRED_API_KEY: 'k1', CFTC_APP_TOKEN: 't1' })
})

test('nothing of it can be changed', () => {
  const config = loadConfig({ FRED_API_KEY: 'k', KAFKA_BROKERS: 'a:1' })
  expect(Object.isFrozen(config)).toBe(true)
  expect(Object.isFrozen(config.keys)).toBe(true)
})

test('all problems come at once, each with its variable, what it holds and what it wants', () => {
  const message = problemsOf({
    PORT: '80a',
    ROLE: 'king',
    WORLD: 'mars',
    DOMAIN: 'Not A Domain',
    LOG_LEVEL: 'loud',
    DATABASE_URL: 'mysql://x/y',
    KAFKA_BROKERS: 'no-port',
    DATABASE_POOL_SIZE: '1',
  })
  const lines = message.split('\n').slice(1)
  expect(lines.map((line) => line.trim().split('=')[0])).toEqual([
    'WORLD',
    'ROLE',
    'PORT',
    'DATABASE_URL',
    'KAFKA_BROKERS',
    'DOMAIN',
    'LOG_LEVEL',
    'DATABASE_POOL_SIZE',
  ])
  expect(message).toContain('PORT="80a" is not a whole number from 0 to 65535')
  expect(message).toContain('ROLE="king" is not one of all, ingest, process, api')
})

describe('is refused:', () => {
  test.each([
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['PORT', ' '],
    ['PORT', '0x50'],
    ['PORT', '1e3'],
    ['DATABASE_URL', 'localhost:5432'],
    ['KAFKA_BROKERS', 'a:9092,b'],
    ['KAFKA_BROKERS', 'a:999999'],
    ['KAFKA_BROKERS', 'http://a:9092'],
    ['DOMAIN', '.example.com'],
    ['DOMAIN', 'example.com:8402'],
    ['ROLE', 'ALL'],
  ])('%s=%j', (name, value) => {
    expect(problemsOf({ [name]: value })).toContain(`${name}=`)
  })
})

test('a message never shows a password', () => {
  expect(problemsOf({ DATABASE_URL: 'mysql://user:hunter2@db/x' })).not.toContain('hunter2')
})

test('the live world starts with no switch of the tests, nor with certificates unchecked', () => {
  const live = { WORLD: 'live', ROLE: 'process' }
  expect(loadConfig({ DEBUG_STALL: 'loop', NODE_TLS_REJECT_UNAUTHORIZED: '0' }).debugStall).toBe('loop')
  expect(problemsOf({ ...live, DEBUG_STALL: 'loop' })).toContain('DEBUG_STALL')
  expect(problemsOf({ ...live, NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toContain('NODE_EXTRA_CA_CERTS')
  expect(loadConfig({ ...live, NODE_TLS_REJECT_UNAUTHORIZED: '1' }).stallLimitSeconds).toBe(10)
})

test('a model is named whole or not at all', () => {
  expect(loadConfig({}).model).toBeNull()
  const model = { MODEL_URL: 'http://localhost:8000/v1', MODEL_NAME: 'small-one' }
  expect(loadConfig(model).model).toEqual({ url: 'http://localhost:8000/v1', name: 'small-one', apiKey: null })
  expect(loadConfig({ ...model, MODEL_API_KEY: 'k' }).model?.apiKey).toBe('k')
  expect(() => loadConfig({ MODEL_URL: model.MODEL_URL })).toThrow('MODEL_URL and MODEL_NAME go together')
  expect(() => loadConfig({ ...model, MODEL_URL: 'ftp://x' })).toThrow('MODEL_URL')
})

test('only who sells for real money must say who is paid', () => {
  const unpaid = /PAY_TO is not set.*\n.*nobody would settle/
  for (const role of ['all', 'api']) expect(() => loadConfig({ WORLD: 'live', ROLE: role })).toThrow(unpaid)
  const agent = { OUTBOUND_USER_AGENT: 'Tollgate/1.0 (ops@example.com)' }
  for (const role of ['ingest', 'process']) expect(loadConfig({ WORLD: 'live', ROLE: role, ...agent }).payments.payTo).toBeNull()
  expect(loadConfig({ WORLD: 'live' }, { serves: false }).payments.payTo).toBeNull()
})

describe('who asks real upstreams says who it is', () => {
  const agent = 'Tollgate/1.0 (ops@example.com)'
  test('the live world does not ingest without a contact', () => {
    expect(problemsOf({ WORLD: 'live', ROLE: 'ingest' })).toContain('OUTBOUND_USER_AGENT is required')
    expect(problemsOf({ WORLD: 'live', ROLE: 'ingest', OUTBOUND_USER_AGENT: 'Tollgate/1.0' })).toContain('names no contact')
    expect(loadConfig({ WORLD: 'live', ROLE: 'ingest', OUTBOUND_USER_AGENT: agent }).outboundUserAgent).toBe(agent)
    expect(loadConfig({ WORLD: 'live', ROLE: 'process' }).outboundUserAgent).toBeNull()
    expect(loadConfig({}).outboundUserAgent).toBeNull()
  })

  test('the SEC is told the same, unless it is told another', () => {
    expect(loadConfig({ OUTBOUND_USER_AGENT: agent }).keys).toEqual({ SEC_USER_AGENT: agent })
    const own = { OUTBOUND_USER_AGENT: agent, SEC_USER_AGENT: 'Filings/1.0 (sec@example.com)' }
    expect(loadConfig(own).keys).toEqual({ SEC_USER_AGENT: 'Filings/1.0 (sec@example.com)' })
  })
})

test('a replica is one of a database of your own, and is reached as that one is', () => {
  const [first, replica] = ['postgres://u:p@first:5432/t', 'postgres://u:secret-word@replica:5432/t']
  expect(loadConfig({}).databaseReadUrl).toBeNull()
  expect(loadConfig({ DATABASE_URL: first, DATABASE_READ_URL: replica }).databaseReadUrl).toBe(replica)
  expect(problemsOf({ DATABASE_READ_URL: replica })).toMatch(
    /^(?![\s\S]*secret-word)[\s\S]*DATABASE_READ_URL needs a DATABASE_URL/,
  )
  expect(problemsOf({ DATABASE_URL: first, DATABASE_READ_URL: 'https://u:secret-word@replica' })).toMatch(
    /^(?![\s\S]*secret-word)[\s\S]*DATABASE_READ_URL/,
  )
})

test('a database of several hosts is refused with what to name instead; a comma elsewhere is none', () => {
  for (const url of [
    'postgres://u:secret-word@one:5432,two:5432/t?target_session_attrs=read-write',
    'postgres://one,two/t',
    'postgres://u:secret-word@one/t?host=one,two',
  ])
    expect(problemsOf({ DATABASE_URL: url })).toMatch(/^(?![\s\S]*secret-word)[\s\S]*DATABASE_URL names several hosts: .*HAProxy/)
  const one = 'postgres://u:a,b@one:5432/t?options=-c%20search_path%3Da,b'
  expect(loadConfig({ DATABASE_URL: one }).databaseUrl).toBe(one)
})
