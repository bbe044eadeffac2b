// Contracts worth looking at, deployed beside the market: what services that read a contract are shown in the demo world.

import { type Address, encodeFunctionData } from 'viem'
import type { Exchange } from '../../ingestors/contracts/exchanges.ts'
import type { Artifacts } from '../contracts/artifacts.ts'
import { usdTokenAddress } from '../faucet.ts'
import { accountNamed, fund } from '../lending/accounts.ts'
import type { Contract } from '../lending/call-data.ts'
import type { Chain } from '../lending/chain.ts'
import type { Specimen } from './specimen.ts'
import { launchSniped, type SpecimenLaunch } from './specimen-launch.ts'
import { openSpecimenPools } from './specimen-pools.ts'
import { openVotedExchange, type SpecimenVotes } from './specimen-votes.ts'
import { moveWhales, type SpecimenWhale } from './specimen-whales.ts'

export type { Specimen } from './specimen.ts'

export type Specimens = {
  readonly chain_id: number
  readonly owner: Address
  readonly specimens: readonly Specimen[]
  /** Where they trade. */
  readonly exchange: Exchange
  readonly whales: SpecimenWhale
  readonly votes: SpecimenVotes
  readonly launch: SpecimenLaunch
}

export async function deploySpecimens(chain: Chain, own: Artifacts, chainId: number): Promise<Specimens> {
  const owner = accountNamed('specimens')
  await fund(chain, [owner])
  await chain.request('anvil_impersonateAccount', owner)
  const deploy = async (kind: Specimen['kind'], contract: string, ...args: unknown[]): Promise<Specimen> => {
    const { address } = await chain.deploy(own[contract]!, args, owner)
    return { kind, contract, address }
  }
  // In this order for good: their addresses follow from it, and the registry's sample knows them.
  const implementation = await deploy('implementation', 'ProxiedToken')
  const initialize = encodeFunctionData({ abi: own.ProxiedToken!.abi, functionName: 'initialize', args: [owner] })
  const specimens = [
    await deploy('plain', 'PlainToken'),
    await deploy('owner-minted', 'OwnerMintedToken'),
    await deploy('honeypot', 'HoneypotToken'),
    implementation,
    await deploy('proxy', 'UpgradeableProxy', implementation.address, initialize),
    await deploy('taxed', 'TaxedToken'),
  ]
  const factory = await chain.deploy(own.SpecimenFactory!, [], owner)
  const contractOf = (kind: Specimen['kind']): Contract => {
    const { address, contract } = specimens.find((one) => one.kind === kind)!
    return { address, abi: own[kind === 'proxy' ? 'ProxiedToken' : contract]!.abi }
  }
  await openSpecimenPools(chain, own, factory, owner, contractOf)
  const whales = await moveWhales(chain, own, factory, owner)
  const { votes, voted } = await openVotedExchange(chain, own, { factory, owner, coin: whales.coin })
  const launch = await launchSniped(chain, own, factory, owner)
  const usd = { token: usdTokenAddress, symbol: 'USDC', decimals: 6, dollar: true }
  const exchange: Exchange = {
    factories: [
      { kind: 'v2', name: 'specimen-pools', address: factory.address.toLowerCase() as Address },
      { kind: 'solidly', name: voted.name, address: voted.poolFactory },
    ],
    quotes: [{ ...usd, token: usd.token.toLowerCase() as Address }],
    watched: [whales.coin.toLowerCase() as Address],
    voted,
  }
  return { chain_id: chainId, owner, specimens, exchange, whales, votes, launch }
}
