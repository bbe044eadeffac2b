// Polls one view of each staking contract through a public node; JSON-RPC is a standard, the views are the contracts' own. Documented.
import { TollgateError } from '../../../base/errors.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { readEach } from '../../aside.ts'
import { defineIngestor } from '../../define.ts'
import { askViews } from '../../shapes/json-rpc.ts'
import { leastRate, lstRates, mostRate } from './topic.ts'

/** getExchangeRate(), exchangeRate() and getRate(): 18 digits of ether for one token. */
export const views = [
  { name: 'rETH', to: '0xae78736Cd615f374D3085123A210448E74Fc6393', data: '0xe6aa216c' },
  { name: 'cbETH', to: '0xBe9895146f7AF43049ca1c1AE358B0541Ea49704', data: '0x3ba0b9a9' },
  { name: 'weETH', to: '0xCd5fE23C85820F7B72D0926FC9b05b43E359b7ee', data: '0x679aefce' },
] as const

export default defineIngestor<ValueOf<typeof lstRates>, ReadonlyMap<string, bigint>>({
  source: 'lst-rates',
  topic: lstRates,
  schedule: '5 * * * *',
  grade: 'A',
  proof: 'documented',
  fetch: (context) => askViews(context, 'https://ethereum-rpc.publicnode.com', 'lst-rates', views, context.setAside),
  // stETH is its own unit: one is one ether, and its holders' balances grow.
  parse: (words, at, setAside) => [
    {
      at: at.toISOString(),
      rates: [
        { symbol: 'stETH', eth_per_token: 1 },
        ...readEach(
          [...words],
          ([symbol, word]) => ({ symbol, eth_per_token: readRate(word) }),
          setAside,
          ([symbol]) => symbol,
        ),
      ],
    },
  ],
})

/** A contract that was never begun answers nothing, one that is something else anything. */
function readRate(word: bigint): number {
  const rate = Number(word) / 1e18
  if (rate < leastRate || rate > mostRate)
    throw new TollgateError('upstream_changed', `${rate} ether is no rate of a staked token`)
  return rate
}
