// Borrowers of varied health across both protocols: who they are is drawn from a seed, then they open their positions for real.
import type { Address } from 'viem'
import { type LocalAave, stakedEthMode } from './aave.ts'
import { accountNamed, fund } from './accounts.ts'
import type { Chain } from './chain.ts'
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

export async function openPositions(chain: Chain, market: Market, borrowers: readonly Borrower[], owner: Address): Promise<void> {
  await fund(
    chain,
    borrowers.map((b) => b.account),
  )
  for (const borrower of borrowers) {
    if (borrower.protocol === 'aave-v3') await openAave(chain, market, borrower, owner)
    else await openMorpho(chain, market, borrower, owner)
  }
}

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

async function openAave(
  chain: Chain,
  market: Market,
  borrower: Borrower & { protocol: 'aave-v3' },
  owner: Address,
): Promise<void> {
  const { pool } = market.aave
  const { account } = borrower
  for (const [symbol, amount] of Object.entries(borrower.collateral)) {
    const token = tokenOf(market, symbol)
    const units = amountOf(token, amount)
    await mintTo(chain, token, account, units, pool.address, owner)
    await chain.send(pool, 'supply', [token.contract.address, units, account, 0], account)
  }
  if (borrower.eMode !== 0) await chain.send(pool, 'setUserEMode', [borrower.eMode], account)
  for (const [symbol, amount] of Object.entries(borrower.debt)) {
    const token = tokenOf(market, symbol)
    await chain.send(pool, 'borrow', [token.contract.address, amountOf(token, amount), 2n, 0, account], account)
  }
}

async function openMorpho(
  chain: Chain,
  market: Market,
  borrower: Borrower & { protocol: 'morpho-blue' },
  owner: Address,
): Promise<void> {
  const { morpho } = market.morpho
  const { params, collateral, loan } = market.morpho.markets[borrower.market]!
  const { account } = borrower
  const units = amountOf(collateral, borrower.collateral)
  await mintTo(chain, collateral, account, units, morpho.address, owner)
  await chain.send(morpho, 'supplyCollateral', [params, units, account, '0x'], account)
  await chain.send(morpho, 'borrow', [params, amountOf(loan, borrower.debt), 0n, account, account], account)
}

export async function mintTo(
  chain: Chain,
  token: LocalToken,
  account: Address,
  units: bigint,
  spender: Address,
  owner: Address,
): Promise<void> {
  await chain.send(token.contract, 'mint', [account, units], owner)
  await chain.send(token.contract, 'approve', [spender, units], account)
}

export function tokenOf(market: { readonly tokens: readonly LocalToken[] }, symbol: string): LocalToken {
  const token = market.tokens.find((t) => t.symbol === symbol)
  if (!token) throw new RangeError(`the local market has no ${symbol}`)
  return token
}
