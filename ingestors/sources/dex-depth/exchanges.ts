// The exchanges of a chain that depth is read from, as its deployment lists them.
import type { Hex } from 'viem'
import type { Deployment } from '../../../app/config/deployments.ts'
import { balancer } from './pools/balancer.ts'
import { curve } from './pools/curve.ts'
import type { Exchange } from './pools/exchange.ts'
import { solidly } from './pools/solidly.ts'
import { tickFactory } from './pools/uniswap-v3.ts'
import { uniswapV4 } from './pools/uniswap-v4.ts'

type Listed = NonNullable<Deployment['exchanges']>[number]

export function exchangesOf({ uniswap_v3: first, exchanges = [] }: Deployment): Exchange[] {
  const own =
    first === null ? [] : [tickFactory({ name: 'Uniswap v3', factory: first.factory as Hex, steps: first.fee_tiers, by: 'fee' })]
  return [...own, ...exchanges.map(open)]
}

function open(one: Listed): Exchange {
  switch (one.kind) {
    case 'slipstream':
      return tickFactory({ name: one.name, factory: one.factory as Hex, steps: one.tick_spacings, by: 'spacing' })
    case 'solidly':
      return solidly(one.name, one.factory as Hex)
    case 'curve':
      return curve(one.name, one.registry as Hex)
    case 'balancer-v2':
      return balancer(one.name, one.vault as Hex, one.pools as Hex[])
    case 'uniswap-v4':
      return uniswapV4(one.name, one.state_view as Hex, one.native as Hex | null)
  }
}
