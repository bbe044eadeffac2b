// An agent asked by its site: the site's file names it, and only where the agent names the site too does either vouch for the other.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { FetchRefusal, type SafeFetch } from '../../../base/safe-fetch/index.ts'
import { readAskedAgent, readAskedName, readAskedSite } from '../../../ingestors/contracts/asked.ts'
import { findWalletChain } from '../../../ingestors/contracts/find-chain.ts'
import { namesSite, readSite } from '../../../ingestors/contracts/wallet/site.ts'
import sample from '../../../ingestors/sources/evm-account/samples/facts.ts'
import { evmAccounts } from '../../../ingestors/sources/evm-account/topic.ts'
import kya from '../../../processors/services/kya/service.ts'
import { draftsOf, toFacts } from '../../support/service-facts.ts'

const now = new Date('2026-11-25T12:00:00Z')
const [route] = kya.routes
const asked = (given: object) => route!.key(route!.refine!(route!.read!(given as never, now), now))
const signal = new AbortController().signal
const registry = '0x8004A169FB4a3325136EB29fA0ceB6D2e539a432'
const file = 'https://agent.example.com/.well-known/agent-registration.json'
const named = (chain: number | string, agentId: unknown, of = registry) => ({ agentId, agentRegistry: `eip155:${chain}:${of}` })

/** Pages by their addresses; a number is a status, an error is thrown, a URL is where it leads. */
function sites(pages: Readonly<Record<string, object | number | string | Error>>): SafeFetch {
  return async (url, { onRedirect } = {}) => {
    const page = pages[url] ?? 404
    if (page instanceof Error) throw page
    if (typeof page === 'string' && page.startsWith('https:')) {
      await onRedirect!(page)
      return sites(pages)(page)
    }
    const status = typeof page === 'number' ? page : 200
    const body = Buffer.from(typeof page === 'object' ? JSON.stringify(page) : String(page))
    return { url, status, headers: new Map(), body, wireBytes: body.length, redirects: [] }
  }
}

describe('what is asked', () => {
  test.each([
    [{ domain: 'Agent.Example.com' }, 'any:@agent.example.com'],
    [{ domain: 'https://agent.example.com/a?b#c', chain_id: '1' }, '1:@agent.example.com'],
    [{ site: 'münchen.example', chain: 'base' }, '8453:@xn--mnchen-3ya.example'],
  ])('%j is asked as %s, and is neither a name nor a number', (given, key) => {
    expect(asked(given)).toBe(key)
    expect(readAskedSite(key)).not.toBeNull()
    expect(readAskedAgent(key)).toBeNull()
  })

  test.each([
    [{ domain: 'agent.example.com', agent_id: '22' }, 'input_invalid', /agent_id and domain each say/],
    [{ domain: 'localhost' }, 'input_unusable', /no host name of the public internet/],
    [{ domain: '169.254.169.254' }, 'input_unusable', /no host name/],
    [{ domain: '0x7f.1' }, 'input_unusable', /no host name/],
    [{ domain: '[::1]' }, 'input_invalid', /host name/],
    [{ domain: 'metadata.google.com' }, 'input_unusable', /no host name/],
    [{ domain: 'a.example:8080' }, 'input_invalid', /host name/],
    [{ domain: 'https://u:p@a.example/' }, 'input_invalid', /host name/],
    [{ domain: 'a.example/path' }, 'input_invalid', /host name/],
    [{ domain: 'exa mple.com' }, 'input_invalid', /host name/],
  ] as const)('%j is refused by name', (given, code, message) => {
    expect(() => asked(given)).toThrow(expect.objectContaining({ code, message: expect.stringMatching(message) }))
  })

  test('an ENS name is still one, and no site', () => {
    expect(readAskedSite('any:foo.eth')).toBeNull()
    expect(readAskedName('any:foo.eth')).not.toBeNull()
  })
})

describe('what a site’s file names', () => {
  test('agents of the one registry, in its order; other registries, chains and numbers that are none are left aside', async () => {
    const registrations = [
      named(1, 7),
      named(8453, '0022'),
      named(8453, 5, `0x${'11'.repeat(20)}`),
      { agentId: 3, agentRegistry: 'solana:mainnet:abc' },
      named(8453, -1),
      named(8453, 1.5),
      named(8453, String(2n ** 256n)),
      named('{chainId}', 9),
      null,
      'x',
      { agentId: { toString: 'evil' }, agentRegistry: [] },
    ]
    const told = await readSite(sites({ [file]: { registrations } }), 'agent.example.com', signal)
    expect(told).toEqual({
      agents: [
        { chainId: 1, id: '7' },
        { chainId: 8453, id: '22' },
      ],
      registrations: registrations.length,
    })
  })

  test.each<[string, object | number | string | Error, string, RegExp]>([
    ['is not there', 404, 'key_unknown', /answered 404/],
    ['is no JSON', 'hello', 'key_unknown', /no JSON document/],
    ['names nothing', {}, 'key_unknown', /names no agent/],
    ['is a list', [named(1, 7)], 'key_unknown', /names no agent/],
    ['names others alone', { registrations: [named(1, 7, `0x${'11'.repeat(20)}`)] }, 'key_unknown', /names no agent/],
    ['is another site’s', 'https://elsewhere.example/agent.json', 'key_unknown', /leads to another site/],
    ['cannot be reached', new FetchRefusal('address_refused'), 'key_unknown', /not at a public internet address/],
    ['is away', 503, 'upstream_unavailable', /answered 503/],
    ['is too slow', new FetchRefusal('timed_out'), 'upstream_unavailable', /in time/],
  ])('a file that %s is refused, and nobody is charged', async (_, page, code, message) => {
    const reading = readSite(sites({ [file]: page, 'https://elsewhere.example/agent.json': {} }), 'agent.example.com', signal)
    await expect(reading).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
  })

  test('agents on chains that nobody reads here are named, and so is a chain that was asked for in vain', async () => {
    const fetch = sites({ [file]: { registrations: [named(1, 7), named(10, 8)] } })
    const chain = { id: 8453, urls: ['http://127.0.0.1:1'], exchange: { factories: [], quotes: [] } }
    const find = (key: string) => findWalletChain([chain], key, signal, fetch)
    await expect(find('any:@agent.example.com')).rejects.toMatchObject({
      code: 'key_unknown',
      message: /on chains 1, 10, and none/,
    })
    await expect(find('8453:@agent.example.com')).rejects.toMatchObject({ message: /none on chain 8453/ })
    await expect(findWalletChain([], 'any:@agent.example.com', signal, fetch)).rejects.toMatchObject({
      code: 'chain_unavailable',
    })
  })
})

describe('whether the agent names the site', () => {
  const at = (endpoint: string, list = 'services') => ({ [list]: [{ name: 'web', endpoint }] })
  const data = (value: object) => `data:application/json;base64,${Buffer.from(JSON.stringify(value)).toString('base64')}`
  test.each<[string, string | null, boolean | null]>([
    ['its registration is on the site', file, true],
    ['its registration carries the site', data(at('https://agent.example.com/mcp')), true],
    ['one of the first releases does', data(at('https://agent.example.com', 'endpoints')), true],
    ['it is written out', `data:application/json,${encodeURIComponent(JSON.stringify(at('https://agent.example.com')))}`, true],
    ['its registration elsewhere does', 'https://host.example/agent.json', true],
    ['it names another', data(at('https://evil.example')), false],
    ['it names one that only begins alike', data(at('https://agent.example.com.evil.example/')), false],
    ['it names it as a user', data(at('https://agent.example.com@evil.example/')), false],
    ['it names it without TLS', data(at('http://agent.example.com/')), false],
    ['it names no registration', '', false],
    ['there is none', null, false],
    ['it lies where nobody here reads', 'ipfs://bafy', null],
    ['it is gone', 'https://gone.example/agent.json', null],
    ['it is no JSON', 'data:application/json;base64,AAAA', null],
    ['its escapes are broken', 'data:application/json,%E0%A4%A', null],
  ])('%s', async (_, uri, expected) => {
    const fetch = sites({ 'https://host.example/agent.json': at('https://agent.example.com/') })
    expect(await namesSite(fetch, uri, 'agent.example.com', signal)).toBe(expected)
  })
})

test('a site that its agent does not name borrows none of its standing', () => {
  const [reading] = sample(now) as any[]
  const agents = [{ ...reading.agents[0], clients: 60, feedback: 60, mean: 99 }]
  const told = (is_named_by_agent?: boolean | null) => {
    const site = is_named_by_agent === undefined ? {} : { site: { domain: 'a.example', registrations: 3, is_named_by_agent } }
    const fact = { ...reading, agents, agent: '22', ...site }
    return draftsOf(kya, toFacts(evmAccounts, [fact]), reading.asked)[0]!.body as any
  }
  const [plain, both, one, unread] = [told(), told(true), told(false), told(null)]
  expect([plain, both, one, unread].map(({ signal }) => signal.label)).toEqual([
    'established',
    'established',
    'unproven',
    'unproven',
  ])
  expect(both.signal.score).toBeGreaterThan(plain.signal.score)
  expect(Math.max(one.signal.score, unread.signal.score)).toBeLessThanOrEqual(50)
  expect(both).toMatchObject({ site: { domain: 'a.example', named_by_agent: true, registrations: 3 } })
  expect([plain.site, unread.site.named_by_agent]).toEqual([null, null])
  const claims = (body: any) => body.claims.flatMap(({ claim, value }: any) => (/site/.test(claim) ? [[claim, value]] : []))
  expect(claims(one)).toEqual([
    ['site_names_agent', '22'],
    ['agent_names_site', 'false'],
  ])
  expect(claims(plain)).toEqual([])
  expect(one.signal.summary).toContain('a.example, which names an agent that does not name it')
  expect(unread.not_checked.join()).toContain('could not be read')
  expect(plain.not_checked.join()).toContain('domain proof: send domain')
})

const captured = join(process.env.UPSTREAM_SAMPLES ?? '', 'samples', 'captured', 'kya', 'agent-registration_arcabot.json')
test.skipIf(process.env.UPSTREAM_SAMPLES === undefined || !existsSync(captured))('a file that a site really sent', async () => {
  const fetch = sites({ 'https://arcabot.ai/.well-known/agent-registration.json': JSON.parse(readFileSync(captured, 'utf8')) })
  const { agents, registrations } = await readSite(fetch, 'arcabot.ai', signal)
  expect(agents).toContainEqual({ chainId: 8453, id: '2376' })
  expect(agents).toContainEqual({ chainId: 10, id: '0' })
  expect(registrations).toBeGreaterThan(agents.length - 1)
  expect(await namesSite(fetch, 'https://arcabot.ai/.well-known/agent-registration.json', 'arcabot.ai', signal)).toBe(true)
})
