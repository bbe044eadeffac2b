// Liquidation cascades of lending protocols: what falls when a price does, from every borrower there is.
import Type from 'typebox'
import { TollgateError } from '../../../base/errors.ts'
import { defineRoute, defineService, type Selection } from '../../kit/define.ts'
import { cascadeAnswer } from './answers/cascade.ts'
import { defaults, validationError } from './answers/query.ts'
import { answerReport, reportAnswer } from './answers/report.ts'
import { defaultLimit, mostLimit, pageOf, type ReportFilters } from './answers/report-page.ts'
import { demoAnswer, riskAnswer } from './answers/risk.ts'
import { depths } from './answers/venues.ts'
import { analyseChain } from './chain-analysis.ts'
import { asRead, depthMultipliers, type Horizon, halfRefillHours, horizons } from './curve/variants.ts'
import { chainTopics } from './facts/chain-facts.ts'
import { partOf, readChains } from './from-facts.ts'
import { keepCascade } from './keep.ts'
import { pastAt, riskPast } from './past.ts'
import { pastPrices } from './paths/past-prices.ts'
import { readCascade, readDemo, readReport } from './read-query.ts'
import { type CascadeBody, cascadeAt } from './rows/cascade-row.ts'
import { allChains, cascadeDraft, demoDraft, hasOwnRow, reportFrame, reportInput, riskDraft, venueDraft } from './rows/drafts.ts'
import { scenarioKey, scenarioNames } from './scenarios.ts'
import { bookTopics, isOfBooks, venueChains } from './venues/books.ts'
import { besideKey, chainBeside, venueKey } from './venues/keys.ts'

const chain = Type.Integer({ description: 'chain: 1 is Ethereum, 8453 Base; the smallest there is where none is named' })
// A chain is read every few seconds; past an hour of silence nothing is sold.
const ages = { maxAgeSeconds: 300, hardMaxAgeSeconds: 3_600 }

const risk = defineRoute({
  method: 'GET',
  path: '/risk',
  price: '0.10',
  serve: 'precomputed',
  summary:
    'Systemic liquidation cascade risk of Aave v3, Morpho Blue, Compound v3, Euler v2 and Fluid: score, gain, at-risk positions, potential volume',
  tags: ['systemic-risk', 'contagion', 'macro', 'cascade'],
  input: Type.Object({}),
  output: riskAnswer,
  example: { input: {}, output: undefined },
  key: () => allChains,
  ...ages,
})

const cascade = defineRoute({
  method: 'GET',
  path: '/cascade',
  price: '0.10',
  serve: 'precomputed',
  summary: 'Simulated liquidation cascade when a collateral token falls by a percentage: first round, cascade, bad debt',
  tags: ['cascade', 'simulation', 'liquidations'],
  input: Type.Object({
    token: Type.Optional(Type.String({ description: 'collateral token: ETH, WBTC, wstETH, …', default: defaults.token })),
    drop_pct: Type.Optional(
      Type.Number({
        description: 'price drop in percent',
        exclusiveMinimum: 0,
        exclusiveMaximum: 100,
        default: defaults.dropPct,
      }),
    ),
    chain_id: Type.Optional(chain),
    depth_multiplier: Type.Optional(
      Type.Number({
        enum: [...depthMultipliers],
        description: 'markets so many times as deep as they were read',
        default: asRead.depthMultiplier,
      }),
    ),
    horizon: Type.Optional(
      Type.String({
        enum: [...horizons],
        description: `time from one round of liquidations to the next; markets take back half of what was sold in ${halfRefillHours} hours`,
        default: asRead.horizon,
      }),
    ),
    scenario: Type.Optional(
      Type.String({
        enum: [...scenarioNames],
        description:
          'instead of token: the fall of a whole family (eth, btc), of every dollar but USDC and USDT and their like (stable-depeg), or of everything but dollars (all)',
      }),
    ),
    depth: Type.Optional(
      Type.String({
        enum: [...depths],
        description: 'what is sold into: the chain’s pools, or order books of central exchanges beside them, where any are read',
        default: 'onchain',
      }),
    ),
  }),
  output: cascadeAnswer,
  example: { input: { token: 'ETH', drop_pct: 10 }, output: undefined },
  readAmong: readCascade,
  refusal: validationError,
  key: ({ token, chain_id, scenario, depth }) => {
    const name = token ?? scenarioKey(scenario!)
    return depth === 'all' ? venueKey(chain_id!, name) : `${chain_id}:${name}`
  },
  historySeconds: 600,
  shape: (body: CascadeBody, { drop_pct, scenario, depth_multiplier = asRead.depthMultiplier, horizon = asRead.horizon }) =>
    cascadeAt(body, drop_pct ?? defaults.dropPct, scenario, { depthMultiplier: depth_multiplier, horizon: horizon as Horizon }),
  ...ages,
})

const report = defineRoute({
  method: 'GET',
  path: '/report',
  price: '0.10',
  serve: 'precomputed',
  summary: 'Market by market liquidation report of one chain: reserves, eModes, markets, distances to liquidation',
  tags: ['cascade', 'report', 'liquidations'],
  input: Type.Object({
    chain_id: Type.Optional(chain),
    market: Type.Optional(Type.String({ description: 'only markets with this id, name, collateral token or protocol' })),
    min_debt_usd: Type.Optional(Type.Number({ minimum: 0, description: 'only markets whose borrowers owe so much' })),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: mostLimit, default: defaultLimit, description: 'markets on a page' }),
    ),
    offset: Type.Optional(Type.Integer({ minimum: 0, default: 0, description: 'matched markets before the page' })),
  }),
  output: reportAnswer,
  example: { input: {}, output: undefined },
  readAmong: readReport,
  refusal: validationError,
  historySeconds: 600,
  key: ({ chain_id }) => String(chain_id),
  shape: (body, filters: ReportFilters) => pageOf(body, filters),
  ...ages,
})

const demo = defineRoute({
  method: 'GET',
  path: '/demo',
  price: 'free',
  serve: 'precomputed',
  summary: 'Live cascade risk of ETH collateral, in short',
  tags: ['cascade', 'demo'],
  input: Type.Object({}) as Type.TObject<Record<never, never>>,
  output: demoAnswer,
  example: { input: {}, output: undefined },
  readAmong: readDemo,
  key: (input: { chain_id?: number }) => String(input.chain_id),
  ...ages,
})

export default defineService({
  label: 'cascade',
  title: 'Cascade risk',
  description:
    'Every borrower of Aave v3, Morpho Blue, Compound v3, Euler v2 and Fluid on each chain, as far as that chain’s are read, simulated to the fixed point of forced sales: systemic risk, any drop of any collateral token, and every market.',
  version: '20',
  tags: ['systemic-risk', 'contagion', 'macro', 'cascade'],
  reads: [...chainTopics, pastPrices, riskPast, ...bookTopics],
  routes: [risk, cascade, report, demo],
  affected(records) {
    const ofBooks = records.filter(({ topic }) => isOfBooks(topic))
    const ofChains = records.length > ofBooks.length
    const parts = new Set(records.filter((record) => !ofBooks.includes(record)).map(({ key }) => partOf(key)))
    const beside = venueChains.filter((chain) => ofBooks.length > 0 || parts.has(String(chain)))
    return [...parts, ...(ofChains ? [allChains] : []), ...beside.map((chain) => besideKey(String(chain)))]
  },
  selects(key) {
    if (key === allChains) return [...chainTopics, pastPrices, riskPast].map((topic): Selection => ({ topic, latest: true }))
    const part = chainBeside(key)
    const chain = chainTopics.map((topic): Selection => ({ topic, latest: true, part: part ?? key }))
    return part === null ? chain : [...chain, ...bookTopics.map((topic): Selection => ({ topic, latest: true }))]
  },
  compute(key, seen, now) {
    const books = chainBeside(key) === null ? [] : bookTopics.flatMap((topic) => seen.of(topic).map(({ value }) => value))
    if (chainBeside(key) !== null && books.length === 0) return []
    const chains = readChains(seen).flatMap((chain) => {
      const snapshot = chain.snapshot()
      const analysis = snapshot === null ? null : analyseChain(snapshot, books)
      return analysis === null || analysis.tokens.length === 0 ? [] : [analysis]
    })
    if (chainBeside(key) !== null)
      return chains.flatMap(({ venueBooks, ...one }) =>
        venueBooks === null
          ? []
          : [...one.tokens, ...one.scenarios].filter(hasOwnRow).map((token) => venueDraft(one, token, venueBooks, now)),
      )
    if (chains.length === 0) throw new TollgateError('not_enough_data', 'no borrower is known with all it stands under')
    if (key === allChains) {
      const before = seen.of(riskPast).map((fact) => fact.value)
      const whole = chains.map((chain) => chain.withRisk())
      return [riskDraft(whole, now, pastAt(before, now))]
    }
    return chains.flatMap((one) => [
      ...[...one.tokens, ...one.scenarios].filter(hasOwnRow).map((token) => cascadeDraft(one, token, now)),
      ...[demoDraft(one, now)].filter((draft) => draft !== null),
      { ...reportFrame(one, now), body: answerReport({ ...reportInput(one, now), survey: one.survey, nameOf: one.nameOf }) },
    ])
  },
  keep: () => keepCascade(),
})
