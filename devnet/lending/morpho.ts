// Deploys Morpho Blue with a few isolated markets over the same tokens, each with an oracle the local chain sets.
import { type Address, encodeAbiParameters, type Hex, keccak256 } from 'viem'
import type { Artifacts } from '../contracts/artifacts.ts'
import type { Contract } from './call-data.ts'
import type { Chain } from './chain.ts'
import type { LocalToken } from './tokens.ts'

export type MarketSpec = { readonly collateral: string; readonly loan: string; readonly lltvBps: number }

export type MarketParams = {
  readonly loanToken: Address
  readonly collateralToken: Address
  readonly oracle: Address
  readonly irm: Address
  readonly lltv: bigint
}

export type LocalMarket = {
  readonly id: Hex
  readonly params: MarketParams
  readonly collateral: LocalToken
  readonly loan: LocalToken
  readonly lltv: bigint
  readonly oracle: Contract
}

export type LocalMorpho = { readonly morpho: Contract; readonly markets: readonly LocalMarket[] }

export const demoMarkets: readonly MarketSpec[] = [
  { collateral: 'WETH', loan: 'USDC', lltvBps: 8600 },
  { collateral: 'wstETH', loan: 'WETH', lltvBps: 9450 },
  { collateral: 'WBTC', loan: 'USDC', lltvBps: 7700 },
  { collateral: 'weETH', loan: 'DAI', lltvBps: 8600 },
]

const wadPerBps = 10n ** 14n
const scale = 10n ** 36n
const paramTypes = ['address', 'address', 'address', 'address', 'uint256'].map((type) => ({ type }))

export async function deployMorpho(
  chain: Chain,
  artifacts: Artifacts,
  tokens: readonly LocalToken[],
  specs: readonly MarketSpec[],
  owner: Address,
): Promise<LocalMorpho> {
  // The events are declared in a library of their own.
  const events = artifacts.EventsLib?.abi ?? []
  const deployed = await chain.deploy(artifacts.Morpho!, [owner], owner)
  const morpho = { address: deployed.address, abi: [...deployed.abi, ...events] }
  const irm = await chain.deploy(artifacts.IrmMock!, [], owner)
  await chain.send(morpho, 'enableIrm', [irm.address], owner)
  for (const bps of new Set(specs.map((s) => s.lltvBps))) await chain.send(morpho, 'enableLltv', [BigInt(bps) * wadPerBps], owner)
  const markets: LocalMarket[] = []
  for (const spec of specs) {
    const [collateral, loan] = [spec.collateral, spec.loan].map((symbol) => tokens.find((t) => t.symbol === symbol)!) as [
      LocalToken,
      LocalToken,
    ]
    const oracle = await chain.deploy(artifacts.OracleMock!, [], owner)
    const lltv = BigInt(spec.lltvBps) * wadPerBps
    const params = {
      loanToken: loan.contract.address,
      collateralToken: collateral.contract.address,
      oracle: oracle.address,
      irm: irm.address,
      lltv,
    }
    await chain.send(morpho, 'createMarket', [params], owner)
    const id = keccak256(encodeAbiParameters(paramTypes, Object.values(params)))
    markets.push({ id, params, collateral, loan, lltv, oracle })
  }
  return { morpho, markets }
}

// What the market's oracle must answer when the two tokens' feeds answer these.
export function marketPrice(market: LocalMarket, collateralAnswer: bigint, loanAnswer: bigint): bigint {
  return (collateralAnswer * market.loan.unit * scale) / (loanAnswer * market.collateral.unit)
}
