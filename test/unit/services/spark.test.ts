// Spark spreads by hand: margins at a heat rate, where they stand in their window, and a page that counts otherwise.
import { expect, test } from 'vitest'
import prices from '../../../ingestors/sources/eia-daily-prices/ingestor.ts'
import spark from '../../../processors/services/spark/service.ts'
import { type Hub, judgeHubs, scoreHub } from '../../../processors/services/spark/signal.ts'

const at = new Date('2026-09-22T14:00:00Z')
const page = (rows: string) =>
  `<table summary="Spot Natural Gas and Electric Power Prices"><tr><td colspan="7"><b>Prices, 9/21/26</b></td></tr>${rows}</table>`
const row = (region: string, cells: string) => `<tr><td class="s1">${region}</td>${cells}</tr>`
const hub = (over: Partial<Hub> = {}): Hub => ({
  hub: 'houston',
  region: 'Houston',
  power_change_pct: 1,
  gas_change_pct: 1,
  published_spark_usd_mwh: 19,
  history: [{ date: '2026-09-21', power_usd_mwh: 40, gas_usd_mmbtu: 3 }],
  ...over,
})

test('a region is read with its changes, NA is none, and a row with a cell missing costs itself', () => {
  const good = row(
    'Houston',
    '<td class="d1">3.00</td><td class="dn">-1.5</td><td class="d1">40.00</td><td class="up">+2.0</td><td class="d1">19.00</td>',
  )
  const none = row(
    'Southwest',
    '<td class="d1">NA</td><td class="nc">NA</td><td class="d1">1,040.00</td><td class="nc">0.0</td><td class="d1">NA</td>',
  )
  const short = row('Midwest', '<td class="d1">40.00</td><td class="up">+2.0</td><td class="d1">19.00</td>')
  const aside: string[] = []
  const read = prices.parse(page(good + none + short), at, (what) => aside.push(what))
  expect(read).toMatchObject([
    { date: '2026-09-21', hub: 'houston', gas_usd_mmbtu: 3, gas_change_pct: -1.5, power_usd_mwh: 40, spark_usd_mwh: 19 },
    { hub: 'southwest', gas_usd_mmbtu: null, power_usd_mwh: 1_040, spark_usd_mwh: null },
  ])
  expect(aside).toHaveLength(1)
})

test('prices for delivery today are of the day of the page, before its name or behind it, and not of the close of oil', () => {
  const cells =
    '<td class="d1">3.00</td><td class="dn">-1.5</td><td class="d1">40</td><td class="nc">0.0</td><td class="d1">19</td>'
  const oil =
    '<table summary="Spot Petroleum Prices"><tr><td><b>Wholesale Spot Petroleum Prices, 9/21/26 Close</b></td></tr><tr><td class="s1">Crude</td></tr></table>'
  const table = `<table class="t3"><tr><td><b>Select Spot Prices for Delivery Today</b></td></tr>${row('Houston', cells)}</table>`
  const menu = '<a href="#spot">Spot Natural Gas and Electric Power Prices</a> Archive of May 1, 2011'
  const heads = [
    '<span class="date">September 22, 2026</span><h1>Daily Prices</h1>',
    '<h1>Daily Prices <span>Sept 22, 2026</span></h1>',
    '<p>September 22, 2026</p><h1>Daily Prices</h1>',
  ]
  for (const head of heads)
    expect(prices.parse(`${menu}${'.'.repeat(400)}${head}${oil}${table}`, at)).toMatchObject([
      { date: '2026-09-22', hub: 'houston' },
    ])
  for (const html of [`<h1>Prices</h1>${oil}${table}`, `${heads[0]}${menu}${oil}`])
    expect(() => prices.parse(html, at)).toThrow(expect.objectContaining({ code: 'upstream_changed' }))
})

test('40 dollars of power over gas at 3: 19 at a heat rate of 7, 10 for a peaker, and 13.33 is the plant that breaks even', () => {
  const [told] = judgeHubs([hub()], 7).hubs
  expect(told).toMatchObject({ spark_usd_mwh: 19, peaker_spark_usd_mwh: 10, implied_heat_rate: 13.33, pctile_90d: null })
  expect(judgeHubs([hub()], 10.5).hubs[0]!.spark_usd_mwh).toBe(8.5)
})

test('without two weeks of days the score is a fixed scale around 15 dollars, then the share of days below', () => {
  expect(scoreHub(15, [])).toBe(0)
  expect(scoreHub(35, [])).toBeCloseTo(100 * Math.tanh(1), 6)
  const window = Array.from({ length: 20 }, (_, i) => i)
  expect(scoreHub(19, window)).toBe(100)
  expect(scoreHub(9, window)).toBe(0)
})

test('a published spread over a dollar off is flagged, and gas that costs nothing implies no heat rate', () => {
  expect(judgeHubs([hub({ published_spark_usd_mwh: 20.5 })], 7).flags).toEqual(['definition_mismatch:houston'])
  expect(judgeHubs([hub()], 7).flags).toEqual([])
  const free = hub({ history: [{ date: '2026-09-21', power_usd_mwh: 40, gas_usd_mmbtu: 0.05 }] })
  expect(judgeHubs([free], 7).hubs[0]!.implied_heat_rate).toBeNull()
})

test('a hub without a price has no margin, and is not sold as a fair one', () => {
  const none = hub({
    hub: 'southwest',
    region: 'Southwest',
    history: [{ date: '2026-09-21', power_usd_mwh: null, gas_usd_mmbtu: 3 }],
  })
  const [route] = spark.routes
  const body = { signal: {}, hubs: [hub(), none], gas: {}, rt_overlay: [] }
  for (const asked of ['southwest', 'northwest'])
    expect(() => route!.shape!(body, { hub: asked } as never)).toThrow(expect.objectContaining({ code: 'input_unusable' }))
  expect(route!.shape!(body, { hub: 'houston' } as never)).toMatchObject({ hubs: [{ hub: 'houston', spark_usd_mwh: 19 }] })
})

test('a heat rate beyond 5 to 15 is 400, a hub nobody trades 422', () => {
  const [route] = spark.routes
  expect(() => route!.read!({ heat_rate: '16' }, at)).toThrow(expect.objectContaining({ code: 'input_invalid' }))
  expect(() => route!.read!({ hub: 'atlantis' }, at)).toThrow(expect.objectContaining({ code: 'input_unusable' }))
  expect(route!.read!({ hub: 'SP15' }, at)).toMatchObject({ hub: 'southern-ca', heat_rate: 7 })
})
