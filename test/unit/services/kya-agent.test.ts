// An agent asked by its number: the owner of that number is read, the verdict is on that agent, and what no registry has is unknown.
import { type Hex, pad, toHex } from 'viem'
import { expect, test } from 'vitest'
import { RpcFault } from '../../../ingestors/chains/rpc-fault.ts'
import { readAskedAgent, readAskedName } from '../../../ingestors/contracts/asked.ts'
import type { PinnedChain } from '../../../ingestors/contracts/pinned-chain.ts'
import { findAgents, ownerOfAgent } from '../../../ingestors/contracts/wallet/agents.ts'
import sample from '../../../ingestors/sources/evm-account/samples/facts.ts'
import { evmAccounts } from '../../../ingestors/sources/evm-account/topic.ts'
import kya from '../../../processors/services/kya/service.ts'
import { draftsOf, toFacts } from '../../support/service-facts.ts'

const now = new Date('2026-11-25T12:00:00Z')
const [route] = kya.routes
const registry = '0x8004A169FB4a3325136EB29fA0ceB6D2e539a432'
const asked = (given: object) => route!.key(route!.refine!(route!.read!(given as never, now), now))

test.each([
  [{ agent_id: '22' }, 'any:agent-22'],
  [{ agent_id: 'eip155:8453:0x8004a169fb4a3325136eb29fa0ceb6d2e539a432/0022' }, '8453:agent-22'],
  [{ agent_id: `eip155:1:erc721:${registry}/7`, chain_id: '1' }, '1:agent-7'],
  [{ agent: '0', chain: 'base' }, '8453:agent-0'],
])('%j is asked as %s', (given, key) => {
  expect(asked(given)).toBe(key)
  expect(readAskedAgent(key)).not.toBeNull()
})

test.each([
  [{}, 'input_invalid', /address, agent_id or domain is required/],
  [{ agent_id: '22', address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' }, 'input_invalid', /send one/],
  [{ agent_id: `eip155:1:${registry}/7`, chain_id: '8453' }, 'input_invalid', /says chain 1/],
  [{ agent_id: `eip155:777:${registry}/7` }, 'input_unusable', /not read/],
  [{ agent_id: 'eip155:1:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913/7' }, 'input_unusable', /another registry/],
  [{ agent_id: '-1' }, 'input_invalid', /agent_id must be/],
  [{ agent_id: '1'.repeat(79) }, 'input_invalid', /agent_id must be/],
  [{ agent_id: String(2n ** 256n) }, 'input_invalid', /agent_id must be/],
] as const)('%j is refused by name', (given, code, message) => {
  expect(() => asked(given)).toThrow(expect.objectContaining({ code, message: expect.stringMatching(message) }))
})

const [seller, buyer, judge] = ['a1', 'b2', 'c3'].map((byte) => `0x${byte.repeat(20)}` as Hex) as [Hex, Hex, Hex]
const selectors = { ownerOf: '0x6352211e', clients: '0x42dd519c' }

/** A registry in which the seller registered 7 and 8 and sold 7 to the buyer, who registered 9; a judge has seen 7. */
function chainWith({ code = '0x60' as Hex, fails = false } = {}) {
  const owners = new Map([
    [7n, buyer],
    [8n, seller],
    [9n, buyer],
  ])
  const registered = [
    [7n, seller],
    [8n, seller],
    [9n, buyer],
  ] as const
  return {
    id: 8453,
    block: { number: 20 },
    code: async () => code,
    header: async (block: number) => ({ time: new Date(Date.UTC(2026, 0, block)) }),
    logs: async (_: Hex, [, id, owner]: readonly (Hex | null | undefined)[]) => {
      if (fails) throw new RpcFault('broken', 'eth_getLogs')
      return registered
        .filter(([number, by]) => (id ?? pad(toHex(number))) === pad(toHex(number)) && (owner ?? pad(by)) === pad(by))
        .map(([number, by]) => ({ topics: ['0x', pad(toHex(number)), pad(by)], block: Number(number) }))
    },
    answer: async (questions: readonly { view: { encode(args: readonly unknown[]): Hex }; args: readonly unknown[] }[]) =>
      questions.map(({ view, args }) => {
        const selector = view.encode(args).slice(0, 10)
        const id = args[0] as bigint
        if (selector === selectors.ownerOf) return owners.get(id) ?? null
        return id === 7n && selector === selectors.clients ? [judge, buyer] : null
      }),
  } as unknown as PinnedChain
}

test('a number is its present owner’s, whoever registered it; one that nobody has is unknown, and so is a chain without the registry', async () => {
  expect(await ownerOfAgent(chainWith(), '7')).toBe(buyer)
  const unknown = (message: RegExp) => expect.objectContaining({ code: 'key_unknown', message: expect.stringMatching(message) })
  await expect(ownerOfAgent(chainWith(), '70')).rejects.toEqual(unknown(/no agent 70 is registered on chain 8453/))
  await expect(ownerOfAgent(chainWith(), String(2n ** 256n))).rejects.toEqual(unknown(/no agent/))
  await expect(ownerOfAgent(chainWith({ code: '0x' }), '7')).rejects.toEqual(unknown(/no ERC-8004 registry on chain 8453/))
})

test('an agent that was bought is told of its buyer where it is asked for, with the time of its registration, once', async () => {
  const ids = async (owner: Hex, asked?: string) => (await findAgents(chainWith(), owner, asked))!.map(({ id }) => id)
  expect(await ids(buyer)).toEqual(['9'])
  expect(await ids(buyer, '7')).toEqual(['9', '7'])
  expect(await ids(buyer, '9')).toEqual(['9'])
  expect(await ids(seller)).toEqual(['8'])
  const bought = (await findAgents(chainWith(), buyer, '7'))!.at(-1)
  // Its owner's own judgement is none.
  expect(bought).toMatchObject({ id: '7', clients: 1, registered_at: '2026-01-07T00:00:00.000Z' })
})

test('where the logs cannot be looked through, the agent that was asked for is told without its day; else nobody knows of any', async () => {
  const chain = chainWith({ fails: true })
  expect(await findAgents(chain, buyer)).toBeNull()
  expect(await findAgents(chain, buyer, '7')).toEqual([expect.objectContaining({ id: '7', clients: 1, registered_at: null })])
})

test('asked by its number, the verdict is on that agent and not on another of the same owner', () => {
  const [reading] = sample(now) as any[]
  const other = { ...reading.agents[0], id: '23', clients: 60, feedback: 60, mean: 99 }
  const told = (agent?: string) => {
    const fact = { ...reading, asked: 'any:agent-22', agents: [...reading.agents, other], ...(agent ? { agent } : {}) }
    return draftsOf(kya, toFacts(evmAccounts, [fact]), 'any:agent-22')[0]!.body as any
  }
  expect(told('22')).toMatchObject({ agent_id: '22', signal: { label: 'unproven' } })
  expect(told('22').signal.summary).toContain('owns agent 22, judged by 2 others')
  expect(told()).toMatchObject({ agent_id: null, signal: { label: 'established' } })
})

test('no ENS name is taken for an agent, and no agent for a name that is looked up first', () => {
  expect(readAskedAgent('any:agent-22.eth')).toBeNull()
  expect(readAskedName('any:agent-22.eth')).not.toBeNull()
})
