// Published liquidations beside what the model gives from reported prices and books: the table of docs/cascade.md, made again.
//
// No source tells where borrowers stood. A book is made up whose debt within a fall of d is a * d² of all: a is fitted to the first event,
// and what the others come out at is not fitted to anything.
import { createBook } from '../../processors/services/cascade/book/book.ts'
import { createRun } from '../../processors/services/cascade/engine/run.ts'
import { simulate } from '../../processors/services/cascade/engine/simulate.ts'
import { addTallies } from '../../processors/services/cascade/engine/tally.ts'
import { buildIndex } from '../../processors/services/cascade/index/build.ts'
import { noImpact } from '../../processors/services/cascade/model/impact.ts'
import type { MarketState } from '../../processors/services/cascade/model/market-state.ts'
import { bonuses, ethShare, events, misprice, rules } from './support/cascade-events.ts'

if (process.argv.includes('--help')) {
  process.stdout.write(
    'usage: npm run bench -- calibration\nSix published events beside the model, as the tables of docs/cascade.md.\n',
  )
} else print()

/** Per dollar of all debt, what the made-up book loses with a = 1. */
function outcomeOf(ethFall: number, btcFall: number) {
  const symbols = ['ETH', 'BTC', 'USDC']
  const state: MarketState = {
    tokens: symbols.map((symbol) => ({
      ...{ symbol, priceUsd: 1, family: symbol, role: 'numeraire', base: null, oracle: 'market', routedShare: 0 },
      impact: noImpact,
    })),
    collateralKinds: [0, 1].map((token) => {
      return { protocol: 'aave-v3', label: symbols[token]!, token, follows: token, priceUsd: 1, ...rules }
    }),
    debtKinds: [{ protocol: 'aave-v3', label: 'USDC', token: 2, follows: 2, priceUsd: 1 }],
  }
  const perFamily = 4_000
  const debtUsd = 1e6
  const book = createBook(2 * perFamily)
  const [fall, falls] = [Math.max(ethFall, btcFall), [ethFall, btcFall]]
  for (const kind of [0, 1]) {
    for (let i = 0; i < perFamily; i++) {
      // The debt within a fall of d is d²: the i-th of equal loans stands at the root of its rank, and none beyond any fall here counts.
      const reachedAt = fall * Math.sqrt((i + 0.5) / perFamily)
      const amount = debtUsd / rules.liquidationThreshold / (1 - reachedAt)
      const id = `aave-v3:${kind}:${i}`
      book.upsert({ id, protocol: 'aave-v3', collateral: [{ kind, amount }], debt: [{ kind: 0, amount: debtUsd }] })
    }
  }
  const run = createRun(buildIndex(book.snapshot(), state, [true, true, false]))
  const share = [ethShare, 1 - ethShare]
  const sum = { seized: 0, badDebt: 0 }
  for (const kind of [0, 1]) {
    const shock = Float64Array.from([1, 1, 1], (one, t) => (t === kind ? one - falls[kind]! : one))
    const { seizedUsd, badDebtUsd } = addTallies(simulate(run, shock).perProtocol)
    const perDollar = (share[kind]! * fall ** 2) / (perFamily * debtUsd)
    sum.seized += seizedUsd * perDollar
    sum.badDebt += badDebtUsd * perDollar
  }
  return sum
}

function print(): void {
  const [fitted] = events
  const unit = (event: (typeof events)[number]) => outcomeOf(event.ethFallPct / 100, (event.btcFallPct ?? event.ethFallPct) / 100)
  const a = fitted!.seizedUsd / (fitted!.bookUsd * unit(fitted!).seized)
  const millions = (usd: number) => (usd / 1e6).toFixed(usd < 1e6 ? 2 : 1)
  console.log(`a = ${a.toFixed(4)}: within a fall of a tenth stands ${(a * 1).toFixed(2)} % of all debt\n`)
  console.log('| Event | ETH, BTC | Book, bn | Published, m | Model, m | Error | Bad debt, published | Model, one jump |')
  console.log('|---|---|---|---|---|---|---|---|')
  for (const event of events) {
    const { seized, badDebt } = unit(event)
    const model = a * event.bookUsd * seized
    const error = `${(100 * (model / event.seizedUsd - 1)).toFixed(0)} %`
    const falls = `-${event.ethFallPct} %, ${event.btcFallPct === null ? 'not found' : `-${event.btcFallPct} %`}`
    const lost = event.badDebtUsd === null ? 'not found' : millions(event.badDebtUsd)
    const own = event === fitted ? 'fitted' : error
    const row = [event.name, falls, (event.bookUsd / 1e9).toFixed(2), millions(event.seizedUsd), millions(model), own, lost]
    console.log(`| ${row.join(' | ')} | ${millions(a * event.bookUsd * badDebt)} |`)
  }
  console.log('\n| Event | What | Published | Model | Error |')
  console.log('|---|---|---|---|---|')
  const line = (name: string, what: string, published: number, model: number, digits: number, unitName: string) =>
    console.log(
      `| ${name} | ${what} | ${published.toFixed(digits)} ${unitName} | ${model.toFixed(digits)} ${unitName} | ${(100 * (model / published - 1)).toFixed(1)} % |`,
    )
  const { seizedWstEth, marketRate, oracleRate, bonus, gainEth } = misprice
  line('10 March 2026', 'liquidators’ gain', gainEth, seizedWstEth * (marketRate - oracleRate / bonus), 0, 'ETH')
  for (const { name, seizedUsd, bonusUsd, feeUsd } of bonuses) {
    const own = seizedUsd * (1 - 1 / rules.liquidationBonus)
    line(name, 'bonuses', bonusUsd / 1e6, own / 1e6, 2, 'm')
    line(name, 'fees', feeUsd / 1e6, (own * rules.protocolFeeShare) / 1e6, 2, 'm')
  }
}
