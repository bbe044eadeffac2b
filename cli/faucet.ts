// Hands out test USDC on the running demo chain: npm run faucet -- <address> [amount in dollars, 10 if left out]
import { parseArgs } from 'node:util'
import { fromAtomic, toAtomic, usd } from '../api/payment/money.ts'
import { loadConfig } from '../config.ts'
import type { Hex } from '../devnet/compile.ts'
import { findDemoChain } from '../devnet/demo.ts'
import { readBalance } from '../devnet/faucet.ts'
import { attachDevnet } from '../devnet/index.ts'
import { messageOf } from '../errors.ts'

const decimals = 6

try {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [address, amount = '10'] = positionals
  if (!/^0x[0-9a-fA-F]{40}$/.test(address ?? '')) throw new Error('usage: npm run faucet -- <0x address> [amount in dollars]')
  const chain = await attachDevnet(whereIsTheChain())
  const transaction = await chain.mint(address as Hex, toAtomic(usd(amount), decimals))
  const balance = fromAtomic(await readBalance(chain.rpc, address as Hex), decimals)
  process.stdout.write(`${address} has ${balance} test USDC now (transaction ${transaction}, RPC ${chain.rpcUrl})\n`)
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`)
  process.exitCode = 1
}

function whereIsTheChain(): string {
  const { dataDir, payments } = loadConfig(process.env)
  const url = payments.devnetPort === null ? findDemoChain(dataDir) : `http://127.0.0.1:${payments.devnetPort}`
  if (url === null) throw new Error(`No demo chain runs from ${dataDir}; start one with npm start.`)
  return url
}
