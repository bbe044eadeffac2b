// What a backtest counts of what really happened: each protocol's own event, and the borrower where each of them names him.
import { type Hex, pad } from 'viem'
import { expect, test } from 'vitest'
import type { Deployment } from '../../../app/config/deployments.ts'
import { countLiquidations } from '../../../cli/backtest/liquidations.ts'
import { standingAt } from '../../../cli/backtest/standing.ts'
import { eventTopic } from '../../../ingestors/chains/address.ts'
import type { Chain } from '../../../ingestors/chains/chain.ts'

const address = (n: number): Hex => `0x${n.toString(16).padStart(40, '0')}`
const [pool, morpho, comet, anna, ben, caller] = [1, 2, 3, 0xa, 0xb, 0xc].map(address) as [Hex, Hex, Hex, Hex, Hex, Hex]
const log = (from: Hex, event: string, ...indexed: Hex[]) => ({
  address: from,
  topics: [eventTopic(event), ...indexed.map((one) => pad(one))],
  data: '0x',
})
const aave = 'LiquidationCall(address,address,address,uint256,uint256,address,bool)'
const blue = 'Liquidate(bytes32,address,address,uint256,uint256,uint256,uint256,uint256)'
const absorbed = 'AbsorbDebt(address,address,uint256,uint256)'

test('liquidations of all protocols between two blocks, a position at a time', async () => {
  const byBlock = new Map([
    [11, [log(pool, aave, address(7), address(8), anna), log(comet, absorbed, caller, anna)]],
    [12, [log(comet, absorbed, caller, ben), log(morpho, blue, address(9), caller, ben)]],
    [14, [log(comet, absorbed, caller, ben)]],
  ])
  const asked: unknown[] = []
  const chain = {
    deployment: {
      aave_v3: [{ pool }],
      morpho_blue: { address: morpho },
      compound_v3: [{ market: 'compound-v3-usdc', comet, first_block: 1 }],
    },
    logs: {
      async next(filter: unknown, from: number, until: number) {
        asked.push(filter)
        const to = Math.min(until, from + 1)
        return { to, logs: [...byBlock].flatMap(([block, logs]) => (block >= from && block <= to ? logs : [])) }
      },
    },
  } as unknown as Chain
  expect(await countLiquidations(chain, 10, 14, () => undefined)).toEqual([
    { protocol: 'aave-v3', liquidations: 1, borrowers: 1 },
    { protocol: 'morpho-blue', liquidations: 1, borrowers: 1 },
    { protocol: 'compound-v3', liquidations: 3, borrowers: 2 },
  ])
  expect(asked[0]).toEqual({ addresses: [pool, morpho, comet], events: [aave, blue, absorbed].map(eventTopic) })
})

test('what had no code at a past block is left out by name, and the rest is read', async () => {
  const deployment = {
    aave_v3: [
      { market: 'aave-v3', pool },
      { market: 'aave-v3-prime', pool: address(4) },
    ],
    morpho_blue: { address: morpho, first_block: 1 },
    compound_v3: [
      { market: 'compound-v3-usdc', comet, first_block: 1 },
      { market: 'compound-v3-usds', comet: address(5), first_block: 1 },
    ],
    // Nobody counts whom these sold.
    euler_v2: { connector: address(6), perspective: address(7), first_block: 1 },
  } as unknown as Deployment
  const asked: string[] = []
  const { deployment: then, later } = await standingAt(deployment, 255, async (at, block) => {
    asked.push(block)
    return [pool, comet].includes(at) ? '0x60' : '0x'
  })
  expect(later).toEqual(['aave-v3-prime', 'morpho-blue', 'compound-v3-usds'])
  expect(then).toEqual({
    aave_v3: [{ market: 'aave-v3', pool }],
    morpho_blue: null,
    compound_v3: [{ market: 'compound-v3-usdc', comet, first_block: 1 }],
  })
  expect(new Set(asked)).toEqual(new Set(['0xff']))
})
