// An operator's feeds one by one: each may fail, come in its other form or tell of another hour, and costs itself.
import { describe, expect, it } from 'vitest'
import { TollgateError } from '../../../base/errors.ts'
import { createAsideList } from '../../../ingestors/aside.ts'
import type { HttpClient } from '../../../ingestors/client/http.ts'
import { fetchFeeds } from '../../../ingestors/shapes/grid-feeds.ts'
import caiso from '../../../ingestors/sources/caiso-grid/ingestor.ts'
import ercot from '../../../ingestors/sources/ercot-grid/ingestor.ts'
import miso from '../../../ingestors/sources/miso-grid/ingestor.ts'
import nyiso from '../../../ingestors/sources/nyiso-grid/ingestor.ts'
import pjm from '../../../ingestors/sources/pjm-grid/ingestor.ts'
import spp from '../../../ingestors/sources/spp-grid/ingestor.ts'
import { createReplay } from '../../support/replay.ts'
import { sampledSources } from '../../support/sources.ts'

const at = new Date('2026-11-20T18:30:00Z')
const operators = [caiso, ercot, miso, nyiso, pjm, spp] as const

const samples = new Map((await sampledSources()).map(({ ingestor, sample }) => [ingestor.source, sample]))

/** The feeds of an operator's sample. */
async function feedsOf({ source, fetch }: (typeof operators)[number]): Promise<Record<string, any>> {
  const http = createReplay(samples.get(source)!, { at })
  const signal = new AbortController().signal
  return (await fetch({ http, at, since: null, signal, credential: () => 'a-key' })) as Record<string, any>
}

describe.each(operators.map((operator) => [operator.source, operator] as const))('%s', (_name, operator) => {
  it('loses of its state what a feed would have told, and says which feed it was', async () => {
    const feeds = await feedsOf(operator)
    const [whole] = operator.parse(feeds as never, at)
    const isAnchor = (name: string) => operator === ercot && name === 'mix'
    for (const name of Object.keys(feeds).filter((one) => !isAnchor(one))) {
      const aside = createAsideList()
      const [state] = operator.parse({ ...feeds, [name]: 'a notice of maintenance' } as never, at, aside.set)
      expect(aside.all.map(({ what }) => what)).toEqual([name])
      expect(state).toBeDefined()
      for (const [member, told] of Object.entries(state!))
        expect([null, ...(Array.isArray(told) ? [[]] : []), (whole as any)[member]], `${name} ${member}`).toContainEqual(told)
    }
  })
  it('says nothing where no feed tells anything', () => {
    const feeds = { ...(operator === ercot && { mix: {} }) }
    const read = () => operator.parse(feeds as never, at, () => undefined)
    if (operator === ercot) expect(read).toThrow(expect.objectContaining({ code: 'upstream_changed' }))
    else expect(read()).toEqual([])
  })
})

it('of Texas an hour without its moment as a number is told by its clock', async () => {
  const feeds = await feedsOf(ercot)
  const data = feeds.load.currentDay.data.map(({ epoch, ...row }: any) => ({
    ...row,
    timestamp: `${new Date(epoch - 6 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')}-0600`,
  }))
  const aside = createAsideList()
  const [told] = ercot.parse({ ...feeds, load: { ...feeds.load, currentDay: { data } } } as never, at, aside.set)
  expect(aside.all).toEqual([])
  expect(told).toEqual(ercot.parse(feeds as never, at)[0])
})

it('of Texas just after midnight, when the new day has no price and no hour yet, the rest is told and nothing is set aside', async () => {
  const feeds = await feedsOf(ercot)
  const empty = { ...feeds, prices: { ...feeds.prices, rtSppData: [] }, load: { ...feeds.load, currentDay: { data: [] } } }
  const aside = createAsideList()
  const [[state], [whole]] = [ercot.parse(empty as never, at, aside.set), ercot.parse(feeds as never, at)]
  expect(aside.all).toEqual([])
  expect(state).toMatchObject({ demand_mw: whole!.demand_mw, mix: whole!.mix, reserve_mw: whole!.reserve_mw })
  expect(state).toMatchObject({
    price_usd_mwh: null,
    price_hub: null,
    forecast_mw: null,
    peak_forecast_mw: null,
    available_mw: null,
  })
})

it('a feed that is refused or away is set aside', async () => {
  const aside = createAsideList()
  const refused = async () => Promise.reject(new TollgateError('upstream_refused', 'gone'))
  const feeds = await fetchFeeds<{ a?: number; b?: number }>({ a: refused, b: async () => 2 }, { setAside: aside.set })
  expect(feeds).toEqual({ b: 2 })
  expect(aside.all).toMatchObject([{ what: 'a', reason: 'gone' }])
  const away = async () => Promise.reject(new TollgateError('upstream_unavailable', 'away', { retryable: true }))
  const others = await fetchFeeds<{ a?: number; b?: number }>({ a: away, b: async () => 2 }, { setAside: aside.set })
  expect(others).toEqual({ b: 2 })
  expect(aside.all[1]).toMatchObject({ what: 'a', code: 'upstream_unavailable' })
})

it("PJM's downloads are the items alone", async () => {
  const feeds = await feedsOf(pjm)
  const bare = Object.fromEntries(Object.entries(feeds).map(([name, feed]) => [name, feed.items]))
  expect(pjm.parse(bare as never, at)).toEqual(pjm.parse(feeds as never, at))
})

it('what MISO buys of other grids is no fuel: it is traded, and an export is positive', async () => {
  const feeds = await feedsOf(miso)
  const [before] = miso.parse(feeds as never, at)
  const imports = { INTERVALEST: '2026-11-20 1:30:00 PM', CATEGORY: 'Imports', ACT: '3,355' }
  const mix = { ...feeds.mix, Fuel: { Type: [...feeds.mix.Fuel.Type, imports] } }
  const [state] = miso.parse({ ...feeds, mix } as never, at)
  expect(before!.interchange_mw).toBeNull()
  expect(state).toEqual({ ...before, interchange_mw: -3_355 })
})

describe("New York's price", () => {
  const price = (...rows: readonly (readonly [string, number])[]) =>
    ['"Time Stamp","Name","PTID","LBMP ($/MWHr)"', ...rows.map(([time, usd]) => `"${time}","N.Y.C.",61761,${usd}`)].join('\n')
  it('is the newest of the file, by its own time', async () => {
    const feeds = await feedsOf(nyiso)
    const rows = price(['11/20/2026 13:20:00', 41], ['11/20/2026 13:30:00', 43], ['11/20/2026 13:25:00', 42])
    const [state] = nyiso.parse({ ...feeds, price: rows } as never, at)
    expect(state).toMatchObject({ price_usd_mwh: 43, price_hub: 'N.Y.C.' })
  })
  it('of another day is no price of now', async () => {
    const feeds = await feedsOf(nyiso)
    const [state] = nyiso.parse({ ...feeds, price: price(['11/19/2026 13:30:00', 43]) } as never, at)
    expect(state).toMatchObject({ price_usd_mwh: null, price_hub: null, demand_mw: expect.any(Number) })
  })
})

it("California's clock times are of today until midnight, and just after it of yesterday", async () => {
  const { fuels } = await feedsOf(caiso)
  const [head, row] = fuels.split('\n')
  const seen = (time: string, moment: string) =>
    caiso.parse({ fuels: `${head}\n${row.replace(/^\d\d:\d\d/, time)}` }, new Date(moment))[0]!.at
  expect(seen('23:55', '2026-11-21T07:58:00Z')).toBe('2026-11-21T07:55:00.000Z')
  expect(seen('23:55', '2026-11-21T08:02:00Z')).toBe('2026-11-21T07:55:00.000Z')
  expect(seen('00:00', '2026-11-21T08:02:00Z')).toBe('2026-11-21T08:00:00.000Z')
  expect(seen('10:30', '2026-11-20T18:28:00Z')).toBe('2026-11-20T18:30:00.000Z')
})

it('a file that answers for every feed is read where it fits', async () => {
  const { fuels } = await feedsOf(caiso)
  const http = { json: async () => Promise.reject(new TollgateError('upstream_changed', 'no JSON')), text: async () => fuels }
  const aside = createAsideList()
  const context = {
    http: http as unknown as HttpClient,
    at,
    since: null,
    signal: AbortSignal.timeout(1_000),
    setAside: aside.set,
  }
  const feeds = await caiso.fetch({ ...context, credential: () => undefined })
  const [state] = caiso.parse(feeds, at, aside.set)
  expect(aside.all.map(({ what }) => what)).toEqual(['stats', 'demand'])
  expect(state).toMatchObject({ demand_mw: null, mix: expect.arrayContaining([{ fuel: 'nuclear', mw: expect.any(Number) }]) })
})

it('a feed of California that stands still tells nothing of an hour long after it', async () => {
  const feeds = await feedsOf(caiso)
  const [whole] = caiso.parse(feeds as never, at)
  const [head, ...rows] = (feeds.fuels as string).trim().split('\n')
  const { fuels, ...others } = feeds
  const [state] = caiso.parse({ ...others, fuels: `${head}\n${rows[0]}\n` } as never, at)
  expect(whole!.mix.length).toBeGreaterThan(0)
  expect(state).toMatchObject({
    at: caiso.parse(others as never, at)[0]!.at,
    demand_mw: whole!.demand_mw,
    interchange_mw: null,
    mix: [],
  })
})
