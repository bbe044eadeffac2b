// A launch that three wallets bought in its first block, alike and in one transaction, all paid by one shortly before.
import { type Address, parseAbi, parseEther, parseUnits } from 'viem'
import type { Artifacts } from '../contracts/artifacts.ts'
import { usdTokenAddress } from '../faucet.ts'
import { accountNamed, fund } from '../lending/accounts.ts'
import type { Contract } from '../lending/call-data.ts'
import type { Chain } from '../lending/chain.ts'

export interface SpecimenLaunch {
  readonly token: Address
  readonly patron: Address
  readonly snipers: readonly Address[]
}

const usd: Contract = {
  address: usdTokenAddress,
  abi: parseAbi([
    'function mint(address to, uint256 value)',
    'function transfer(address to, uint256 value) returns (bool)',
    'function approve(address spender, uint256 value) returns (bool)',
  ]),
}
const dollars = (whole: number): bigint => parseUnits(String(whole), 6)
const inPool = { tokens: parseEther('400000'), usd: dollars(40_000) }
// Of a supply of a million.
const eachBuys = parseEther('25000')

export async function launchSniped(chain: Chain, own: Artifacts, factory: Contract, owner: Address): Promise<SpecimenLaunch> {
  const patron = accountNamed('patron of the launch')
  const snipers = [1, 2, 3].map((n) => accountNamed(`sniper ${n} of the launch`))
  await fund(chain, [patron, ...snipers])
  for (const one of [patron, ...snipers]) await chain.request('anvil_impersonateAccount', one)
  const token = await chain.deploy(own.SnipedToken!, [], owner)
  const desk = await chain.deploy(own.LaunchDesk!, [], owner)
  await chain.send(token, 'approve', [desk.address, inPool.tokens], owner)
  await chain.send(usd, 'mint', [patron, dollars(12_000)], patron)
  for (const sniper of snipers) {
    await chain.send(usd, 'transfer', [sniper, dollars(4_000)], patron)
    await chain.send(usd, 'approve', [desk.address, dollars(4_000)], sniper)
  }
  const args = [factory.address, token.address, usd.address, inPool.tokens, inPool.usd, snipers, eachBuys]
  await chain.send(desk, 'launch', args, owner)
  return { token: token.address, patron, snipers }
}
