// Contracts worth looking at, deployed beside the market: what services that read a contract are shown in the demo world.
import { type Address, encodeFunctionData } from 'viem'
import type { Artifacts } from '../contracts/artifacts.ts'
import { accountNamed, fund } from '../lending/accounts.ts'
import type { Chain } from '../lending/chain.ts'

export type Specimen = {
  readonly kind: 'plain' | 'owner-minted' | 'honeypot' | 'proxy' | 'implementation'
  readonly address: Address
  /** Which contract of devnet/contracts/solidity/specimens.sol it is. */
  readonly contract: string
}
export type Specimens = { readonly chain_id: number; readonly owner: Address; readonly specimens: readonly Specimen[] }

export async function deploySpecimens(chain: Chain, own: Artifacts, chainId: number): Promise<Specimens> {
  const owner = accountNamed('specimens')
  await fund(chain, [owner])
  await chain.request('anvil_impersonateAccount', owner)
  const deploy = async (kind: Specimen['kind'], contract: string, ...args: unknown[]): Promise<Specimen> => {
    const { address } = await chain.deploy(own[contract]!, args, owner)
    return { kind, contract, address }
  }
  const implementation = await deploy('implementation', 'ProxiedToken')
  const initialize = encodeFunctionData({ abi: own.ProxiedToken!.abi, functionName: 'initialize', args: [owner] })
  const specimens = [
    await deploy('plain', 'PlainToken'),
    await deploy('owner-minted', 'OwnerMintedToken'),
    await deploy('honeypot', 'HoneypotToken'),
    implementation,
    await deploy('proxy', 'UpgradeableProxy', implementation.address, initialize),
  ]
  return { chain_id: chainId, owner, specimens }
}
