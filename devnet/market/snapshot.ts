// The market's contracts as they stand once deployed, kept beside the compiled ones: a later chain is given them instead of hundreds of transactions.
import { readFile, rename, writeFile } from 'node:fs/promises'
import { deserialize, serialize } from 'node:v8'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Address, Hex } from 'viem'
import type { Exchange } from '../exchange/exchange.ts'
import type { Chain } from '../lending/chain.ts'
import type { Lending } from '../lending/lending.ts'

export type Contracts = { readonly lending: Lending; readonly exchange: Exchange }

type Account = { readonly nonce: number; readonly code: Hex }
type Accounts = Readonly<Record<Address, Account>>
type Snapshot = {
  readonly accounts: Accounts
  readonly lending: Omit<Lending, 'chain'>
  readonly exchange: Exchange
  /** Contracts remember when they were last touched; a chain of an earlier day would count time backwards. */
  readonly madeAt: bigint
}

const noCode: Hex = '0x'

/** Null where there is none, or none for this chain: it must not know the market's accounts yet, nor be of an earlier day. */
export async function placeSnapshot(file: string, chain: Chain): Promise<Contracts | null> {
  const packed = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (packed === null) return null
  const { accounts, lending, exchange, madeAt } = deserialize(gunzipSync(packed)) as Snapshot
  const isUsed = (await chain.request<Hex>('eth_getTransactionCount', lending.owner, 'latest')) !== '0x0'
  if (isUsed || (await chain.timestamp()) < madeAt) return null
  const state = Buffer.from(JSON.stringify({ accounts, block: null, best_block_number: null, blocks: [], transactions: [] }))
  await chain.request('anvil_loadState', toHex(gzipSync(state, { level: 1 })))
  await chain.request('anvil_autoImpersonateAccount', true)
  return { lending: { ...lending, chain }, exchange }
}

export async function listAccounts(chain: Chain): Promise<Accounts> {
  const dump = await chain.request<Hex>('anvil_dumpState')
  return (JSON.parse(gunzipSync(Buffer.from(dump.slice(2), 'hex')).toString()) as { accounts: Accounts }).accounts
}

/** `before`: whom the chain knew when the market was not there. Contracts that came since are the market's, and its own people. */
export async function keepSnapshot(file: string, before: Accounts, { lending, exchange }: Contracts): Promise<void> {
  const { chain, ...rest } = lending
  const people = new Set([lending.owner, lending.supplier, lending.liquidator, lending.treasury].map((one) => one.toLowerCase()))
  const accounts = Object.fromEntries(
    Object.entries(await listAccounts(chain)).filter(
      ([address, { code }]) => people.has(address.toLowerCase()) || (code !== noCode && before[address as Address] === undefined),
    ),
  )
  const snapshot: Snapshot = { accounts, lending: rest, exchange, madeAt: await chain.timestamp() }
  // Written aside and moved, so that no start ever finds half of one.
  await writeFile(`${file}.${process.pid}`, gzipSync(serialize(snapshot)))
  await rename(`${file}.${process.pid}`, file)
}

function toHex(bytes: Buffer): Hex {
  return `0x${bytes.toString('hex')}`
}
