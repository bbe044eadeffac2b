// Reconciles the ledger of payments with the chain and prints every difference.

import { type Income, readIncome, readSvmIncome } from '../api/payment/chain/income.ts'
import { createSvmChainReader } from '../api/payment/chain/svm.ts'
import { compareBooks, movedPayments, owedAnswers } from '../api/payment/gate/reconciliation.ts'
import { type Asset, assets } from '../api/payment/terms/assets.ts'
import { fromAtomic } from '../api/payment/terms/money.ts'
import type { Config } from '../app/config/index.ts'
import { createPaymentBooks, type PaymentBooks } from '../db/payments/books.ts'
import type { PaymentRow } from '../db/payments/row.ts'
import { findDemoChain } from '../devnet/demo.ts'
import { attachDevnet } from '../devnet/index.ts'
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
    const rows = await books.between(ground.run, since, until)
    const groups = Map.groupBy(rows, ({ network, asset, payTo }) => `${network} ${asset} ${payTo}`)
    // Claimed within the margin: on its way, and by a chain whose clock lags perhaps already received "before" it.
    const onTheirWay = () => books.between(ground.run, until, new Date(Date.now() + 60_000))
    let differences = 0
    for (const group of groups.values())
      differences += await compareGroup(group, ground, { since, until }, { books, onTheirWay }, print)
    const young = (await onTheirWay()).length
    if (young > 0) print(`${young} more of the last ${settlingSeconds} seconds are not compared yet.`)
    if (groups.size === 0) print(`No payments since ${since.toISOString()}.`)
    return differences === 0 ? 0 : 1
  },
})

async function compareGroup(
  found: readonly PaymentRow[],
  ground: Ground,
  span: { since: Date; until: Date },
  { books, onTheirWay }: { books: PaymentBooks; onTheirWay: () => Promise<readonly PaymentRow[]> },
  print: (line: string) => void,
): Promise<number> {
  const { network, asset, payTo, symbol, decimals } = found[0]!
  const rpcUrl = ground.rpcUrls.get(network)
  const states = [...Map.groupBy(found, ({ state }) => state)].map(([state, all]) => `${all.length} ${state}`).join(', ')
  print(`${symbol} on ${network} to ${payTo}: ${states}`)
  if (rpcUrl === undefined) {
    print('  this chain cannot be asked from here (no RPC URL); not compared')
    return 0
  }
  const isSvm = network.startsWith('solana:')
  if (isSvm) print('  Solana is asked about each payment of the ledger; what it has beyond them is not seen')
  const received = isSvm
    ? await readSvmIncome(createSvmChainReader({ [network]: rpcUrl }), found)
    : await readIncome({ rpcUrl, asset, payTo, ...span })
  const income = within(received, found, await onTheirWay())
  const moved = movedPayments(found, income)
  if (moved.length > 0) {
    await books.move(moved)
    print(`  a reorganisation moved ${moved.length}: the books now name the transactions they stand in`)
  }
  const byId = new Map(moved.map((one) => [one.id, one]))
  const rows = found.map((row) => ({ ...row, ...byId.get(row.id) }))
  const sum = (amounts: readonly bigint[]) =>
    fromAtomic(
      amounts.reduce((total, amount) => total + amount, 0n),
      decimals,
    )
  const booked = rows.filter(({ state }) => state === 'settled' || state === 'owed').map(({ amount }) => amount)
  print(
    `  ledger ${sum(booked)} ${symbol} in ${booked.length} payments, chain ${sum(income.map(({ amount }) => amount))} in ${income.length}`,
  )
  const differences = compareBooks(rows, income)
  if (differences.length > 0) {
    const shown = differences.map((entry) => ({
      ...entry,
      booked: fromAtomic(entry.booked, decimals),
      received: fromAtomic(entry.received, decimals),
    }))
    print(formatTable(shown, ['kind', 'booked', 'received', 'payer', 'nonce', 'transaction']))
  } else print('  no difference')
  const owed = owedAnswers(rows)
  if (owed.length > 0) {
    print(
      `  owed ${owed.length}: charged, and no answer written down, though it may have left; see --help before giving anything back`,
    )
    const shown = owed.map((row) => ({ ...row, amount: fromAtomic(row.amount, decimals), since: row.settledAt?.toISOString() }))
    print(formatTable(shown, ['amount', 'route', 'payer', 'nonce', 'transaction', 'since']))
  }
  return differences.length
}

// The chain is read to its end; what was paid after the span's end and is booked later is not part of it.
function within(income: readonly Income[], rows: readonly PaymentRow[], later: readonly PaymentRow[]): Income[] {
  const nameOf = ({ payer, nonce }: { payer: string; nonce: string }) => `${payer} ${nonce}`
  const [known, tooYoung] = [new Set(rows.map(nameOf)), new Set(later.map(nameOf))]
  return income.filter((entry) => known.has(nameOf(entry)) || !(entry.late || tooYoung.has(nameOf(entry))))
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
