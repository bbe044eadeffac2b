// Large transfers out of a provider's logs: in ranges it will answer, nothing it was not asked for, and the largest where there are too many.
import { expect, test } from 'vitest'
import { RpcFault } from '../../../ingestors/chains/rpc-fault.ts'
import type { RawLog } from '../../../ingestors/contracts/pinned-chain.ts'
import { largeTransfers } from '../../../ingestors/sources/evm-transfers/large.ts'

const usdc = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'
const token = { token: usdc, symbol: 'USDC', decimals: 6, is_stable: true, usd: 1 }
const log = (block: number, usd: number, more: Partial<RawLog> = {}): RawLog => ({
  ...{ address: usdc, index: 0, block, transaction: `0x${block}`, topics: ['0xdd', '0xaa', '0xbb'], time: null },
  data: `0x${(BigInt(usd) * 1_000_000n).toString(16).padStart(64, '0')}`,
  ...more,
})
const chainOf = (logs: (from: number, to: number) => readonly RawLog[]) => {
  const asked: [number, number][] = []
  const read = async (_address: unknown, _topics: unknown, from: number, to = from) => {
    asked.push([from, to])
    return [...logs(from, to)]
  }
  return { asked, chain: { logs: read } as never }
}

test('a provider that takes ten blocks is asked for ten, and every block once', async () => {
  const { chain, asked } = chainOf((from, to) => {
    if (to - from >= 10) throw new RpcFault('too_much', 'eth_getLogs', { blocks: 10 })
    return Array.from({ length: to - from + 1 }, (_, i) => log(from + i, 200_000))
  })
  const { kept, isCut } = await largeTransfers(chain, [token], 1, 45)
  expect(kept.map(({ block }) => block)).toEqual(Array.from({ length: 45 }, (_, i) => i + 1))
  expect(isCut).toBe(false)
  expect(asked.slice(1).every(([from, to]) => to - from < 10)).toBe(true)
})

test('an answer of a round thousand may be cut off: it is asked for again in halves', async () => {
  const { chain, asked } = chainOf((from, to) =>
    to > from ? Array.from({ length: 1_000 }, (_, index) => log(from, 1, { index })) : [log(from, 100_000)],
  )
  expect((await largeTransfers(chain, [token], 1, 4)).kept.map(({ block }) => block)).toEqual([1, 2, 3, 4])
  expect(asked.length).toBeGreaterThan(4)
})

test('logs of another contract or of other blocks are no answer', async () => {
  for (const stranger of [log(3, 200_000, { address: `0x${'9'.repeat(40)}` }), log(99, 200_000)]) {
    const { chain } = chainOf(() => [stranger])
    await expect(largeTransfers(chain, [token], 1, 5)).rejects.toMatchObject({ kind: 'broken' })
  }
})

test('what is no transfer of a token is left out, 99,999 dollars are too few, and no price is no transfer', async () => {
  const { chain } = chainOf(() => [
    log(1, 99_999),
    log(1, 100_000),
    log(1, 500_000, { topics: ['0xdd', '0xaa', '0xbb', '0x01'], data: '0x' }),
    log(1, 500_000, { data: '0x01' }),
  ])
  expect((await largeTransfers(chain, [token], 1, 1)).kept).toHaveLength(1)
  expect((await largeTransfers(chain, [{ ...token, usd: null }], 1, 1)).kept).toEqual([])
})

test('of more than a thousand the largest are kept, in the chain’s order, and that is said', async () => {
  const { chain } = chainOf((from) => Array.from({ length: 1_201 }, (_, index) => log(from, 100_000 + index, { index })))
  const { kept, isCut } = await largeTransfers(chain, [token], 7, 7)
  expect([kept.length, isCut, kept[0]!.index, kept.at(-1)!.index]).toEqual([1_000, true, 201, 1_200])
})
