// A whale with known moves: dollars to an exchange, coins from it, some to a friend, and one too small to be told.
import { type Address, parseAbi, parseEther, parseUnits } from 'viem'
import type { Artifacts } from '../contracts/artifacts.ts'
import { usdTokenAddress } from '../faucet.ts'
import { accountNamed, fund } from '../lending/accounts.ts'
import type { Contract } from '../lending/call-data.ts'
import type { Chain } from '../lending/chain.ts'

export interface SpecimenWhale {
  readonly whale: Address
  readonly friend: Address
  readonly exchange: Address
  /** Worth 2,000 dollars by its pool. */
  readonly coin: Address
}

// Whom label lists call Binance: on this chain anybody may act as it.
const exchange: Address = '0x28C6c06298d514Db089934071355E5743bf21d60'
const burnt: Address = '0x000000000000000000000000000000000000dEaD'
const usd: Contract = {
  address: usdTokenAddress,
  abi: parseAbi(['function mint(address to, uint256 value)', 'function transfer(address to, uint256 value) returns (bool)']),
}
const dollars = (whole: number): bigint => parseUnits(String(whole), 6)
const coins = (whole: number): bigint => parseEther(String(whole))

export async function moveWhales(chain: Chain, own: Artifacts, factory: Contract, owner: Address): Promise<SpecimenWhale> {
  const [whale, friend] = [accountNamed('whale'), accountNamed('friend of the whale')]
  await fund(chain, [whale, exchange])
  for (const one of [whale, exchange]) await chain.request('anvil_impersonateAccount', one)
  const coin = await chain.deploy(own.CoinToken!, [], owner)
  await chain.send(factory, 'createPair', [coin.address, usd.address], owner)
  const pool = { address: await chain.read<Address>(factory, 'getPair', [coin.address, usd.address]), abi: own.SpecimenPool!.abi }
  await chain.send(coin, 'transfer', [pool.address, coins(1_000)], owner)
  await chain.send(usd, 'mint', [pool.address, dollars(2_000_000)], owner)
  await chain.send(pool, 'mint', [burnt], owner)
  await chain.send(usd, 'mint', [whale, dollars(5_000_000)], owner)
  await chain.send(usd, 'transfer', [exchange, dollars(2_500_000)], whale)
  await chain.send(coin, 'transfer', [exchange, coins(600)], owner)
  await chain.send(coin, 'transfer', [whale, coins(500)], exchange)
  await chain.send(usd, 'transfer', [friend, dollars(1_000_000)], whale)
  await chain.send(usd, 'transfer', [friend, dollars(40_000)], whale)
  return { whale, friend, exchange, coin: coin.address }
}
