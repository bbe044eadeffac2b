// New pools on a chain: how many, how deep, how they were taken up, and which look like traps.
import { TollgateError } from '../../../base/errors.ts'
import { launchChains, newPools } from '../../../ingestors/sources/geckoterminal-new-pools/topic.ts'
import { cutRanked } from '../../families/ranked-list.ts'
import { defineLimit, defineMoney } from '../../inputs/amounts.ts'
import { chainName } from '../../inputs/chain-name.ts'
import { defineInteger, defineText } from '../../inputs/kind.ts'
import {
  all,
  count,
  defineSignalService,
  known,
  list,
  maybe,
  mayTake,
  moment,
  number,
  optionalFields,
  pct,
  signalRoute,
  text,
  usd,
  word,
} from '../../kit/index.ts'
import { computeLaunches, launchFlags, moods } from './signal.ts'

const chains: readonly string[] = Object.keys(launchChains)

function knownChain<I extends { readonly chain?: string | undefined }>(input: I): I {
  if (input.chain === undefined || chains.includes(input.chain)) return input
  throw new TollgateError(
    'input_unusable',
    `chain: ${JSON.stringify(input.chain)} is not watched for launches; known: ${chains.join(', ')}`,
  )
}

const maxAge = defineInteger({
  kind: 'minutes',
  least: 5,
  most: 1_440,
  example: 60,
  description: 'at most so many minutes old',
  otherNames: [],
})
const minScore = defineInteger({
  kind: 'score',
  least: 0,
  most: 100,
  example: 50,
  description: 'early score at least',
  otherNames: [],
})
const platform = defineText({
  kind: 'platform',
  wanted: 'the name of an exchange or launchpad, 2 to 80 characters, such as uniswap-v2-base',
  leastLength: 2,
  mostLength: 80,
  pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*$',
  example: 'uniswap-v2-base',
  description: 'pools of one exchange or launchpad only, as the answer names it',
  canonical: (text) => text.toLowerCase(),
})
const minLiquidity = defineMoney({ most: 1e9, description: 'liquidity at least, US dollars', otherNames: ['min_liquidity'] })

interface Row {
  readonly symbol: string
  readonly age_min: number
  readonly liquidity_usd: number
  readonly early_score: number
  readonly platform?: string | null
}

/** One that has no pool in the list may be misspelt: which there are is said, and nothing is sold. */
function ofPlatform(rows: readonly Row[], asked: string | undefined): readonly Row[] {
  if (asked === undefined) return rows
  const found = rows.filter(({ platform }) => platform?.toLowerCase() === asked)
  if (found.length > 0) return found
  const known = [...new Set(rows.flatMap(({ platform }) => platform ?? []))].sort().slice(0, 30)
  throw new TollgateError(
    'input_unusable',
    `platform: ${JSON.stringify(asked)} has no new pool on this chain; known: ${known.join(', ') || 'none'}`,
  )
}

/** The mood is that of a day; the best is the best of what was asked for. */
const saidOf = ([best, ...others]: readonly Row[]): string =>
  best === undefined
    ? 'None is as asked for.'
    : `${others.length + 1} as asked for, best ${best.symbol.slice(0, 16)} at ${Math.round(best.early_score)}.`

export default defineSignalService({
  label: 'launches',
  title: 'Token launches',
  description: 'New pools by chain: depth, buyers and sellers, an early score, and which look like traps.',
  version: '5',
  tags: ['crypto', 'tokens', 'launches'],
  rows: { list: chains },
  // A page holds the last minutes alone: what was listed in the hours before is remembered.
  facts: (key) => ({ pages: all(newPools, { key, days: 1 }), chain: key }),
  route: signalRoute({
    path: '/scan',
    price: '0.05',
    summary:
      'New token pools of the last hours on a chain, scored by depth and take-up, with those flagged that nobody sells from',
    tags: ['crypto', 'tokens', 'launches'],
    takes: {
      chain: mayTake(chainName, { fallback: 'base' }),
      max_age_min: mayTake(maxAge, { fallback: 60 }),
      min_liquidity_usd: mayTake(minLiquidity, { fallback: 5_000 }),
      min_score: mayTake(minScore),
      platform: mayTake(platform),
      limit: mayTake(defineLimit({ most: 100 })),
    },
    refine: knownChain,
    key: (input) => input.chain ?? 'base',
    shape: (body, input) => {
      const launches = cutRanked(ofPlatform(body.launches as readonly Row[], input.platform), input, {
        max_age_min: (row, most) => row.age_min <= most,
        min_liquidity_usd: (row, least) => row.liquidity_usd >= least,
        min_score: (row, least) => row.early_score >= least,
      })
      const { signal } = body as { readonly signal: { readonly summary: string } }
      return { ...body, signal: { ...signal, summary: `${signal.summary} ${saidOf(launches)}` }, launches }
    },
    fresh: { minutes: 10 },
    sold: { hours: 1 },
    range: [0, 100],
    labels: moods,
    notTold: [
      'honeypots and taxes: see token/report',
      'who deployed it, and which launchpad made it where its pool is another exchange’s',
      'locks of its liquidity and how many holders share it',
      'how many live an hour later: a pool is read while it is among the newest, and no more after that',
    ],
    answer: {
      stats: {
        listed: count('pools made in a day that were seen'),
        with_liquidity: count('of them with 5,000 dollars or more'),
        suspicious: count('nobody sells, users reported it, or next to nothing is in it'),
        median_liquidity_usd: usd(undefined, 0),
        oldest_listed_min: number('minutes; the list reaches no further back', 0),
      },
      launches: list({
        token: text(),
        symbol: text(),
        name: text(),
        pool: text(),
        // A row of the release before has none.
        ...optionalFields({
          platform: maybe(text('the exchange or launchpad whose pool it is; null where the list names none')),
          read_at: moment('when the list last told of it: its figures are of then'),
        }),
        created_at: moment(),
        age_min: known(number('minutes since it was made', 1)),
        liquidity_usd: known(usd(undefined, 0)),
        volume_usd: known(usd('since it was made, a day at most', 0)),
        price_change_pct: pct('since it was made, a day at most', 2),
        buyers: count('in the hour before read_at'),
        sellers: count('in the hour before read_at'),
        early_score: known(number('0 to 100, of what a list can say', 1)),
        flags: list(word(launchFlags)),
        checks: word(['none'], 'no sale was tried and no code read'),
      }),
    },
  }),
  signal({ pages, chain }, now) {
    const newest = pages.at(-1)
    if (newest === undefined) throw new TollgateError('not_enough_data', `the new pools of ${chain} have not come yet`)
    // Of each pool the last that was said.
    const byPool = new Map(
      pages.flatMap(({ value, observedAt }) => value.pools.map((one) => [one.pool, { ...one, readAt: observedAt }] as const)),
    )
    const listed = [...byPool.values()].flatMap((one) =>
      one.created_at === null
        ? []
        : [
            {
              token: one.token,
              pool: one.pool,
              name: one.name,
              symbol: one.symbol,
              platform: one.exchange ?? null,
              createdAt: new Date(one.created_at),
              liquidityUsd: one.liquidity_usd,
              volumeUsd: one.volume_24h_usd,
              changePct: one.change_24h_pct,
              buyers: one.buyers_h1,
              sellers: one.sellers_h1,
              reports: one.reports,
              readAt: one.readAt,
            },
          ],
    )
    return computeLaunches(listed, newest.observedAt, now, chain)
  },
})
