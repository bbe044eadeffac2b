// Written by us in the shape of /protocols and the lists beside it: audits as text, links that may be missing, oracles in either of two
// members, a parent by number and by name, chains by names given up elsewhere, exchanges mixed in.
import { dayNumber, level } from '../../../samples/walk.ts'

const year = 365 * 86_400
const rows = [
  ['Aave V3', 'aave-v3', 'AAVE', 'Lending', 28e9, 1.5e9, '2', ['Chainlink'], 4, 'parent#aave'],
  ['Aave V2', 'aave-v2', 'AAVE', 'Lending', 0.3e9, 1.5e9, '2', ['Chainlink'], 6, 'parent#aave'],
  ['Lido', 'lido', 'LDO', 'Liquid Staking', 24e9, 0.5e9, '2', undefined, 5.9, undefined],
  ['Uniswap V3', 'uniswap-v3', 'UNI', 'Dexs', 2.4e9, 2.1e9, '2', undefined, 5.5, 'parent#uniswap'],
  ['Sky Lending', 'sky-lending', 'SKY', 'CDP', 5.6e9, 1.2e9, '2', ['Chronicle', 'Chainlink'], 7, undefined],
  ['Sample Bridge', 'sample-bridge', '-', 'Bridge', 40e6, null, '0', [], 0.1, undefined],
  ['Sample Exchange', 'sample-exchange', '-', 'CEX', 90e9, null, '0', undefined, 3, undefined],
] as const

// Per year and dollar locked; the bridge is in no list of fees.
const feeRates: Readonly<Record<string, number>> = {
  'aave-v3': 0.03,
  'aave-v2': 0.02,
  lido: 0.029,
  'uniswap-v3': 0.31,
  'sky-lending': 0.06,
}

/** In the shape of /overview/fees: the totals at the top are longer than we read. */
export function sampleFees(now: Date) {
  const protocols = sampleProtocols(now)
    .filter(({ slug }) => slug in feeRates)
    .map(({ id, name, slug, category, chains, tvl }) => ({
      total24h: (tvl * feeRates[slug]!) / 365,
      total7d: (tvl * feeRates[slug]! * 7) / 365,
      total30d: (tvl * feeRates[slug]! * 30) / 365,
      change_1d: null,
      defillamaId: id,
      name,
      displayName: name,
      module: slug,
      category,
      chains,
    }))
  return { totalDataChart: [], totalDataChartBreakdown: [], allChains: ['Ethereum', 'Base'], total24h: 1e7, protocols }
}

/** In the shape of /lite/protocols2: of each what it held a day, a week and a month ago; one that is younger than a month has none. */
export function sampleMonths(now: Date) {
  const protocols = sampleProtocols(now).map(({ id, name, symbol, category, chains, mcap, tvl, slug, change_1d, change_7d }) => ({
    category,
    chains,
    mcap,
    name,
    symbol,
    tvl,
    tvlPrevDay: tvl / (1 + change_1d / 100),
    tvlPrevWeek: tvl / (1 + change_7d / 100),
    tvlPrevMonth: slug === 'sample-bridge' ? null : wave(slug, dayNumber(now) - 30) * rows.find(([, own]) => own === slug)![4],
    defillamaId: id,
  }))
  return { protocols, chains: ['Ethereum', 'Base', 'BSC'], protocolCategories: ['Lending', 'Dexs'], parentProtocols: [] }
}

const wave = (slug: string, day: number): number => 1 + level(`protocol/${slug}`, day, 0, 0.3)

export function sampleProtocols(now: Date) {
  return rows.map(([name, slug, symbol, category, tvl, mcap, audits, oracles, ageYears, parentProtocol], i) => {
    const today = dayNumber(now)
    const locked = tvl * wave(slug, today)
    const change = (days: number) => (wave(slug, today) / wave(slug, today - days) - 1) * 100
    return {
      id: String(100 + i),
      name,
      slug,
      symbol,
      category,
      chains: ['Ethereum', 'Base', 'Binance'],
      tvl: locked,
      chainTvls: {
        Ethereum: locked * 0.7,
        Base: locked * 0.2,
        Binance: locked * 0.1,
        'Binance-borrowed': locked * 0.05,
        borrowed: locked * 0.4,
        ...(mcap === null ? {} : { staking: mcap * 0.2, 'Ethereum-staking': mcap * 0.2 }),
      },
      change_1h: null,
      change_1d: change(1),
      change_7d: ageYears < 0.2 ? -62.5 : change(7),
      mcap,
      audits,
      audit_links: audits === '0' ? undefined : ['https://example.org/audit.pdf'],
      ...toldOracles(oracles, i),
      forkedFrom: [],
      listedAt: Math.round(now.getTime() / 1_000 - ageYears * year),
      gecko_id: null,
      ...(parentProtocol === undefined ? {} : { parentProtocol, parentProtocolSlug: parentProtocol.replace('parent#', '') }),
    }
  })
}

// The older rows have names alone.
const toldOracles = (oracles: readonly string[] | undefined, i: number) =>
  oracles === undefined
    ? {}
    : i % 2 === 1
      ? { oracles }
      : { oraclesBreakdown: oracles.map((name) => ({ name, type: 'Primary', proof: [] })) }
