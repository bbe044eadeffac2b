// Both lenders' real contracts on a chain of the test's own, described as the program wants a chain described.
import type { Deployment } from '../../../app/config/deployments.ts'
import { loadLendingArtifacts, loadTokens } from '../../../devnet/contracts/artifacts.ts'
import { type Borrower, drawBorrowers, openPositions } from '../../../devnet/lending/borrowers.ts'
import { deployLending, type Lending } from '../../../devnet/lending/lending.ts'
import { anvilBinary, type LocalAnvil, startLocalAnvil } from '../cascade/local-anvil.ts'
import { seededRandom } from '../cascade/seeded-random.ts'

export interface LocalMarketChain {
  readonly anvil: LocalAnvil
  readonly lending: Lending
  readonly deployment: Deployment
  readonly borrowers: readonly Borrower[]
  openMore(count: number, label: string): Promise<Borrower[]>
}

const multicall = '0xca11bde05977b3631167028862be2a173976ca11'
const seed = 41

export async function startLocalMarket(count: number): Promise<LocalMarketChain> {
  const [artifacts, runtimeOf, anvil] = await Promise.all([loadLendingArtifacts(), loadTokens(), startLocalAnvil(anvilBinary()!)])
  const lending = await deployLending(anvil.url, artifacts)
  await lending.chain.request('anvil_setCode', multicall, runtimeOf('Multicall3'))
  const random = seededRandom(seed)
  const openMore = async (more: number, label: string) => {
    const borrowers = drawBorrowers(lending, more, random.next, label)
    await openPositions(lending.chain, lending, borrowers, lending.owner)
    return borrowers
  }
  const borrowers = await openMore(count, 'first')
  return { anvil, lending, deployment: describe(lending), borrowers, openMore }
}

function describe({ aave, morpho }: Lending): Deployment {
  return {
    chain_id: 31_337,
    name: 'local',
    finality_blocks: 20,
    multicall3: multicall,
    aave_v3: [
      {
        market: 'aave-v3',
        pool: aave.pool.address.toLowerCase(),
        addresses_provider: aave.provider.address.toLowerCase(),
        first_block: 1,
      },
    ],
    morpho_blue: { address: morpho.morpho.address.toLowerCase(), first_block: 1 },
    uniswap_v3: null,
    rate_oracles: [],
    fixed_oracles: [],
  }
}
