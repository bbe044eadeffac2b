// Written by us: a day of two chains, an hour a look; coins leave an exchange, dollars come to it, and a loan is taken and repaid at once.
import type { ValueOf } from '../../../../db/log/topic.ts'
import type { evmTransfers } from '../topic.ts'

type Fact = ValueOf<typeof evmTransfers>

const hourMs = 3_600_000
const account = (n: number) => `0x${n.toString(16).padStart(40, '7')}`
const hash = (text: string) => `0x${Buffer.from(text).toString('hex').padEnd(64, '0').slice(0, 64)}`
const units = (whole: number, decimals: number) => (BigInt(whole) * 10n ** BigInt(decimals)).toString()
const nobody = `0x${'0'.repeat(40)}`
const binance = '0x28c6c06298d514db089934071355e5743bf21d60'
const coinbase = '0x503828976d22510aad0201ac7ec88293211d23da'
const bridge = '0x3154cf16ccdb4c6d922629664174b904d80f2c35'

interface Spec {
  readonly id: number
  readonly seconds: number
  readonly dollar: string
  readonly coin: string
}

const chains: readonly Spec[] = [
  {
    id: 1,
    seconds: 12,
    dollar: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
    coin: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
  },
  {
    id: 8453,
    seconds: 2,
    dollar: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
    coin: '0x4200000000000000000000000000000000000006',
  },
]

export default (now: Date): Fact[] =>
  chains.flatMap((chain) =>
    Array.from({ length: 24 }, (_, i) =>
      lookOf(chain, new Date(now.getTime() - (24 - i) * hourMs), new Date(now.getTime() - (23 - i) * hourMs), i),
    ),
  )

function lookOf({ id, seconds, dollar, coin }: Spec, from: Date, to: Date, i: number): Fact {
  const blockOf = (at: Date) => Math.floor(at.getTime() / 1_000 / seconds)
  const at = new Date(from.getTime() + hourMs / 2)
  const transfer = (
    name: string,
    index: number,
    token: string,
    from: string,
    to: string,
    whole: number,
  ): Fact['transfers'][number] => ({
    ...{ tx: hash(`${id}/${i}/${name}`), block: blockOf(at), index, at: at.toISOString(), token, from, to },
    units: units(whole, token === dollar ? 6 : 18),
  })
  const flash = [
    transfer('loan', 9, dollar, account(0xf1), account(0xf2), 40_000_000),
    transfer('loan', 11, dollar, account(0xf2), account(0xf1), 40_000_000),
  ]
  return {
    chain: String(id),
    from: { block: blockOf(from), time: from.toISOString() },
    to: { block: blockOf(to), hash: hash(`${id}/${i}`), time: to.toISOString() },
    is_cut: false,
    tokens: [
      { token: dollar, symbol: 'USDC', decimals: 6, is_stable: true, usd: 1 },
      { token: coin, symbol: 'WETH', decimals: 18, is_stable: false, usd: 3_000 },
    ],
    transfers: [
      transfer('out', 1, coin, i % 2 === 0 ? binance : coinbase, account(i), 400 + 25 * i),
      ...(i % 3 === 0 ? [transfer('in', 2, dollar, account(0x100 + i), binance, 1_500_000 + 50_000 * i)] : []),
      ...(i % 6 === 0 ? [transfer('made', 3, dollar, nobody, account(0x200), 10_000_000)] : []),
      ...(i % 8 === 0 && id === 1 ? [transfer('over', 5, coin, account(0x300), bridge, 900)] : []),
      ...(i % 4 === 0 ? [transfer('between', 6, dollar, account(0x400), account(0x401), 250_000 * (i + 1))] : []),
      ...(i % 5 === 0 ? flash : []),
    ],
  }
}
