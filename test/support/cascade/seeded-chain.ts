// A chain's rows from its facts, and what somebody may add to those facts who wants another headline.
import type { Topic } from '../../../db/log/topic.ts'
import { morphoMarkets, morphoPositions } from '../../../ingestors/sources/morpho-blue/topic.ts'
import { oraclePrices } from '../../../ingestors/sources/oracle-prices/topic.ts'
import { analyseChain, type ChainAnalysis } from '../../../processors/services/cascade/chain-analysis.ts'
import type { Market, MorphoPositions, OraclePrice } from '../../../processors/services/cascade/facts/chain-facts.ts'
import { createLiveChain } from '../../../processors/services/cascade/live-chain.ts'
import { riskDraft } from '../../../processors/services/cascade/rows/drafts.ts'
import { factsAt, type seededFacts } from './seeded-facts.ts'

export type Facts = ReturnType<typeof seededFacts>

export function snapshotOf(facts: Facts) {
  const chain = createLiveChain(1)
  for (const [topic, values] of facts) {
    for (const value of values)
      chain.put({ topic: topic.name, key: topic.key(value), value, observedAt: factsAt, revision: 0n, partition: 0, offset: 0n })
  }
  return chain.snapshot()!
}

// The same facts are asked for what they make several times, and nobody changes either.
const analysed = new WeakMap<Facts, ReturnType<typeof analyseChain>>()

function analyse(facts: Facts) {
  const known = analysed.get(facts) ?? analyseChain(snapshotOf(facts))
  analysed.set(facts, known)
  return known
}

export const analysisOf = (facts: Facts): ChainAnalysis => analyse(facts)

const nothingPast = { '1h': null, '24h': null, '7d': null, firstAt: null }
export const riskBodyOf = (facts: Facts) => riskDraft([analyse(facts).withRisk()], factsAt, nothingPast).body

export const listOf = <V>(facts: Facts, topic: Topic<V>): readonly V[] => facts.get(topic) as V[]

export function addTo<V>(facts: Facts, topic: Topic<V>, values: readonly V[]): Facts {
  return new Map(facts).set(topic, [...listOf(facts, topic), ...values])
}

export type Token = { readonly address: string; readonly symbol: string; readonly decimals: number }

export type OwnMarket = {
  readonly at: number
  readonly collateral: Token
  readonly loan: Token
  /** Whole tokens. */
  readonly deposited: number
  readonly borrowed: number
  /** What its own oracle says, loan tokens for a whole collateral token. */
  readonly ratio: number
}

const hex = (value: number, digits: number) => `0x${value.toString(16).padStart(digits, '0')}`
const units = (amount: number, decimals: number) => (BigInt(Math.round(amount * 1e6)) * 10n ** BigInt(decimals)) / 1_000_000n

/** Markets as anybody opens them: an oracle of his own, and a loan from himself to himself. */
export function openMarkets(facts: Facts, own: readonly OwnMarket[]): Facts {
  const [market] = listOf<Market>(facts, morphoMarkets)
  const [price] = listOf<OraclePrice>(facts, oraclePrices)
  const [position] = listOf<MorphoPositions>(facts, morphoPositions)
  const id = (at: number) => hex(0xbad000000 + at, 64)
  const shares = ({ borrowed, loan }: OwnMarket) => units(borrowed, loan.decimals) * 1_000_000n
  const markets = own.map((one): Market => {
    const owed = shares(one)
    return {
      ...market!,
      id: id(one.at),
      loan: one.loan,
      collateral: one.collateral,
      oracle: hex(0xbad0 + one.at, 40),
      lltv: '915000000000000000',
      total_supply_assets: (owed / 1_000_000n).toString(),
      total_supply_shares: owed.toString(),
      total_borrow_assets: (owed / 1_000_000n).toString(),
      total_borrow_shares: owed.toString(),
      borrow_shares_tracked: owed.toString(),
      borrow_rate: '0',
    }
  })
  const prices = own.map((one): OraclePrice => {
    const decimals = 36 + one.loan.decimals - one.collateral.decimals
    const value = (BigInt(Math.round(one.ratio * 1e6)) * 10n ** BigInt(decimals)) / 1_000_000n
    return {
      ...price!,
      oracle: hex(0xbad0 + one.at, 40),
      asset: id(one.at),
      price: value.toString(),
      decimals,
      follows: 'market',
    }
  })
  const positions = own.map(
    (one): MorphoPositions => ({
      ...position!,
      account: hex(0xbadacc00000 + one.at, 40),
      markets: [
        {
          id: id(one.at),
          borrow_shares: shares(one).toString(),
          collateral: units(one.deposited, one.collateral.decimals).toString(),
        },
      ],
    }),
  )
  return addTo(addTo(addTo(facts, morphoMarkets, markets), oraclePrices, prices), morphoPositions, positions)
}
