// Reconciles the ledger of payments with the chain and prints every difference.

import { type Income, readIncome, readSvmIncome } from '../api/payment/chain/income.ts'
import { createSvmChainReader } from '../api/payment/chain/svm.ts'
import { compareBooks, type Difference, movedPayments, owedAnswers } from '../api/payment/gate/reconciliation.ts'
import { sideBySide } from '../api/payment/gate/side-by-side.ts'
import { type Asset, assets } from '../api/payment/terms/assets.ts'
import { fromAtomic } from '../api/payment/terms/money.ts'
import type { Config } from '../app/config/index.ts'
import { createPaymentBooks, type PaymentBooks, type RecipientCount } from '../db/payments/books.ts'
import type { PaymentRow } from '../db/payments/row.ts'
import { attachDevnet } from '../devnet/index.ts'
import { findDemoChain } from '../devnet/other-demo.ts'
import { runCommand, UsageError } from './command.ts'
import { formatTable } from './table.ts'

const help = `usage: npm run ledger -- [--since 24h]
Compares the ledger of payments with what the chain says we received, and prints every difference.
  --since   how far back, as 90m, 24h or 7d (24h)
A payment that a reorganisation moved to another transaction is no difference either: the books follow the chain, and say so.
What is owed is listed apart and is no difference, for books and chain agree: the payment arrived, but no answer to it is written
down. Either there was none, because the process was killed or the work failed before, or it has left already: answers may leave a
moment before the ledger has them (20 ms as a rule, longer while it is slow), and the database itself writes these last moments to its
disk relaxed; only the journal of the machine that gave the answer knows then. So do not give the money back unasked: the payer may
have what they paid for. Nothing has to be done: whenever the payer repeats the same request with the same payment, it is answered and
not charged again, also after the payment has expired.
Exit code 0: they agree; 1: they differ; 2: wrong words.`

const units: Record<string, number> = { m: 60, h: 3_600, d: 86_400 }
// A payment on its way while the books are read would look like a difference.
const settlingSeconds = 5

const meaning: Readonly<Record<Difference['kind'], string>> = {
  'not on the chain':
    'booked, and no such transfer is found: the RPC may be behind or wrong, so ask another before anything else',
  'not in the books':
    'paid to this address, and nothing here was booked for it: sent or settled by others, or booked in a database that is lost since (a standby or a backup that was behind); an answer may have left even so, and nobody gets another for it',
  'another amount': 'the transfer is of another amount than was booked; report it',
  'another transaction':
    'booked under a transaction in which it no longer stands, and the books could not be moved; run this again',
  'still open': 'begun by a process that is gone; API processes that run end it once its time is over',
}

type Ground = { readonly run: string; readonly rpcUrls: ReadonlyMap<string, string> }

await runCommand({
  name: 'ledger',
  help,
  flags: { since: 'string' },
  async run({ config, flags, openDatabase, print }) {
    const until = new Date(Date.now() - settlingSeconds * 1000)
    const since = new Date(until.getTime() - parseSpan(String(flags.since ?? '24h')) * 1000)
    const ground = await findGround(config)
    const books = createPaymentBooks((await openDatabase()).pool)
    const recipients = await books.recipients(ground.run, since, until)
    let differences = 0
    for (const recipient of recipients) differences += await compare(recipient, { ground, since, until, books }, print)
    // Claimed within the margin: on its way, and by a chain whose clock lags perhaps already received "before" it.
    const young = (await books.recipients(ground.run, until, soon())).flatMap(({ states }) => Object.values(states))
    const count = young.reduce((sum, one) => sum + one, 0)
    if (count > 0) print(`${count} more of the last ${settlingSeconds} seconds are not compared yet.`)
    if (recipients.length === 0)
      print(
        `No payments since ${since.toISOString()}${config.world === 'live' ? '' : ' on this chain: the books of a demo begin with it'}.`,
      )
    return differences === 0 ? 0 : 1
  },
})

interface Comparison {
  readonly ground: Ground
  readonly since: Date
  readonly until: Date
  readonly books: PaymentBooks
}

async function compare(
  recipient: RecipientCount,
  { ground, since, until, books }: Comparison,
  print: (line: string) => void,
): Promise<number> {
  const { network, asset, payTo, symbol, decimals, states } = recipient
  const rpcUrl = ground.rpcUrls.get(network)
  const counted = Object.entries(states).map(([state, count]) => `${count} ${state}`)
  print(`${symbol} on ${network} to ${payTo}: ${counted.join(', ')}`)
  if (rpcUrl === undefined) {
    print('  this chain cannot be asked from here (no RPC URL); not compared')
    return 0
  }
  const isSvm = network.startsWith('solana:')
  if (isSvm) print('  Solana is asked about each payment of the ledger; what it has beyond them is not seen')
  const pages = () => books.countable(ground.run, recipient, since, until)
  const received = isSvm
    ? readSvmIncome(createSvmChainReader({ [network]: rpcUrl }), pages())
    : readIncome({ rpcUrl, asset, payTo, since, until })
  const told = {
    moved: [] as ReturnType<typeof movedPayments>,
    booked: none(),
    received: none(),
    differences: [] as Difference[],
    owed: [] as PaymentRow[],
  }
  for await (const { rows, income: found, isRest } of sideBySide(pages(), received)) {
    const income = isRest ? await withoutYoung(found, books.countable(ground.run, recipient, until, soon())) : found
    const moved = movedPayments(rows, income)
    const byId = new Map(moved.map((one) => [one.id, one]))
    const now = rows.map((row) => ({ ...row, ...byId.get(row.id) }))
    told.moved.push(...moved)
    for (const { state, amount } of now) if (state === 'settled' || state === 'owed') addTo(told.booked, amount)
    for (const { amount } of income) addTo(told.received, amount)
    told.differences.push(...compareBooks(now, income))
    told.owed.push(...owedAnswers(now))
  }
  if (told.moved.length > 0) {
    // All at once: one may have moved to where another was.
    await books.move(told.moved)
    print(`  a reorganisation moved ${told.moved.length}: the books now name the transactions they stand in`)
  }
  const inBooks = `ledger ${fromAtomic(told.booked.sum, decimals)} ${symbol} in ${told.booked.count} payments`
  print(`  ${inBooks}, chain ${fromAtomic(told.received.sum, decimals)} in ${told.received.count}`)
  if (told.differences.length > 0) {
    const shown = told.differences.map((entry) => ({
      ...entry,
      booked: fromAtomic(entry.booked, decimals),
      received: fromAtomic(entry.received, decimals),
    }))
    print(formatTable(shown, ['kind', 'booked', 'received', 'payer', 'nonce', 'transaction']))
    for (const kind of new Set(shown.map((entry) => entry.kind))) print(`  ${kind}: ${meaning[kind]}`)
  } else print('  no difference')
  if (told.owed.length > 0) {
    print(
      `  owed ${told.owed.length}: charged, and no answer written down, though it may have left; see --help before giving anything back`,
    )
    const shown = told.owed.map((row) => ({
      ...row,
      amount: fromAtomic(row.amount, decimals),
      since: row.settledAt?.toISOString(),
    }))
    print(formatTable(shown, ['amount', 'route', 'payer', 'nonce', 'transaction', 'since']))
  }
  return told.differences.length
}

interface Sum {
  count: number
  sum: bigint
}
function none(): Sum {
  return { count: 0, sum: 0n }
}
function addTo(total: Sum, amount: bigint): void {
  total.count++
  total.sum += amount
}

function soon(): Date {
  return new Date(Date.now() + 60_000)
}

// The chain is read to its end; what was paid after the span's end and is booked later is not part of it.
async function withoutYoung(income: readonly Income[], young: AsyncIterable<readonly PaymentRow[]>): Promise<Income[]> {
  const nameOf = ({ payer, nonce }: { payer: string; nonce: string }) => `${payer} ${nonce}`
  const tooYoung = new Set((await Array.fromAsync(young)).flat().map(nameOf))
  return income.filter((entry) => !entry.late && !tooYoung.has(nameOf(entry)))
}

async function findGround(config: Config): Promise<Ground> {
  if (config.world === 'live') {
    const urls = Object.entries(config.payments.rpcUrls)
    return { run: '', rpcUrls: new Map(urls.map(([name, url]) => [(assets as Record<string, Asset>)[name]!.network, url])) }
  }
  const places = findDemoChain(config.dataDir)
  if (places === null) throw new UsageError(`No demo chain runs from ${config.dataDir}, and a demo ledger ends with its chain.`)
  const chain = await attachDevnet(places)
  return { run: chain.run, rpcUrls: new Map([[assets['base-sepolia'].network, chain.rpcUrl]]) }
}

function parseSpan(text: string): number {
  const match = /^(\d{1,6})([mhd])$/.exec(text)
  if (match === null) throw new UsageError(`--since ${text} is not a span like 90m, 24h or 7d`)
  return Number(match[1]) * units[match[2]!]!
}
