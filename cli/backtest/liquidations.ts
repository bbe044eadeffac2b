// The liquidations that really happened on a chain between two blocks, counted per protocol.
import type { Hex } from 'viem'
import { addressIn, eventTopic } from '../../ingestors/chains/address.ts'
import type { Chain } from '../../ingestors/chains/chain.ts'

// One log for each position that is taken, and the place of its borrower among what is indexed.
const kinds = [
  {
    protocol: 'aave-v3',
    event: eventTopic('LiquidationCall(address,address,address,uint256,uint256,address,bool)'),
    borrower: 3,
  },
  {
    protocol: 'morpho-blue',
    event: eventTopic('Liquidate(bytes32,address,address,uint256,uint256,uint256,uint256,uint256)'),
    borrower: 3,
  },
  { protocol: 'compound-v3', event: eventTopic('AbsorbDebt(address,address,uint256,uint256)'), borrower: 2 },
] as const

export interface Happened {
  readonly protocol: string
  readonly liquidations: number
  readonly borrowers: number
}

export async function countLiquidations(
  chain: Chain,
  after: number,
  until: number,
  onBlock: (block: number) => void,
): Promise<Happened[]> {
  const { aave_v3: pools, morpho_blue: morpho, compound_v3: comets = [] } = chain.deployment
  const addresses = [
    ...pools.map(({ pool }) => pool),
    ...(morpho === null ? [] : [morpho.address]),
    ...comets.map((one) => one.comet),
  ]
  const filter = { addresses: addresses as Hex[], events: kinds.map(({ event }) => event) }
  const counts = new Map(kinds.map(({ event, protocol }) => [event, { protocol, liquidations: 0, borrowers: new Set<string>() }]))
  const placeOf = new Map(kinds.map(({ event, borrower }) => [event, borrower]))
  for (let from = after + 1; from <= until; ) {
    const { to, logs } = await chain.logs.next(filter, from, until)
    for (const log of logs) {
      const event = log.topics[0]!
      const count = counts.get(event)!
      count.liquidations++
      count.borrowers.add(addressIn(log.topics[placeOf.get(event)!]) ?? '')
    }
    onBlock(to)
    from = to + 1
  }
  return [...counts.values()].map(({ protocol, liquidations, borrowers }) => ({
    protocol,
    liquidations,
    borrowers: borrowers.size,
  }))
}
