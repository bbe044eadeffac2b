// The liquidations that really happened on a chain between two blocks, counted per protocol.
import type { Hex } from 'viem'
import { addressIn, eventTopic } from '../../ingestors/chains/address.ts'
import type { Chain } from '../../ingestors/chains/chain.ts'

const events = {
  'aave-v3': eventTopic('LiquidationCall(address,address,address,uint256,uint256,address,bool)'),
  'morpho-blue': eventTopic('Liquidate(bytes32,address,address,uint256,uint256,uint256,uint256,uint256)'),
}

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
  const { aave_v3: pools, morpho_blue: morpho } = chain.deployment
  const addresses = [...pools.map(({ pool }) => pool), ...(morpho === null ? [] : [morpho.address])] as Hex[]
  const filter = { addresses, events: Object.values(events) }
  const counts = new Map(Object.keys(events).map((protocol) => [protocol, { liquidations: 0, borrowers: new Set<string>() }]))
  for (let from = after + 1; from <= until; ) {
    const { to, logs } = await chain.logs.next(filter, from, until)
    for (const log of logs) {
      const isAave = log.topics[0] === events['aave-v3']
      const count = counts.get(isAave ? 'aave-v3' : 'morpho-blue')!
      count.liquidations++
      count.borrowers.add(addressIn(log.topics[3]!) ?? '')
    }
    onBlock(to)
    from = to + 1
  }
  return [...counts].map(([protocol, { liquidations, borrowers }]) => ({ protocol, liquidations, borrowers: borrowers.size }))
}
