// Hands out test USDC on the running demo chain.

import type { Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { fromAtomic, toAtomic } from '../api/payment/terms/money.ts'
import type { Config } from '../app/config/index.ts'
import { readBalance } from '../devnet/faucet.ts'
import { attachDevnet, type ChainPlaces } from '../devnet/index.ts'
import { findDemoChain } from '../devnet/other-demo.ts'
import { runCommand, UsageError } from './command.ts'
import { readDollars } from './dollars.ts'

const help = `usage: npm run faucet -- <0x address> [amount in dollars]
       npm run faucet -- --new [amount in dollars]
Hands out test USDC (10 if no amount is named) on the demo chain of a running npm start. Nobody needs gas.
  --new       to a key made now, and prints the key`
const decimals = 6

await runCommand({
  name: 'faucet',
  help,
  flags: { new: 'boolean' },
  async run({ config, positionals, flags, print }) {
    const key = flags.new === true ? generatePrivateKey() : null
    const [address, amount = '10'] = key === null ? positionals : [privateKeyToAccount(key).address, ...positionals]
    if (!/^0x[0-9a-fA-F]{40}$/.test(address ?? '')) throw new UsageError('an address of 0x and 40 hex digits is needed')
    const given = toAtomic(readDollars('the amount', amount), decimals)
    const chain = await attachDevnet(whereIsTheChain(config))
    const transaction = await chain.mint(address!.toLowerCase() as Hex, given)
    const balance = fromAtomic(await readBalance(chain.rpc, address!.toLowerCase() as Hex), decimals)
    print(`${address} has ${balance} test USDC now (transaction ${transaction}, RPC ${chain.walletUrl})`)
    if (key !== null) print(`WALLET_KEY=${key}`)
    return 0
  },
})

function whereIsTheChain({ dataDir }: Config): ChainPlaces {
  const places = findDemoChain(dataDir)
  if (places === null) throw new UsageError(`no demo chain runs from ${dataDir}; start one with npm start, or name its DATA_DIR`)
  return places
}
