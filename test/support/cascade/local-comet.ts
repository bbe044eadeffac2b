// Compound v3's own contracts on a local chain, from a folder with their published sources (`contracts/`), which no package ships.
// COMET_SOURCES names it; they are compiled by the nearest compiler there is (theirs is 0.8.15), so only the pragma is widened.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Address, pad, stringToHex } from 'viem'
import type { Artifacts } from '../../../devnet/contracts/artifacts.ts'
import { compile } from '../../../devnet/contracts/compile.ts'
import { mintTo, tokenOf } from '../../../devnet/lending/borrowers.ts'
import type { Contract } from '../../../devnet/lending/call-data.ts'
import type { Lending } from '../../../devnet/lending/lending.ts'

export const cometSources = process.env.COMET_SOURCES ?? null

const feedKinds = ['Constant', 'Multiplicative', 'ReverseMultiplicative', 'Scaling', 'RateBasedScaling', 'WstETH', 'WBTC']
const entries = [
  ...['CometWithExtendedAssetList', 'CometExtAssetList', 'AssetListFactory', 'test/SimplePriceFeed', 'test/SimpleWstETH'],
  ...feedKinds.map((kind) => `pricefeeds/${kind}PriceFeed`),
  ...['EzETHExchangeRatePriceFeed', 'RsETHScalingPriceFeed', 'PriceFeedWith4626Support'].map((name) => `pricefeeds/${name}`),
]
const year = 10n ** 16n
const factor = (percent: number) => BigInt(percent) * 10n ** 16n

/** How a market takes its collateral: in percent of value what may be borrowed, what may be owed, and what is credited when it is taken. */
export type Taken = { readonly symbol: string; readonly borrow: number; readonly liquidate: number; readonly credited: number }
export const collateral: readonly Taken[] = [
  { symbol: 'WETH', borrow: 82, liquidate: 88, credited: 93 },
  { symbol: 'wstETH', borrow: 80, liquidate: 85, credited: 92 },
  { symbol: 'WBTC', borrow: 70, liquidate: 77, credited: 95 },
]

export type LocalComet = {
  readonly comet: Contract
  readonly base: string
  readonly feeds: ReadonlyMap<string, Contract>
  setPrice(symbol: string, usd: number): Promise<void>
}

export function compileComet(folder: string): Artifacts {
  const copy = mkdtempSync(join(tmpdir(), 'comet-'))
  try {
    cpSync(join(folder, 'contracts'), copy, { recursive: true })
    for (const file of readdirSync(copy, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.sol')))
      widenPragma(join(copy, file))
    return compile({
      name: 'comet',
      compiler: 'solc-morpho',
      packages: ['solc-morpho'],
      entries: Object.fromEntries(entries.map((name) => [`comet/${name}.sol`, join(copy, `${name}.sol`)])),
      remappings: [['comet/', copy]],
      settings: { evmVersion: 'london', viaIR: true, optimizer: { enabled: true, runs: 1 } },
    })
  } finally {
    rmSync(copy, { recursive: true })
  }
}

function widenPragma(file: string): void {
  writeFileSync(file, readFileSync(file, 'utf8').replace('pragma solidity 0.8.15;', 'pragma solidity ^0.8.15;'))
}

export type CometWish = {
  /** Of the base. */
  readonly lent?: number
  readonly base?: string
  readonly takes?: readonly Taken[]
}

/** A market of USDC, or of another, over the lending's own tokens. */
export async function deployComet(
  lending: Lending,
  artifacts: Artifacts,
  { lent = 1_000_000, base: baseSymbol = 'USDC', takes = collateral }: CometWish = {},
): Promise<LocalComet> {
  const { chain, owner, supplier, tokens } = lending
  const deploy = (name: string, ...args: unknown[]) => chain.deploy(artifacts[name]!, args, owner)
  const feeds = new Map<string, Contract>()
  for (const { symbol, priceUsd } of tokens)
    feeds.set(symbol, await deploy('SimplePriceFeed', BigInt(Math.round(priceUsd * 1e8)), 8))
  const factory = await deploy('AssetListFactory')
  const words = { name32: word(`Comet ${baseSymbol}`), symbol32: word(`c${baseSymbol}`) }
  const extension = await deploy('CometExtAssetList', words, factory.address)
  const base = tokenOf(lending, baseSymbol)
  const code = await deploy('CometWithExtendedAssetList', {
    governor: owner,
    pauseGuardian: owner,
    baseToken: base.contract.address,
    baseTokenPriceFeed: feeds.get(baseSymbol)!.address,
    extensionDelegate: extension.address,
    supplyKink: factor(80),
    supplyPerYearInterestRateSlopeLow: 3n * year,
    supplyPerYearInterestRateSlopeHigh: 40n * year,
    supplyPerYearInterestRateBase: 0n,
    borrowKink: factor(80),
    borrowPerYearInterestRateSlopeLow: 4n * year,
    borrowPerYearInterestRateSlopeHigh: 25n * year,
    borrowPerYearInterestRateBase: year,
    storeFrontPriceFactor: factor(60),
    trackingIndexScale: 10n ** 15n,
    baseTrackingSupplySpeed: 0n,
    baseTrackingBorrowSpeed: 0n,
    baseMinForRewards: 10n ** 12n,
    baseBorrowMin: base.unit / 10n,
    targetReserves: 5_000_000n * base.unit,
    assetConfigs: takes.map(({ symbol, borrow, liquidate, credited }) => {
      const token = tokenOf(lending, symbol)
      return {
        asset: token.contract.address,
        priceFeed: feeds.get(symbol)!.address,
        decimals: token.decimals,
        borrowCollateralFactor: factor(borrow),
        liquidateCollateralFactor: factor(liquidate),
        liquidationFactor: factor(credited),
        supplyCap: 1_000_000n * token.unit,
      }
    }),
  })
  // What older callers ask for lies in the extension, which the market calls on.
  const comet = { address: code.address, abi: [...code.abi, ...extension.abi.filter(({ type }) => type === 'function')] }
  await chain.send(comet, 'initializeStorage', [], owner)
  const units = BigInt(lent) * base.unit
  await mintTo(chain, base, supplier, units, comet.address, owner)
  await chain.send(comet, 'supply', [base.contract.address, units], supplier)
  return {
    comet,
    base: baseSymbol,
    feeds,
    async setPrice(symbol, usd) {
      await chain.send(feeds.get(symbol)!, 'setRoundData', [1, BigInt(Math.round(usd * 1e8)), 0, 0, 1], owner)
    },
  }
}

export type CometBorrower = {
  readonly account: Address
  readonly collateral: Readonly<Record<string, number>>
  readonly debt: number
}

export async function openComet(
  lending: Lending,
  { comet, base: baseSymbol }: LocalComet,
  borrowers: readonly CometBorrower[],
): Promise<void> {
  const { chain, owner } = lending
  for (const { account, collateral, debt } of borrowers) {
    for (const [symbol, amount] of Object.entries(collateral)) {
      const token = tokenOf(lending, symbol)
      const units = BigInt(Math.round(amount * 1e6)) * (token.unit / 10n ** 6n)
      await mintTo(chain, token, account, units, comet.address, owner)
      await chain.send(comet, 'supply', [token.contract.address, units], account)
    }
    const base = tokenOf(lending, baseSymbol)
    const owed = BigInt(Math.round(debt * 1e6)) * (base.unit / 10n ** 6n)
    await chain.send(comet, 'withdraw', [base.contract.address, owed], account)
  }
}

function word(text: string): `0x${string}` {
  return pad(stringToHex(text), { dir: 'right', size: 32 })
}
