// The local lending market as a whole: both protocols over the same tokens on any RPC address, with suppliers to borrow from.
import type { Address } from 'viem'
import type { Artifact, Artifacts } from '../contracts/artifacts.ts'
import { deployAave } from './aave.ts'
import { accountNamed, fund } from './accounts.ts'
import { type Market, mintTo } from './borrowers.ts'
import { type Chain, createChain } from './chain.ts'
import { demoMarkets, deployMorpho } from './morpho.ts'
import { setPrices } from './prices.ts'
import { demoTokens, deployTokens, type LocalToken } from './tokens.ts'

export type Lending = Market & {
  readonly chain: Chain
  readonly owner: Address
  readonly supplier: Address
  readonly liquidator: Address
  readonly treasury: Address
}

export type LendingOptions = {
  /** What suppliers put in: the less it is, the more of it is borrowed and the higher the rates. */
  readonly usdPerReserve?: number
  readonly usdPerMarket?: number
  /** Another price feed than the protocol's own mock, which has no setter. */
  readonly feed?: Artifact
  /** Ends every call to the chain. */
  readonly signal?: AbortSignal
}

const suppliedUsdPerReserve = 300_000_000
const suppliedUsdPerMarket = 100_000_000
const liquidatorUsd = 1_000_000_000

export async function deployLending(
  rpcUrl: string,
  artifacts: { aave: Artifacts; morpho: Artifacts },
  options: LendingOptions = {},
): Promise<Lending> {
  const chain = createChain(rpcUrl, options.signal)
  const [owner, supplier, liquidator, treasury] = ['owner', 'supplier', 'liquidator', 'treasury'].map(accountNamed) as [
    Address,
    Address,
    Address,
    Address,
  ]
  await chain.request('anvil_autoImpersonateAccount', true)
  await fund(chain, [owner, supplier, liquidator, treasury])
  const tokens = await deployTokens(chain, artifacts.aave, demoTokens, owner, options.feed)
  const aave = await deployAave(chain, artifacts.aave, tokens, owner, treasury)
  const morpho = await deployMorpho(chain, artifacts.morpho, tokens, demoMarkets, owner)
  const lending = { chain, tokens, aave, morpho, owner, supplier, liquidator, treasury }
  await setPrices(chain, tokens, morpho, {}, owner)
  await supply(lending, options)
  return lending
}

async function supply(lending: Lending, options: LendingOptions): Promise<void> {
  const { chain, tokens, aave, morpho, owner, supplier, liquidator } = lending
  for (const token of tokens) {
    const units = unitsFor(token, options.usdPerReserve ?? suppliedUsdPerReserve)
    await mintTo(chain, token, supplier, units, aave.pool.address, owner)
    await chain.send(aave.pool, 'supply', [token.contract.address, units, supplier, 0], supplier)
    await mintTo(chain, token, liquidator, unitsFor(token, liquidatorUsd), aave.pool.address, owner)
    await chain.send(token.contract, 'approve', [morpho.morpho.address, unitsFor(token, liquidatorUsd)], liquidator)
  }
  for (const market of morpho.markets) {
    const units = unitsFor(market.loan, options.usdPerMarket ?? suppliedUsdPerMarket)
    await mintTo(chain, market.loan, supplier, units, morpho.morpho.address, owner)
    await chain.send(morpho.morpho, 'supply', [market.params, units, 0n, supplier, '0x'], supplier)
  }
}

function unitsFor(token: LocalToken, usd: number): bigint {
  return BigInt(Math.round(usd / token.priceUsd)) * token.unit
}
