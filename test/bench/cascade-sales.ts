// The model beside real sales: random books on the lenders' contracts, fallen, liquidated, and sold into pools of Uniswap v3 and v4 on a
// local chain, whose prices move the oracles. One line a book, then the worst of them.
import { loadArtifacts, loadLendingArtifacts } from '../../devnet/contracts/artifacts.ts'
import { ownInput } from '../../devnet/contracts/sources.ts'
import { loadExchangeArtifacts } from '../../devnet/exchange/published.ts'
import { anvilBinary, startLocalAnvil } from '../support/cascade/local-anvil.ts'
import { loadOthers } from '../support/cascade/other-lenders.ts'
import { type Model, models, openSalesWorld, type SoldBook, type Totals } from '../support/cascade/real-sales.ts'

const otherNames = ['compound-v3', 'euler-v2', 'fluid'] as const
const numberAfter = (flag: string, usual: number) => {
  const at = process.argv.indexOf(flag)
  return at < 0 ? usual : Number(process.argv[at + 1])
}

if (process.argv.includes('--help')) {
  process.stdout.write(
    'usage: npm run bench -- cascade-sales [--books 10] [--from SEED]\nRandom books liquidated and sold for real on a local chain, beside the model; five seconds a book.\nWith COMET_SOURCES, a folder of the published sources of Compound v3, a market of it is one lender more in every book; with EULER_SOURCES a vault of Euler v2, with FLUID_SOURCES vaults of Fluid.\n',
  )
} else await compareBooks(numberAfter('--from', Math.floor(Math.random() * 1e6)), numberAfter('--books', 10))

async function compareBooks(from: number, books: number): Promise<void> {
  const binary = anvilBinary()
  if (binary === null) throw new Error('the package @foundry-rs/anvil has no binary for this platform')
  const [lending, own, v3] = await Promise.all([loadLendingArtifacts(), loadArtifacts(ownInput()), loadExchangeArtifacts()])
  const others = await loadOthers()
  const anvil = await startLocalAnvil(binary)
  const sold: SoldBook[] = []
  try {
    const world = await openSalesWorld(anvil.url, { lending, v3, desk: own.MarketDesk!, others })
    console.log(`Errors of: ${models.join(', ')}.`)
    console.log(
      '| Seed | Fall | Liquidations, of them Compound’s, Euler’s, Fluid’s, and rounds | Seized, USD | Errors | Bad debt, USD | Errors |',
    )
    console.log('|---|---|---|---|---|---|---|')
    for (let seed = from; seed < from + books; seed++) {
      const book = await world.sellBook(seed)
      sold.push(book)
      console.log(lineOf(book))
    }
  } finally {
    await anvil.stop()
  }
  for (const model of models) console.log(JSON.stringify({ bench: 'cascade-sales', books, model, ...summary(sold, model) }))
}

function lineOf({ seed, drop, real, ofOthers, models: said }: SoldBook): string {
  const each = (field: 'seizedUsd' | 'badDebtUsd') => models.map((one) => percent(off(said[one], real, field))).join(', ')
  return `| ${[
    seed,
    percent(-drop),
    [real.liquidations, ...otherNames.map((name) => ofOthers.get(name) ?? '-'), real.rounds].join(', '),
    Math.round(real.seizedUsd),
    each('seizedUsd'),
    Math.round(real.badDebtUsd),
    each('badDebtUsd'),
  ].join(' | ')} |`
}

function summary(sold: readonly SoldBook[], model: Model) {
  const errors = (field: 'seizedUsd' | 'badDebtUsd') =>
    sold
      .map((book) => off(book.models[model], book.real, field))
      .filter((one) => one !== null)
      .map(Math.abs)
      .sort((a, b) => a - b)
  const [seized, bad] = [errors('seizedUsd'), errors('badDebtUsd')]
  const within = (all: readonly number[], bar: number) => `${all.filter((one) => one <= bar).length} of ${all.length}`
  return {
    ...Object.fromEntries(otherNames.map((name) => [name, sold.reduce((sum, book) => sum + (book.ofOthers.get(name) ?? 0), 0)])),
    liquidations_equal: sold.filter((book) => book.models[model].liquidations === book.real.liquidations).length,
    seized_within_1_pct: within(seized, 0.01),
    seized_median: percent(seized[seized.length >> 1] ?? null),
    seized_worst: percent(seized.at(-1) ?? null),
    bad_debt_within_5_pct: within(bad, 0.05),
    bad_debt_median: percent(bad[bad.length >> 1] ?? null),
    bad_debt_worst: percent(bad.at(-1) ?? null),
  }
}

/** Null where there is nothing to be wrong about. */
function off(model: Totals, real: Totals, field: 'seizedUsd' | 'badDebtUsd'): number | null {
  if (real[field] === 0) return model[field] < 1 ? null : Number.POSITIVE_INFINITY
  return model[field] / real[field] - 1
}

function percent(share: number | null): string {
  return share === null ? '-' : `${(share * 100).toFixed(2)} %`
}
