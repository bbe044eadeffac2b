// Written by us: a volatile pool of a coin and a dollar with a gauge, four weeks that are over and one that runs.
import type { ValueOf } from '../../../../db/log/topic.ts'
import type { evmPools } from '../topic.ts'

const asked = 'any:0xcDAC0d6c6C59727a65F871236188350531885C43'
const weth = '0x4200000000000000000000000000000000000006'
const usdc = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'
const reward = '0x940181a94a35a4569e4529a3cdfb74e38fd98631'
const digits = (pair: string, bytes: number) => `0x${pair.repeat(bytes)}`
const ether = (whole: number) => (BigInt(Math.round(whole * 1e6)) * 10n ** 12n).toString()
const weekMs = 604_800_000

export default (now: Date): ValueOf<typeof evmPools>[] => {
  const running = Math.floor(now.getTime() / weekMs) * weekMs
  return [
    {
      asked,
      read_at: now.toISOString(),
      chain_id: 8453,
      address: asked.slice(4).toLowerCase(),
      inferred: true,
      also_on: [],
      block: { number: 38_412_907, hash: digits('c3', 32), time: new Date(now.getTime() - 2_000).toISOString() },
      exchange: 'aerodrome',
      kind: 'volatile',
      factory: '0x420dd381b31aef6683db6b902084cb0ffece40da',
      fee_ppm: 3_000,
      tick_spacing: null,
      root: null,
      liquidity: null,
      tokens: [
        { token: weth, symbol: 'WETH', decimals: 18, units: ether(4_000), usd: 3_000 },
        { token: usdc, symbol: 'USDC', decimals: 6, units: '12000000000000', usd: 1 },
      ],
      gauge: {
        address: digits('9a', 20),
        is_alive: true,
        staked_share: 0.8,
        per_second: ether(0.15),
        ends_at: new Date(running + weekMs).toISOString(),
        reward: { token: reward, symbol: 'AERO', decimals: 18, usd: 0.8 },
      },
      votes: { pool: ether(12_000_000), all: ether(600_000_000) },
      weeks: [0, 1, 2, 3, 4].map((back) => ({
        start: new Date(running - back * weekMs).toISOString(),
        votes: ether(12_000_000),
        per_second: ether(0.15),
        bribes: [{ token: reward, units: ether(10_000), usd: 8_000 }],
        fees: [
          { token: weth, units: ether(10 + back), usd: 3_000 * (10 + back) },
          { token: usdc, units: String(30_000_000_000), usd: 30_000 },
        ],
      })),
      swaps: {
        from_block: 38_402_908,
        from_time: new Date(now.getTime() - 20_002_000).toISOString(),
        count: 2_140,
        in0: ether(320),
        in1: '960000000000',
      },
    },
  ]
}
