// Every source of several requests, with each of them failing in turn: it costs itself and is counted, and the rest is what it was.
import { expect, test } from 'vitest'
import { createBrake } from '../../ingestors/client/brake.ts'
import { pollUpstream } from '../../ingestors/poll.ts'
import { createFailingReplay, type Fault, faults } from '../support/one-part-fails.ts'
import { monthBefore, pollAt, type SampledSource, sampledSources } from '../support/sources.ts'

const everything = /^/

/** Requests without which there is nothing to tell: which they are, and why. The list may only become shorter. */
const needed = new Map<string, readonly [requests: RegExp, why: string]>([
  ['beacon-queues', [/headers\/head/, 'says when the others were']],
  ['bls', [everything, 'a refusal costs of the day’s quota; the next poll asks again']],
  ['boem-leases', [everything, 'a lease without who holds it would say that nobody does']],
  ['census-products', [everything, 'exports less imports: one product is one value']],
  ['cftc-cot', [/6dca-aqww/, 'the legacy report, whose rows the others are added to']],
  ['comtrade-products', [everything, 'exports less imports: one product is one value']],
  ['congress-bills', [/offset=0&/, 'its first page counts the others']],
  ['cpb-trade', [everything, 'a page and the one file it links to']],
  ['defillama-dex-volumes', [/\/v2\/chains$/, 'names the chains']],
  ['defillama-native-prices', [/\/v2\/chains$/, 'names the coins']],
  ['defillama-protocols', [/\/protocols$/, 'names the protocols']],
  ['defillama-stable-supplies', [/\/stablecoins\?/, 'names the coins']],
  ['eia-930', [/region-data/, 'a mix without the load it serves says nothing']],
  ['eia-wpsr', [/table9/, 'the week itself; the other file is its history']],
  ['ercot-grid', [/fuel-mix/, 'the load is the sum of it']],
  ['federal-register', [/page=1&/, 'its first page counts the others']],
  ['finra-short-interest', [everything, 'a half-month before another would be held back for ever: the files are asked by date']],
  ['gdacs-events', [/geteventlist/, 'the events; the other names what they are about']],
  ['gdelt-doc', [everything, 'one question is two curves, drawn over each other']],
  ['hyperliquid-account', [everything, 'one account: fills without funding would be another profit']],
  ['hyperliquid-funding', [/metaAndAssetCtxs/, 'names the coins']],
  ['lda-filings', [/page=1$|company_tickers/, 'its first page counts the others; without the tickers no filing is of a company']],
  ['okx-perps', [/funding-rate|open-interest/, 'a market is made of both']],
  ['pink-sheet', [everything, 'a page and the one file it links to']],
  ['polygon-options', [everything, 'pages of one chain: ratios of a part would be others']],
  [
    'portwatch',
    [
      /resultOffset=0|Daily_Chokepoints_Data\/FeatureServer\/0\/query\?(?!.*resultOffset=[1-9])/,
      'its first page counts the others',
    ],
  ],
  ['sec-13f', [everything, 'sums over managers, from sets that complete each other']],
  ['sec-13f-live', [/getcurrent|company_tickers|fails/, 'which security a number is takes all lists']],
  ['sec-company', [/company_tickers/, 'says which company a ticker is']],
  ['sec-earnings', [/company_tickers/, 'says which company a ticker is']],
  ['sec-fails', [/company_tickers|fails-deliver-data$/, 'the tickers, and the page that links to the files']],
  ['sec-form345', [/insider-transactions-data-sets$/, 'the page that links to the files']],
  ['sec-form4', [/getcurrent/, 'names the filings']],
  ['sec-form4-daily', [/index\.json|master\./, 'names the filings; a day is read before those after it']],
  ['sec-nport', [/company_tickers_mf|getcompany/, 'names the fund and its reports']],
  ['sec-schedule13', [/company_tickers/, 'say which company a stake is in, and what is a fund']],
  ['solana-stake', [everything, 'one rate: issuance over what is staked']],
  ['ucdp-candidate', [everything, 'a page and the one file it links to']],
  ['usaspending-awards', [everything, 'pages of the largest awards: without one the sums of a recipient are others']],
  ['usgs-mcs', [everything, 'a page and the one file it links to']],
  ['usgs-quakes', [/summary/, 'the quakes; the others are details of the largest']],
  ['world-bank', [/country\?/, 'tells countries from groups of them']],
])

/** Beside what the source is about: a day without it is a day as ever, and its value says so itself. */
const silent = new Map([
  ['gdelt-gal', 'a minute without news has no file'],
  ['gdelt-events', 'a quarter without news has no file'],
  ['metno-forecast', 'alerts of the United States, null where they are not told'],
  ['sec-earnings', 'a company that does not use a concept has no file of it'],
  ['usgs-quakes', 'who felt a quake, null where it is not told'],
])

const mostParts = 8
/** Asked for all they have: later there is one file. */
const fromTheFirst = new Set(['sec-form345'])
const sources = await sampledSources()

async function poll({ ingestor }: SampledSource, http: ReturnType<typeof createFailingReplay>) {
  const credentials = Object.fromEntries((ingestor.needs ?? []).map((need) => [need, 'a-key']))
  const since = fromTheFirst.has(ingestor.source) ? null : monthBefore
  return pollUpstream(ingestor, { http, credentials }, { at: pollAt, since }, AbortSignal.timeout(60_000))
}

test.each(sources.map((one) => [one.ingestor.source, one] as const))(
  '%s',
  async (name, source) => {
    const { ingestor, sample } = source
    const whole = createFailingReplay(sample, null)
    const right = await poll(source, whole)
    const all = [...whole.asked]
    if (all.length < 2) return
    const step = Math.max(1, Math.floor(all.length / mostParts))
    const nameOf = (value: unknown) => `${ingestor.topic.key(value)} ${ingestor.topic.observedAt(value).getTime()}`
    const names = new Set(right.values.map(nameOf))
    const rule = needed.get(name)?.[0]
    const parts = all.filter((_, i) => i < 2 || i === all.length - 1 || i % step === 0)
    for (const part of parts.filter((one) => rule?.test(one) !== true))
      for (const fault of faults) {
        const told = `${fault} of ${part}`
        const got = await poll(source, createFailingReplay(sample, part, fault)).catch((error: Error) =>
          expect.fail(`${told} cost the poll: ${error.message}`),
        )
        expect(got.values.length, told).toBeGreaterThan(0)
        // A part may hold most of it, but nothing comes of a failure that was not there before.
        if (fault !== 'cut')
          expect(
            got.values.filter((value) => !names.has(nameOf(value))),
            told,
          ).toEqual([])
        if (fault === 'cut' || silent.has(name)) continue
        if (fault === '404' && maybeNothing.has(name)) continue
        expect(got.aside.length, `${told} is told of nowhere`).toBeGreaterThan(0)
      }
  },
  120_000,
)

/** What is not there was never published. */
const maybeNothing = new Set(['finra-short-interest'])

test('a source that is away altogether fails its poll, and is asked twice', async () => {
  const source = sources.find(({ ingestor }) => ingestor.source === 'binance-oi')!
  const none = { ...source.sample, answer: () => ({ status: 503, type: 'text/plain', body: '' }) }
  const down = createFailingReplay(none, null)
  await expect(poll(source, down)).rejects.toMatchObject({ code: 'upstream_unavailable' })
  expect(down.asked).toHaveLength(2)
})

test('what was missed is known until the next poll begins, and a part that was refused is not missed', async () => {
  const source = sources.find(({ ingestor }) => ingestor.source === 'binance-oi')!
  const part = (() => {
    const whole = createFailingReplay(source.sample, null)
    return poll(source, whole).then(() => whole.asked[1]!)
  })()
  const isPartial = async (fault: Fault) => (await poll(source, createFailingReplay(source.sample, await part, fault))).isPartial
  expect(await Promise.all(faults.map(isPartial))).toEqual([true, false, true, true])
  const brake = createBrake(createFailingReplay(source.sample, 'https://a.example/', '500'))
  await expect(brake.json('https://a.example/')).rejects.toThrow('500')
  expect(brake.hasMissed()).toBe(true)
  brake.begin()
  expect(brake.hasMissed()).toBe(false)
})
