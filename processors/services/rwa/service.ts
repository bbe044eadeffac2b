// Real-world asset tokens: price against what they redeem for, redemptions, reserves and terms, and who may hold them.
import { TollgateError } from '../../../base/errors.ts'
import { pools } from '../../../ingestors/sources/defillama-pools/topic.ts'
import { protocols } from '../../../ingestors/sources/defillama-protocols/topic.ts'
import { stablecoins } from '../../../ingestors/sources/defillama-stables/topic.ts'
import { rwaPrices } from '../../../ingestors/sources/rwa-prices/topic.ts'
import { rwaSupplies } from '../../../ingestors/sources/rwa-supplies/topic.ts'
import { treasuryYields } from '../../../ingestors/sources/treasury-yields/topic.ts'
import { cutRanked } from '../../families/ranked-list.ts'
import { pointAt } from '../../formula/index.ts'
import { mostFirst } from '../../formula/lists.ts'
import { address } from '../../inputs/address.ts'
import { defineLimit } from '../../inputs/amounts.ts'
import { defineChoice } from '../../inputs/choice.ts'
import { defineText, malformed } from '../../inputs/kind.ts'
import {
  all,
  bp,
  count,
  day,
  defineSignalService,
  flag,
  type InputOf,
  known,
  list,
  mapped,
  maybe,
  mayTake,
  newest,
  newestByKey,
  number,
  pct,
  section,
  series,
  signalRoute,
  text,
  usd,
  word,
} from '../../kit/index.ts'
import { type Asset, assets, classes, dollarTerms } from './assets.ts'
import { computeRwa, type Holding, riskLadder, rowLabels } from './signal.ts'

const mostStables = 12
const dayMs = 86_400_000

const asset = defineText({
  kind: 'asset',
  wanted: 'a token symbol such as BUIDL, or its contract address',
  mostLength: 42,
  example: 'BUIDL',
  description: 'one token, by symbol or by its contract on Ethereum',
  otherNames: ['symbol', 'address'],
  canonical: (given, asked) => {
    const name = given.trim().toLowerCase()
    if (/^0x[0-9a-f]{40}$/.test(name)) return address.parse(given.trim(), asked).toLowerCase()
    if (!/^[a-z0-9._+-]{1,15}$/.test(name)) throw malformed(asked, 'a token symbol such as BUIDL, or its contract address')
    return name
  },
})

const takes = {
  asset: mayTake(asset),
  class: mayTake(defineChoice('class', [...classes, 'all'], { description: 'what stands behind the token' })),
  limit: mayTake(defineLimit({ most: 100 })),
}

const facts = {
  prices: newest(rwaPrices, { days: 0 }),
  supplies: all(rwaSupplies, { days: 35 }),
  stables: newest(stablecoins, { days: 0 }),
  protocols: mapped(newestByKey(protocols), (byKey) => [...byKey.values()].filter(({ category }) => category === 'RWA')),
  pools: mapped(newest(pools, { days: 0 }), (fact) =>
    (fact?.value.pools ?? [])
      .filter(({ chain, single, outlier }) => chain === 'Ethereum' && single && !outlier)
      .map(({ project, symbol, tvl_usd, apy }) => ({ project, symbol, tvlUsd: tvl_usd, apyPct: apy })),
  ),
  bill: series(treasuryYields, ({ yields }) => yields['3m'], { key: 'nominal', days: 10 }),
}

interface Row {
  readonly symbol: string
  readonly address: string | null
  readonly class: string
  readonly risk: number | null
  readonly label: string
  readonly drivers: readonly string[]
  readonly known_share_pct: number
}

/** Of one token as much is known as of that one, not as of the mean; `confidence` was made of the mean. */
function confidenceOf(one: Row, rows: readonly Row[], confidence: number): number {
  const mean = rows.reduce((sum, { known_share_pct }) => sum + known_share_pct, 0) / rows.length
  return mean <= 0 ? confidence : Math.round(100 * Math.min(0.7, confidence * Math.sqrt(one.known_share_pct / mean))) / 100
}

/** Where one token is asked for, the verdict is that token's. */
function cut(body: { signal: { readonly confidence: number }; assets: readonly Row[] }, input: InputOf<typeof takes>): object {
  const named = (row: Row, name: string) => row.symbol.toLowerCase() === name || row.address?.toLowerCase() === name
  const rows = cutRanked(body.assets, input, { asset: named, class: (row, name) => name === 'all' || row.class === name })
  const [first] = rows
  if (input.asset === undefined) return { ...body, assets: rows }
  const [known] = body.assets.filter((row) => named(row, input.asset!))
  if (first === undefined && known !== undefined)
    throw new TollgateError('input_unusable', `asset, class: ${known.symbol} is ${known.class}, not ${input.class}`)
  if (first === undefined)
    throw new TollgateError(
      'input_unusable',
      `asset: ${JSON.stringify(input.asset)} is not among the tokens here; known: ${[...new Set(body.assets.map(({ symbol }) => symbol))].join(', ')}`,
    )
  if (first.risk === null)
    throw new TollgateError(
      'input_unusable',
      `asset: too little is known of ${first.symbol} today to judge it; nothing was charged`,
    )
  const why = first.drivers.length === 0 ? 'nothing stands out' : `most for ${first.drivers.slice(0, 3).join(', ')}`
  const summary = `${first.symbol}: ${first.label} risk (${Math.round(first.risk)} of 100), ${why}.`
  const confidence = confidenceOf(first, body.assets, body.signal.confidence)
  return { ...body, signal: { ...body.signal, label: first.label, score: first.risk, confidence, summary }, assets: rows }
}

export default defineSignalService({
  label: 'rwa',
  title: 'Real-world assets',
  description:
    'How risky tokens of treasuries, gold and dollars are: price against redemption value, redemptions, terms and reserves.',
  version: '5',
  tags: ['crypto', 'rwa'],
  rows: { one: 'world' },
  facts,
  route: signalRoute({
    path: '/rwa-risk',
    price: '0.10',
    summary:
      'Risk of tokenised real-world assets: premium to redemption value, outflows, reserves, attestations and redemption terms',
    tags: ['crypto', 'rwa', 'risk'],
    takes,
    shape: cut,
    fresh: { hours: 3 },
    sold: { hours: 24 },
    range: [0, 100],
    labels: riskLadder,
    notTold: [
      'share of the ten largest holders',
      'who administers a token and can pause it',
      'net asset values by the issuers’ oracles',
      'supplies on other chains than Ethereum, but for dollars',
    ],
    answer: {
      market: {
        assets: count('tokens looked at; the judged are those with a risk'),
        assets_usd: known(usd('what those whose worth is known are worth together, on the chains counted', 0)),
        protocols_tvl_usd: usd('value locked in protocols of this kind', 0),
        protocols_change_7d_pct: pct('of that value', 2),
        bill_3m_pct: pct('US Treasury bill, what a treasury token has to earn', 2),
        bill_day: maybe(day()),
        by_class: list({ class: word(classes), assets: count(), usd: known(usd(undefined, 0)) }),
        protocols: list({ name: text(), tvl_usd: known(usd(undefined, 0)), change_7d_pct: pct(undefined, 2) }),
      },
      assets: list({
        symbol: text(),
        issuer: maybe(text()),
        class: word(classes),
        address: maybe(text('its contract on Ethereum')),
        risk: number('0 to 100; null where less than 40 percent of the formula could be judged', 1),
        label: word(rowLabels),
        known_share_pct: known(pct('of the weight of the formula that could be judged', 0)),
        price_usd: usd(undefined, 4),
        redeems_for_usd: usd('what one redeems for', 4),
        redeems_from: maybe(
          word(['terms', 'peer'], 'terms: its issuer’s promise of a dollar; peer: what the other token of the metal trades at'),
        ),
        premium_bp: bp('the price over what it redeems for; negative: under', 1),
        price_age_hours: number('since it was last priced; null where it has no price', 1),
        supply: number('tokens; of funds and metals only those on Ethereum', 0),
        value_usd: usd(undefined, 0),
        supply_change_7d_pct: pct(undefined, 2),
        supply_change_30d_pct: pct(undefined, 2),
        redeemed_7d_pct: pct('of the supply a week ago', 2),
        yield_pct: pct('what holding it pays a year; null for gold and dollars, and where no pool has half of the token', 2),
        yield_from: maybe(text('the pool’s project, as the aggregator names it')),
        spread_to_bill_bp: bp('that yield over the three-month bill', 0),
        transfer_restricted: maybe(flag('only admitted addresses may hold it')),
        terms: maybe(
          section({
            redemption: text(),
            reserves: text(),
            attestation: text(),
            as_of: day('when these notes were last compared with the issuer’s publications'),
          }),
        ),
        drivers: list(text()),
      }),
    },
  }),
  signal({ prices, supplies, stables, protocols, pools, bill }, now) {
    const bySymbol = Map.groupBy(supplies, ({ key }) => key)
    const priceOf = new Map(prices?.value.prices.map((one) => [one.symbol, one]))
    const held = assets.map((one) => holdingOf(one, priceOf, bySymbol.get(one.symbol) ?? [], now))
    const dollars = (stables?.value.coins ?? [])
      .filter(
        ({ peg, mechanism, symbol }) =>
          peg === 'peggedUSD' && mechanism === 'fiat-backed' && !held.some((one) => one.symbol === symbol),
      )
      .slice(0, mostStables)
      .map(
        (coin): Holding => ({
          symbol: coin.symbol,
          issuer: dollarTerms[coin.symbol]?.issuer ?? null,
          class: 'stable',
          address: null,
          chains: coin.chains.length,
          isRestricted: false,
          terms: dollarTerms[coin.symbol]?.terms ?? null,
          price: coin.price_usd,
          pricedAt: stables!.observedAt,
          worth: 1,
          worthFrom: 'terms',
          supply: coinsOf(coin, coin.supply),
          supply7d: coinsOf(coin, coin.supply_7d_ago),
          supply30d: coinsOf(coin, coin.supply_30d_ago),
        }),
      )
    const listed = protocols
      .map(({ name, tvl_usd, change_7d_pct }) => ({ name, tvlUsd: tvl_usd, change7dPct: change_7d_pct }))
      .sort(mostFirst('tvlUsd', 'name'))
    return computeRwa(
      { holdings: [...held, ...dollars], protocols: listed, listedAt: stables?.observedAt ?? null, bill, pools },
      now,
    )
  },
})

/** The list counts in dollars at the coin's price of now, a dollar each where it has none. */
const coinsOf = <A extends number | null>({ price_usd: price }: { readonly price_usd: number | null }, usd: A) =>
  usd === null ? null : usd / (price || 1)

type Priced = ReadonlyMap<string, { readonly price_usd: number; readonly priced_at: string }>

function holdingOf(
  one: Asset,
  prices: Priced,
  days: readonly { readonly observedAt: Date; readonly value: { readonly supply: number } }[],
  now: Date,
): Holding {
  const price = prices.get(one.symbol)
  const peer = assets.find((other) => other !== one && one.worth === 'gold' && other.worth === 'gold')
  const worth = one.worth === 'dollar' ? 1 : peer === undefined ? null : (prices.get(peer.symbol)?.price_usd ?? null)
  const points = days.map(({ observedAt, value }) => ({ at: observedAt, value: value.supply }))
  const supplyAt = (daysAgo: number) => pointAt(points, new Date(now.getTime() - daysAgo * dayMs))?.value ?? null
  return {
    symbol: one.symbol,
    issuer: one.issuer,
    class: one.class,
    address: one.address,
    chains: null,
    isRestricted: one.isRestricted,
    terms: one.terms,
    price: price?.price_usd ?? null,
    pricedAt: price === undefined ? null : new Date(price.priced_at),
    worth,
    worthFrom: worth === null ? null : one.worth === 'dollar' ? 'terms' : 'peer',
    supply: supplyAt(0),
    supply7d: supplyAt(7),
    supply30d: supplyAt(30),
  }
}
