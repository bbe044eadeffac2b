// What providers say when they refuse, in their own phrases, and what each means for us.
import { describe, expect, test } from 'vitest'
import { faultOf, readBlocks } from '../../../ingestors/chains/rpc-fault.ts'

describe('a refused range', () => {
  test.each([
    ['query returned more than 10000 results. Try with this block range [0x100, 0x1ff].', 256],
    ['this block range should work: [0x1, 0x2]', 2],
    ['You can make eth_getLogs requests with up to a 2K block range', 2_000],
    ['eth_getLogs is limited to a 10,000 range', 10_000],
    ['exceed maximum block range: 5000', 5_000],
    ['query exceeds max block range 1000', 1_000],
    ['block range limit exceeded: maximum allowed is 50 blocks', 50],
    ['eth_getLogs requests are limited to 1000 blocks range', 1_000],
    ['Block range too large: maximum 2000 blocks', 2_000],
    ['query returned more than 10000 results', null],
    ['response size exceeded', null],
    ['logs matched by query exceeds limit of 10000', null],
  ])('%s', (message, blocks) => {
    expect(readBlocks(message)).toBe(blocks)
    expect(faultOf('eth_getLogs', { code: -32005, message })).toMatchObject({ kind: 'too_much', blocks })
  })
})

test.each([
  [{ code: -32005, message: 'daily request count exceeded, request rate limited' }, 'rate'],
  [{ code: 429, message: 'Your app has exceeded its compute units per second capacity' }, 'rate'],
  [{ code: -32000, message: 'header not found' }, 'behind'],
  [{ code: -32000, message: 'missing trie node 9f (path )' }, 'behind'],
  [{ code: 3, message: 'execution reverted: MustNotLeaveDust' }, 'refused'],
  [{ code: -32603, message: 'internal error' }, 'broken'],
  [{ code: -32000, message: 'query timed out' }, 'too_much'],
  [{}, 'broken'],
])('%j means %s', (error, kind) => {
  expect(faultOf('eth_call', error).kind).toBe(kind)
})

test("a fault's message says nothing in the provider's words", () => {
  const fault = faultOf('eth_call', { code: -32000, message: 'https://node.example/v2/secret-key is out of credits' })
  expect(JSON.stringify({ ...fault, message: fault.message })).not.toMatch(/secret|example|credits/)
  expect(fault).toMatchObject({ code: 'upstream_rate_limited', retryable: true })
})
