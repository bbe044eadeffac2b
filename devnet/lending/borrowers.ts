// Borrowers of varied health across both protocols: who they are is drawn from a seed, then they open their positions for real.
import type { Address } from 'viem'
import { type LocalAave, stakedEthMode } from './aave.ts'
import { accountNamed, fund } from './accounts.ts'
import type { Chain, Sending } from './chain.ts'
import type { LocalMorpho } from './morpho.ts'
import { amountOf, type LocalToken } from './tokens.ts'

type Amounts = Readonly<Record<string, number>>

export type Borrower =
  | {
      readonly protocol: 'aave-v3'
      readonly account: Address
      readonly eMode: number
      readonly collateral: Amounts
      readonly debt: Amounts
    }
  | {
      readonly protocol: 'morpho-blue'
      readonly account: Address
      readonly market: number
      readonly collateral: number
      readonly debt: number
    }

export type Market = { readonly tokens: readonly LocalToken[]; readonly aave: LocalAave; readonly morpho: LocalMorpho }

const volatile = ['WETH', 'wstETH', 'weETH', 'WBTC']
const stable = ['USDC', 'DAI']

// `random` gives numbers in [0, 1); the same sequence draws the same borrowers.
export function drawBorrowers(market: Market, count: number, random: () => number, label: string, leastUsd = 300): Borrower[] {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!
  return Array.from({ length: count }, (_, i) => {
    const account = accountNamed(`${label} ${i}`)
    const usd = leastUsd * Math.exp(random() * 6.5)
    const used = 0.55 + 0.44 * random()
    if (random() < 0.4) return drawMorpho(market, Math.floor(random() * market.morpho.markets.length), account, usd, used)
    if (random() < 0.2) return drawLoop(market, pick(['wstETH', 'weETH']), account, usd, used)
    const owned = [...new Set([pick(volatile), pick(volatile), pick([...volatile, 'USDC'])])].slice(0, random() < 0.6 ? 1 : 3)
    const owed = [...new Set([pick(stable), random() < 0.4 ? pick(['WETH', 'WBTC', 'DAI']) : pick(stable)])]
    return drawAave(market, account, owned, owed, usd, used, random)
  })
}

/** Each step in a block of its own. */
export async function openPositions(chain: Chain, market: Market, borrowers: readonly Borrower[], owner: Address): Promise<void> {
  await fundAll(chain, borrowers)
  for (const borrower of borrowers)
    for (const { contract, name, args, from } of [...paying(market, borrower, owner), ...opening(market, borrower)])
      await chain.send(contract, name, args, from)
}

/** In two blocks: what all need, and then what each does with it. */
export async function openTogether(chain: Chain, market: Market, borrowers: readonly Borrower[], owner: Address): Promise<void> {
  await fundAll(chain, borrowers)
  await chain.sendTogether(borrowers.flatMap((borrower) => paying(market, borrower, owner)))
  await chain.sendTogether(borrowers.flatMap((borrower) => opening(market, borrower)))
}

const fundAll = (chain: Chain, borrowers: readonly Borrower[]) =>
  fund(
    chain,
    borrowers.map((b) => b.account),
  )

function drawMorpho(market: Market, at: number, account: Address, usd: number, used: number): Borrower {
  const { collateral, loan, lltv } = market.morpho.markets[at]!
  const debtUsd = usd * (Number(lltv) / 1e18) * used
  return { protocol: 'morpho-blue', account, market: at, collateral: usd / collateral.priceUsd, debt: debtUsd / loan.priceUsd }
}

function drawLoop(market: Market, symbol: string, account: Address, usd: number, used: number): Borrower {
  const loopLtv = 0.93
  const debt = { WETH: (usd * loopLtv * (0.7 + 0.3 * used)) / tokenOf(market, 'WETH').priceUsd }
  return {
    protocol: 'aave-v3',
    account,
    eMode: stakedEthMode,
    collateral: { [symbol]: usd / tokenOf(market, symbol).priceUsd },
    debt,
  }
}

function drawAave(
  market: Market,
  account: Address,
  owned: readonly string[],
  owed: readonly string[],
  usd: number,
  used: number,
  random: () => number,
): Borrower {
  const collateral: Record<string, number> = {}
  let borrowable = 0
  for (const symbol of owned) {
    const token = tokenOf(market, symbol)
    const value = usd * (0.3 + random())
    collateral[symbol] = value / token.priceUsd
    borrowable += (value * token.ltvBps) / 10_000
  }
  const first = owed.length === 1 ? 1 : 0.25 + 0.5 * random()
  const debt: Record<string, number> = {}
  owed.forEach((symbol, d) => {
    debt[symbol] = (borrowable * used * (d === 0 ? first : 1 - first)) / tokenOf(market, symbol).priceUsd
  })
  return { protocol: 'aave-v3', account, eMode: 0, collateral, debt }
}

function paying(market: Market, borrower: Borrower, owner: Address): Sending[] {
  const collateral =
    borrower.protocol === 'aave-v3'
      ? Object.entries(borrower.collateral).map(([symbol, amount]) => [tokenOf(market, symbol), amount] as const)
      : [[market.morpho.markets[borrower.market]!.collateral, borrower.collateral] as const]
  const spender = borrower.protocol === 'aave-v3' ? market.aave.pool.address : market.morpho.morpho.address
  return collateral.flatMap(([token, amount]) => minting(token, borrower.account, amountOf(token, amount), spender, owner))
}

function opening(market: Market, borrower: Borrower): Sending[] {
  const { account: from } = borrower
  if (borrower.protocol === 'morpho-blue') {
    const { morpho: contract } = market.morpho
    const { params, collateral, loan } = market.morpho.markets[borrower.market]!
    return [
      { contract, name: 'supplyCollateral', args: [params, amountOf(collateral, borrower.collateral), from, '0x'], from },
      { contract, name: 'borrow', args: [params, amountOf(loan, borrower.debt), 0n, from, from], from },
    ]
  }
  const { pool: contract } = market.aave
  const units = (symbol: string, amount: number) => {
    const token = tokenOf(market, symbol)
    return [token.contract.address, amountOf(token, amount)]
  }
  return [
    ...Object.entries(borrower.collateral).map(([symbol, amount]) => ({
      contract,
      name: 'supply',
      args: [...units(symbol, amount), from, 0],
      from,
    })),
    ...(borrower.eMode === 0 ? [] : [{ contract, name: 'setUserEMode', args: [borrower.eMode], from }]),
    ...Object.entries(borrower.debt).map(([symbol, amount]) => ({
      contract,
      name: 'borrow',
      args: [...units(symbol, amount), 2n, 0, from],
      from,
    })),
  ]
}

const minting = (token: LocalToken, account: Address, units: bigint, spender: Address, owner: Address): Sending[] => [
  { contract: token.contract, name: 'mint', args: [account, units], from: owner },
  { contract: token.contract, name: 'approve', args: [spender, units], from: account },
]

export async function mintTo(
  chain: Chain,
  token: LocalToken,
  account: Address,
  units: bigint,
  spender: Address,
  owner: Address,
): Promise<void> {
  for (const { contract, name, args, from } of minting(token, account, units, spender, owner))
    await chain.send(contract, name, args, from)
}

export function tokenOf(market: { readonly tokens: readonly LocalToken[] }, symbol: string): LocalToken {
  const token = market.tokens.find((t) => t.symbol === symbol)
  if (!token) throw new RangeError(`the local market has no ${symbol}`)
  return token
}
