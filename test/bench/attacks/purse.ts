// The attacker's wallets on the demo chain: raw transactions only, as any wallet may send them; the keys are the chain program's public ones.
import {
  createPublicClient,
  createWalletClient,
  defineChain,
  encodeFunctionData,
  type Hex,
  http,
  parseAbi,
  parseSignature,
} from 'viem'
import { generatePrivateKey, mnemonicToAccount, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import type { Signed, Terms } from './payment.ts'

const tokenAbi = parseAbi([
  'function mint(address to, uint256 value)',
  'function balanceOf(address owner) view returns (uint256)',
  'function transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)',
  'function transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)',
])
const multicallAbi = parseAbi(['function aggregate3((address target, bool allowFailure, bytes callData)[] calls) payable'])
const multicall: Hex = '0xcA11bde05977b3631167028862bE2a173976CA11'

export type Purse = Awaited<ReturnType<typeof openPurse>>

export async function openPurse(rpcUrl: string, { asset: token, chainId, payTo }: Terms) {
  const account = mnemonicToAccount('test test test test test test test test test test test junk', { addressIndex: 15 })
  const chain = defineChain({
    id: chainId,
    name: 'demo',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
  const transport = http(rpcUrl, { timeout: 30_000 })
  const reader = createPublicClient({ chain, transport, pollingInterval: 50, cacheTime: 0 })
  const wallet = createWalletClient({ chain, transport, account })
  const gasPrice = 4n * (await reader.getGasPrice())
  let nonce = await reader.getTransactionCount({ address: account.address, blockTag: 'pending' })
  const send = async (call: { to?: Hex; data: Hex; gas?: bigint }) => {
    const hash = await wallet.sendTransaction({ gas: 3_000_000n, ...call, gasPrice, type: 'legacy', nonce: nonce++ } as never)
    return reader.waitForTransactionReceipt({ hash })
  }
  const balanceOf = (owner: Hex) =>
    reader.readContract({ address: token, abi: tokenAbi, functionName: 'balanceOf', args: [owner] })
  const mint = async (to: Hex, atomic: bigint) => {
    await send({
      to: token,
      data: encodeFunctionData({ abi: tokenAbi, functionName: 'mint', args: [to, atomic] }),
      gas: 120_000n,
    })
  }
  return {
    reader,
    balanceOf,
    mint,
    income: () => balanceOf(payTo),
    async payer(atomic: bigint): Promise<PrivateKeyAccount> {
      const payer = privateKeyToAccount(generatePrivateKey())
      await mint(payer.address, atomic)
      return payer
    },
    /** A contract of this runtime code, with money. */
    async deploy(runtime: Hex, atomic = 100_000_000n): Promise<Hex> {
      const size = (runtime.length - 2) / 2
      // PUSH2 size, DUP1, PUSH1 10, PUSH0, CODECOPY, PUSH0, RETURN: hands out what follows.
      const head = `61${size.toString(16).padStart(4, '0')}80600a5f395ff3`
      const { contractAddress } = await send({ data: `0x${head}${runtime.slice(2)}` })
      await mint(contractAddress!, atomic)
      return contractAddress!
    },
    /** Sends signed authorizations in, all in one transaction of a public contract. */
    async sendTogether(all: readonly Signed[]): Promise<Hex> {
      const calls = all.map((signed) => ({ target: token, allowFailure: false, callData: callOf(signed) }))
      const data = encodeFunctionData({ abi: multicallAbi, functionName: 'aggregate3', args: [calls] })
      const { status, transactionHash } = await send({ to: multicall, data, gas: 25_000_000n })
      if (status !== 'success') throw new Error('the transaction of the attack reverted')
      return transactionHash
    },
    /** The newest transactions of whoever settles, in the order of their making. */
    async gasSpentBy(sender: Hex, sinceBlock: bigint): Promise<{ transactions: number; reverted: number; gas: bigint }> {
      const spent = { transactions: 0, reverted: 0, gas: 0n }
      for (let number = sinceBlock + 1n; number <= (await reader.getBlockNumber()); number++) {
        const { transactions } = await reader.getBlock({ blockNumber: number, includeTransactions: true })
        for (const { hash, from } of transactions) {
          if (from.toLowerCase() !== sender.toLowerCase()) continue
          const { status, gasUsed } = await reader.getTransactionReceipt({ hash })
          spent.transactions += 1
          spent.gas += gasUsed
          if (status === 'reverted') spent.reverted += 1
        }
      }
      return spent
    },
  }
}

function callOf({ authorization: a, signature }: Signed): Hex {
  const { v, r, s } = parseSignature(signature)
  const [value, after, before] = [a.value, a.validAfter, a.validBefore].map(BigInt) as [bigint, bigint, bigint]
  const args = [a.from, a.to, value, after, before, a.nonce, Number(v), r, s] as const
  return encodeFunctionData({ abi: tokenAbi, functionName: 'transferWithAuthorization', args })
}
