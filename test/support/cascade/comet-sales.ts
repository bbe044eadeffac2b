// A market of Compound v3 beside the other lenders: drawn borrowers, what the model has to know of them, and a round in which everybody
// short is absorbed, all that was taken is bought at the store front, and what buyers got is told.
import { type Address, parseEventLogs } from 'viem'
import { accountNamed, fund } from '../../../devnet/lending/accounts.ts'
import { mintTo, tokenOf } from '../../../devnet/lending/borrowers.ts'
import type { Lending } from '../../../devnet/lending/lending.ts'
import type { PricesUsd } from '../../../devnet/lending/prices.ts'
import type { MarketState } from '../../../processors/services/cascade/model/market-state.ts'
import type { CollateralKind, Position } from '../../../processors/services/cascade/model/position.ts'
import type { ChainSweep } from './chain-cascade.ts'
import { type CometBorrower, collateral, type LocalComet, openComet } from './local-comet.ts'
import type { SeededRandom } from './seeded-random.ts'

const base = 'USDC'
const protocol = 'compound-v3'
// Of what its owner is not credited with, what the store front gives away.
const storeFront = 0.6
const absorbsPerCall = 6
// So large that a price a unit off is none.
const largeUsd = 1_000_000n

export function drawCometBorrowers(lending: Lending, count: number, random: SeededRandom, label: string, leastUsd: number) {
  return Array.from({ length: count }, (_, i): CometBorrower => {
    const owned = collateral.filter(() => random.chance(0.6))
    const chosen = owned.length === 0 ? [collateral[i % collateral.length]!] : owned
    let borrowable = 0
    const amounts = chosen.map(({ symbol, borrow }) => {
      const usd = leastUsd * Math.exp(random.next() * 5)
      borrowable += (usd * borrow) / 100
      return [symbol, usd / tokenOf(lending, symbol).priceUsd] as const
    })
    const account = accountNamed(`${label} ${i}`)
    return { account, collateral: Object.fromEntries(amounts), debt: borrowable * random.between(0.6, 0.98) }
  })
}

export async function openCometBorrowers(lending: Lending, local: LocalComet, borrowers: readonly CometBorrower[]) {
  await fund(
    lending.chain,
    borrowers.map(({ account }) => account),
  )
  await openComet(lending, local, borrowers)
}

/** The same state and positions with these beside them, as they stand on the chain. */
export async function withCometBook(
  lending: Lending,
  { comet }: LocalComet,
  borrowers: readonly CometBorrower[],
  book: { readonly state: MarketState; readonly positions: readonly Position[] },
) {
  const at = (symbol: string) => book.state.tokens.findIndex((token) => token.symbol === symbol)
  const dollar = book.state.tokens[at(base)]!
  const debtKinds = [
    ...book.state.debtKinds,
    { protocol, label: base, token: at(base), follows: at(base), priceUsd: dollar.priceUsd } as const,
  ]
  const first = book.state.collateralKinds.length
  const own = collateral.map(
    ({ symbol, liquidate, credited }): CollateralKind => ({
      protocol,
      label: `comet ${symbol}`,
      token: at(symbol),
      follows: at(symbol),
      priceUsd: book.state.tokens[at(symbol)]!.priceUsd,
      liquidationThreshold: liquidate / 100,
      liquidationBonus: 1 / (1 - storeFront * (1 - credited / 100)),
      protocolFeeShare: 0,
      shelf: 0,
    }),
  )
  const read = (name: string, ...args: unknown[]) => lending.chain.read<bigint>(comet, name, args)
  const positions: Position[] = []
  for (const { account } of borrowers) {
    const legs = []
    for (const [k, { symbol }] of collateral.entries()) {
      const { contract, unit } = tokenOf(lending, symbol)
      const amount = Number(await read('collateralBalanceOf', account, contract.address)) / Number(unit)
      if (amount > 0) legs.push({ kind: first + k, amount })
    }
    const owed = Number(await read('borrowBalanceOf', account)) / Number(tokenOf(lending, base).unit)
    positions.push({ id: account, protocol, collateral: legs, debt: [{ kind: debtKinds.length - 1, amount: owed }] })
  }
  const state: MarketState = {
    ...book.state,
    collateralKinds: [...book.state.collateralKinds, ...own],
    debtKinds,
    // Its reserves are below what it aims at from the first: it sells all it takes.
    shelvesUsd: [0],
  }
  return { state, positions: [...book.positions, ...positions] }
}

/** Null where nobody is short at these prices. */
export async function sweepComet(
  lending: Lending,
  local: LocalComet,
  borrowers: readonly CometBorrower[],
  pricesUsd: PricesUsd,
): Promise<ChainSweep | null> {
  const { chain, liquidator, owner, tokens } = lending
  const { comet } = local
  for (const { symbol } of [...collateral, { symbol: base }]) await local.setPrice(symbol, pricesUsd[symbol]!)
  const short: Address[] = []
  for (const { account } of borrowers) if (await chain.read<boolean>(comet, 'isLiquidatable', [account])) short.push(account)
  if (short.length === 0) return null
  const dollars = tokenOf(lending, base)
  const usdOf = (units: number) => (units / Number(dollars.unit)) * pricesUsd[base]!
  const owed = new Map<string, number>()
  for (const account of short)
    owed.set(account.toLowerCase(), Number(await chain.read<bigint>(comet, 'borrowBalanceOf', [account])))
  const taken: { borrower: string; symbol: string; amount: bigint; usd: number }[] = []
  for (let at = 0; at < short.length; at += absorbsPerCall) {
    const { logs } = await chain.send(comet, 'absorb', [liquidator, short.slice(at, at + absorbsPerCall)], liquidator)
    for (const { args } of parseEventLogs({ abi: comet.abi, logs, eventName: ['AbsorbCollateral'] }) as unknown as Log[])
      taken.push({
        borrower: args.borrower.toLowerCase(),
        symbol: tokens.find(({ contract }) => contract.address.toLowerCase() === args.asset.toLowerCase())!.symbol,
        amount: args.collateralAbsorbed,
        usd: Number(args.usdValue) / 1e8,
      })
  }
  const swept: ChainSweep = {
    liquidations: short.length,
    repaidUsd: 0,
    seizedUsd: taken.reduce((sum, { usd }) => sum + usd, 0),
    badDebtUsd: 0,
    sold: tokens.map(() => 0),
  }
  const paid = new Map<string, number>()
  for (const [symbol, all] of Map.groupBy(taken, (one) => one.symbol)) {
    const token = tokenOf(lending, symbol)
    const large = largeUsd * dollars.unit
    const quoted = await chain.read<bigint>(comet, 'quoteCollateral', [token.contract.address, large])
    // A quote is cut to whole units: at the least it may have been cut from, never a unit more is asked for than there is.
    const price = (all.reduce((sum, { amount }) => sum + amount, 0n) * large) / (quoted + 1n)
    await mintTo(chain, dollars, liquidator, price, comet.address, owner)
    const held = () => chain.read<bigint>(token.contract, 'balanceOf', [liquidator])
    const before = await held()
    await chain.send(comet, 'buyCollateral', [token.contract.address, 0n, price, liquidator], liquidator)
    swept.sold[tokens.indexOf(token)]! += Number((await held()) - before) / Number(token.unit)
    for (const { borrower, amount } of all)
      paid.set(borrower, (paid.get(borrower) ?? 0) + (Number(amount) * Number(large)) / Number(quoted))
  }
  let repaid = 0
  for (const [borrower, units] of owed) {
    const covered = Math.min(units, paid.get(borrower) ?? 0)
    repaid += covered
    swept.badDebtUsd += usdOf(units - covered)
  }
  return { ...swept, repaidUsd: usdOf(repaid) }
}

type Log = { args: { borrower: string; asset: string; collateralAbsorbed: bigint; usdValue: bigint } }
