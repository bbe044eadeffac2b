// Compound v3's own contracts on a local chain, from a folder with their published sources (`contracts/`), which no package ships.
// COMET_SOURCES names it; they are compiled by the nearest compiler there is (theirs is 0.8.15), so only the pragma is widened.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Address, pad, stringToHex } from 'viem'
import type { Artifacts } from '../../../devnet/contracts/artifacts.ts'
import { compile } from '../../../devnet/contracts/compile.ts'
import { mintTo, tokenOf } from '../../../devnet/lending/borrowers.ts'
import type { Contract } from '../../../devnet/lending/chain.ts'
import type { Lending } from '../../../devnet/lending/lending.ts'

export const cometSources = process.env.COMET_SOURCES ?? null

const entries = ['CometWithExtendedAssetList', 'CometExtAssetList', 'AssetListFactory', 'test/SimplePriceFeed']
const year = 10n ** 16n
const factor = (percent: number) => BigInt(percent) * 10n ** 16n

/** How a market takes its collateral: in percent of value what may be borrowed, what may be owed, and what is credited when it is taken. */
export const collateral = [
  { symbol: 'WETH', borrow: 82, liquidate: 88, credited: 93 },
  { symbol: 'wstETH', borrow: 80, liquidate: 85, credited: 92 },
  { symbol: 'WBTC', borrow: 70, liquidate: 77, credited: 95 },
] as const

export type LocalComet = {
  readonly comet: Contract
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

/** A market of USDC over the lending's own tokens, with a million to borrow. */
export async function deployComet(lending: Lending, artifacts: Artifacts): Promise<LocalComet> {
  const { chain, owner, supplier, tokens } = lending
  const deploy = (name: string, ...args: unknown[]) => chain.deploy(artifacts[name]!, args, owner)
  const feeds = new Map<string, Contract>()
  for (const { symbol, priceUsd } of tokens)
    feeds.set(symbol, await deploy('SimplePriceFeed', BigInt(Math.round(priceUsd * 1e8)), 8))
  const factory = await deploy('AssetListFactory')
  const words = { name32: word('Comet USDC'), symbol32: word('cUSDC') }
  const extension = await deploy('CometExtAssetList', words, factory.address)
  const base = tokenOf(lending, 'USDC')
  const code = await deploy('CometWithExtendedAssetList', {
    governor: owner,
    pauseGuardian: owner,
    baseToken: base.contract.address,
    baseTokenPriceFeed: feeds.get('USDC')!.address,
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
    baseBorrowMin: 100n * base.unit,
    targetReserves: 5_000_000n * base.unit,
    assetConfigs: collateral.map(({ symbol, borrow, liquidate, credited }) => {
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
  await mintTo(chain, base, supplier, 1_000_000n * base.unit, comet.address, owner)
  await chain.send(comet, 'supply', [base.contract.address, 1_000_000n * base.unit], supplier)
  return {
    comet,
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

export async function openComet(lending: Lending, { comet }: LocalComet, borrowers: readonly CometBorrower[]): Promise<void> {
  const { chain, owner } = lending
  for (const { account, collateral, debt } of borrowers) {
    for (const [symbol, amount] of Object.entries(collateral)) {
      const token = tokenOf(lending, symbol)
      const units = BigInt(Math.round(amount * 1e6)) * (token.unit / 10n ** 6n)
      await mintTo(chain, token, account, units, comet.address, owner)
      await chain.send(comet, 'supply', [token.contract.address, units], account)
    }
    const base = tokenOf(lending, 'USDC')
    await chain.send(comet, 'withdraw', [base.contract.address, BigInt(Math.round(debt * 1e6))], account)
  }
}

function word(text: string): `0x${string}` {
  return pad(stringToHex(text), { dir: 'right', size: 32 })
}
