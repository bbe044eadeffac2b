// A plan is made of the task's words over the catalogue alone: what it asks, what it costs, and what it refuses before anybody pays.
import { expect, test } from 'vitest'
import { createInputReader } from '../../../api/inputs.ts'
import { discoverServices } from '../../../processors/index.ts'
import { mills, mostCalls, priceUsd } from '../../../processors/jobs/hire/limits.ts'
import { actIn } from '../../../processors/jobs/hire/plan/acts.ts'
import { fitWithin, planTask } from '../../../processors/jobs/hire/plan/plan.ts'
import { reach } from '../../../processors/jobs/hire/plan/reach.ts'
import { planOrRefuse } from '../../../processors/jobs/hire/plan/refuse.ts'

const catalogue = new Map(
  (await discoverServices()).flatMap((service) =>
    service.routes.map((route) => [`${service.label}${route.path}` as string, route] as const),
  ),
)
const asked = (task: string, more = {}) =>
  fitWithin(planTask({ task, ...more }).steps).steps.map(({ route, input }) => [route, ...Object.values(input)].join(' '))

test('every route it can ask is sold, at the price it counts with', () => {
  for (const { route, price } of reach) expect([route, catalogue.get(route)?.price]).toEqual([route, price])
  expect(catalogue.get('agent_task/hire')!.price).toBe(priceUsd)
})

const address = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const tasks: readonly (readonly [string, readonly string[]])[] = [
  [
    'Is ETH perpetual funding crowded, and how do US interest rates stand?',
    ['funding/rates ETH', 'funding/signal ETH', 'rates/rates'],
  ],
  [
    'Compare BTC and SOL open interest and liquidations please',
    ['oi/oi BTC,SOL', 'liq/liquidations BTC', 'liq/liquidations SOL'],
  ],
  [`Is ${address} a safe token contract?`, [`contract/verify ${address}`, `token/report ${address}`]],
  ['What is the weather tomorrow in Berlin for a walk?', ['weather/forecast tomorrow Berlin']],
  ['How risky is the sovereign debt of Brazil and Argentina?', ['sovereign/sovereign BR', 'sovereign/sovereign AR']],
  ['Is "Borislav Zampanov" sanctioned by anybody?', ['sanctions/screen Borislav Zampanov']],
  ['Where can I earn the best yield on USDC right now?', ['defi/top-yields USDC']],
  ['ERCOT grid load and carbon today, in short', ['grid/region/{code} ERCOT']],
  ['Summarize https://example.com/a for me please', ['read/read https://example.com/a']],
]
test.each(tasks)('%s', (task, steps) => {
  expect(asked(task)).toEqual(expect.arrayContaining([...steps]))
})

test.each([
  ['What is the BTC funding rate right now?', ['funding/rates BTC']],
  ['A brief on the US labor market and the yield curve', ['rates/rates', 'labor/labor']],
  ['Bond yields and mortgage rates, in short', ['rates/rates', 'realestate/report']],
  ['What is the unemployment rate of today?', ['labor/labor']],
  ['Inflation rate of Brazil, please: how high?', ['sovereign/sovereign BR', 'macro/macro']],
  ['Dividend yield of AAPL and what it says', ['equity/equity AAPL']],
  ['The lending rate on stablecoins, best yields', ['defi/top-yields', 'stable/pulse']],
  ['Real yields and gold, and how they stand', ['metals/report']],
  ['How is the euro area doing, in short?', ['europe/pulse']],
  [`Is the wallet ${address} profitable?`, [`wallet/score ${address}`, `pnl/pnl ${address}`]],
])('%s asks nothing that a word of another meaning would call for', (task, steps) => {
  expect(asked(task)).toEqual(steps)
})

test('each step is an input its own route takes', () => {
  const now = new Date('2026-11-23T00:00:00Z')
  for (const [task] of tasks)
    for (const { route, input } of planTask({ task }).steps) {
      const found = catalogue.get(route)!
      const read = createInputReader(found)({ query: input, params: {}, body: {} }, now)
      if (found.serve !== 'queued') expect(found.key(read)).not.toBe('')
    }
})

test('what one word calls for besides is asked too, within six readings and the price of one hire', () => {
  const all = planTask({
    task: 'US labor market, recession risk, inflation, housing, retail sales, gold, liquidity, wheat, GPU prices, whales, staking',
  })
  expect(all.steps.map(({ route }) => route)).toEqual(
    expect.arrayContaining(['labor/labor', 'cycle/cycle', 'realestate/report', 'consumer/consumer']),
  )
  const { steps, leftOut } = fitWithin(all.steps)
  expect(steps).toHaveLength(mostCalls)
  expect(leftOut.length).toBe(all.steps.length - mostCalls)
  const dear = fitWithin(
    planTask({ task: `wallet score, pnl, token, contract, reputation, launch and liquidity pool of ${address}` }).steps,
  )
  expect(dear.steps.reduce((sum, { price }) => sum + mills(price), 0)).toBeLessThanOrEqual(mills(priceUsd))
  expect(dear.leftOut).not.toEqual([])
})

test.each([
  ['Which federal contracts of NAICS 541512 are open?', { naics: '541512' }],
  ['Which federal contracts are open in 2026?', {}],
  ['A liquidation cascade if ETH drops by 22.5 %?', { drop_pct: '22.5', token: 'ETH' }],
  ['A price drop cascade of ETH by 120 % or 0%?', { token: 'ETH' }],
  ['ETH rose 5% today, how close is a liquidation cascade?', { token: 'ETH' }],
  [
    'ETH is up 40% this year; after so long a climb, is a liquidation cascade near at a 12 % fall?',
    { drop_pct: '12', token: 'ETH' },
  ],
])('%s is asked with what it says', (task, input) => {
  const inputs = planTask({ task }).steps.map((step) => step.input)
  expect(inputs).toContainEqual(input)
})

test('what the task names is looked up before what its context names', () => {
  expect(asked('Is this wallet to be trusted as an account?', { context: `seen: ${address}` })).toEqual(
    expect.arrayContaining([`wallet/score ${address}`, `kya/check ${address}`]),
  )
  const funding = asked('Is funding of ETH crowded at the moment?', { context: 'BTC DOGE' })
  expect(funding.toSorted()).toEqual(['funding/rates ETH', 'funding/signal ETH'])
})

test('named routes are the only ones asked', () => {
  expect(asked('Tell me about ETH funding and interest rates', { routes: ['rates/rates'] })).toEqual(['rates/rates'])
})

test.each([
  ['Write me a love poem about the sea, in rhymes', 'out_of_reach'],
  ['ლექსი ზღვის შესახებ, გთხოვთ დამიწეროთ', 'out_of_reach'],
  ['Please buy 10 ETH for me on the cheapest exchange', 'act_refused'],
  [`Transfer 100 USDC to ${address} right now`, 'act_refused'],
  ['Could you please log in to my bank and check the balance', 'act_refused'],
  ['What will the price of BTC be on 3 March 2031 exactly?', 'forecast_refused'],
  ['Predict where ETH stands by the end of next year', 'forecast_refused'],
  ['How many rigs drill in the Permian basin, and shale output?', 'beyond_price'],
  ['What is the weather like over there at the place?', 'out_of_reach'],
])('%s is refused by name, with what can be done', (task, code) => {
  let error: any = null
  try {
    planOrRefuse({ task })
  } catch (thrown) {
    error = thrown
  }
  expect(error).toMatchObject({ code: 'input_unusable', detailCode: code })
  expect(error.message).toContain('/catalog.json')
  expect(error.suggestions.length).toBeGreaterThan(3)
})

test.each([
  ['I would like you to transfer 5 ETH to my other wallet', 'transfer'],
  ['Please immediately wire $500 to my landlord in Berlin', 'wire'],
  ['Check ETH funding and then buy 10 ETH for me', 'buy'],
  ['Is ETH funding crowded? If so: sell all of it.', 'sell'],
  ['Task: swap USDC for ETH on the best exchange', 'swap'],
  ['Write me a poem about gold and silver prices', 'write me a poem'],
  ['Send me a short brief on ETH funding and gold', null],
  ['Trade balance of Germany and its sovereign debt, please', null],
  ['Order the big coins by open interest for me', null],
  ['Swap rates and the yield curve of the United States', null],
  ['Buy or sell pressure in BTC funding, told in short', null],
  ['Pay attention to rates: how do they stand now?', null],
  ['Sign of a recession in the labor market, or none?', null],
])('%s asks for the act %j', (task, act) => {
  expect(actIn(task)).toBe(act)
})

test('of places those a route takes are asked about, and the others are told', () => {
  const unasked = (task: string) => planTask({ task }).unasked
  expect(asked('Is the housing market of Texas cooling off?')).toEqual(['realestate/report Texas'])
  expect(unasked('Is the housing market of Texas cooling off?')).toEqual([])
  expect(asked('Travel risk for a trip to Kyiv and Paris')).toEqual(['geo/risk Kyiv', 'geo/risk Paris'])
  expect(unasked('How are rates, and house prices in Berlin?')).toEqual(['Berlin'])
  expect(asked('What is the weather in Berlin, and Tesla stock?')).toEqual([
    'weather/forecast today Berlin',
    'equity/equity TSLA',
  ])
  expect(asked('How near is a recession in Germany?')).toEqual(['cycle/cycle DE'])
  expect(planTask({ task: 'Best USDC yields on Base, please' }).steps[0]!.input).toEqual({ chain: 'Base', asset: 'USDC' })
  expect(unasked('Which wildfires hit California and New York in the last week?')).toEqual(['California', 'New York'])
  expect(asked('Are new wildfires near?')).toEqual(['hazard/hazard'])
  expect(unasked('Earthquakes in West Virginia, Texas')).toEqual(['West Virginia', 'Texas'])
  expect(unasked('Payrolls and wages of Germany, in short')).toEqual(['Germany'])
  expect(unasked('What does the New York Fed say of rates in the United States?')).toEqual([])
  expect(unasked('How risky is the sovereign debt of Brazil?')).toEqual([])
})

test('what a task names and no step asks about is told, and what is asked about is not', () => {
  const unasked = (task: string, given = {}) => planTask({ task, given }).unasked
  expect(unasked('Is ETH perpetual funding crowded, and how do US interest rates stand?')).toEqual([])
  expect(unasked('Is ZZCOIN funding crowded, and that of ETH?')).toEqual(['ZZCOIN'])
  expect(unasked('Is FARTCOIN funding crowded, and that of ETH?')).toEqual(['FARTCOIN'])
  expect(unasked('PLEASE TELL ME QUICKLY: IS FUNDING OF ETH CROWDED?')).toEqual([])
  expect(unasked('Is funding of these crowded right now?', { symbols: ['ETH', 'BTC', 'SOL', 'XRP', 'DOGE', 'QQQX'] })).toEqual([
    'DOGE',
    'QQQX',
  ])
  expect(unasked('Summarize the page for me please', { urls: ['https://example.com/a'], addresses: [address] })).toEqual([
    address,
  ])
})
