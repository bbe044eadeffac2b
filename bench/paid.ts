// What payment costs a server: bare fastify, the official middleware and ours, side by side over real sockets in one run.
import { parseArgs } from 'node:util'
import { progressBar } from '../cli/progress-bar.ts'
import type { Database } from '../db/client.ts'
import { createDataDir, removeDataDir } from '../test/support/data-dir.ts'
import { median, printFigure, rounded, withDatabase } from './support/engine.ts'
import { drive, type Measured, startBenchServer } from './support/load.ts'
import { signPayments } from './support/payments.ts'

type Row = {
  readonly name: string
  readonly server: string
  readonly status: 200 | 402
  readonly calls: number
  readonly pays: boolean
}

const help = `usage: npm run bench -- paid [words of the rows wanted] [--connections 32]
Rates of paid calls and of unpaid 402s through 32 connections to one process: bare fastify, @x402/express with a facilitator that
verifies nothing, @x402/express with the official in-process facilitator, and ours with claim, ledger, settle and receipt in Postgres.
Facilitator and chain answer after the same 2 ms everywhere; each server is driven for 6 s before it is measured. (3) and (5) are
there twice: with the facilitator inside the process, so that asking it costs nothing, and with it behind a socket, asked by the
official client and by ours, as in production. Ratios are printed when all rows are measured; their bars are for 32 connections. With
more of them less of a call is waiting for the facilitator: a server that keeps one processor busy gains on one that needs two.`
const rounds = 3
// A server runs for months: what is measured is not how it compiles itself.
const warmUpSeconds = 6

const all: Row[] = [
  { name: '(1) bare fastify, same bytes', server: 'bare', status: 200, calls: 60_000, pays: false },
  { name: '(2) bare fastify, constant 402', server: 'bare-402', status: 402, calls: 60_000, pays: false },
  { name: 'unpaid 402 of @x402/express', server: 'express-stub', status: 402, calls: 12_000, pays: false },
  { name: 'unpaid 402 of ours', server: 'ours', status: 402, calls: 60_000, pays: false },
  { name: '(3) @x402/express, facilitator stub', server: 'express-stub', status: 200, calls: 8_000, pays: true },
  { name: '(4) @x402/express, official facilitator', server: 'express-official', status: 200, calls: 500, pays: true },
  { name: '(5) ours, everything on', server: 'ours', status: 200, calls: 8_000, pays: true },
  { name: '(3) with the facilitator stub over HTTP', server: 'express-http', status: 200, calls: 3_000, pays: true },
  { name: '(5) with the facilitator stub over HTTP', server: 'ours-http', status: 200, calls: 5_000, pays: true },
]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { connections: { type: 'string', default: '32' }, help: { type: 'boolean', default: false } },
})
const connections = Number(values.connections)
const rows = positionals.length === 0 ? all : all.filter(({ name }) => positionals.some((word) => name.includes(word)))

if (values.help) process.stdout.write(`${help}\n`)
else if (!Number.isInteger(connections) || connections < 1 || connections > 512) refuse('--connections: a number from 1 to 512')
else if (rows.length === 0) refuse(`no row has any of these words; rows:\n  ${all.map(({ name }) => name).join('\n  ')}`)
else await withDatabase(run)

function refuse(why: string): void {
  process.stderr.write(`${why}\n`)
  process.exitCode = 2
}

async function run(database: Database): Promise<void> {
  const measured = new Map<string, Measured[]>(rows.map(({ name }) => [name, []]))
  const facilitator = await startBenchServer('facilitator-stub', '')
  const bar = progressBar('paid', process.stderr, 'measurements')
  let done = 0
  try {
    // Rounds go over all rows, so that a slow moment of the machine meets each of them alike.
    for (let round = 0; round < rounds; round++)
      for (const row of rows) {
        measured.get(row.name)!.push(await measure(row, database.url, facilitator.origin))
        bar.show(++done, rows.length * rounds)
      }
  } finally {
    bar.end()
    await facilitator.stop()
  }
  const of = (name: string, figure: keyof Measured) => median(measured.get(name)!.map((round) => round[figure]))
  for (const { name } of rows) {
    const [rate, cpu] = [of(name, 'perSecond'), of(name, 'cpuMsPerCall')]
    printFigure({ row: name, calls_per_second: Math.round(rate), cpu_ms_per_call: rounded(cpu, 3) })
  }
  if (rows.length < all.length) return
  const ratio = (ratio: string, one: string, other: string, bar: number) => {
    const rate = (start: string) => of(rows.find(({ name }) => name.startsWith(start))!.name, 'perSecond')
    printFigure({ ratio, value: rounded(rate(one) / rate(other)), bar })
  }
  ratio('ours / official facilitator (5)/(4)', '(5) ours', '(4)', 5)
  ratio('ours / facilitator stub (5)/(3)', '(5) ours', '(3) @x402', 0.8)
  ratio('the same, facilitator over HTTP', '(5) with', '(3) with', 0.8)
  ratio('our 402 / constant 402', 'unpaid 402 of ours', '(2)', 0.8)
}

async function measure(row: Row, databaseUrl: string, facilitatorUrl: string): Promise<Measured> {
  const journalFolder = createDataDir('journal')
  const server = await startBenchServer(row.server, databaseUrl, facilitatorUrl, journalFolder)
  const driven = async (calls: number) => {
    const headersOf = row.pays ? await payingHeaders(server.origin, calls) : () => ({})
    return drive(server, { connections, calls, status: row.status, headersOf })
  }
  try {
    const calls = Math.ceil(row.calls / 8)
    for (let seconds = 0; seconds < warmUpSeconds; ) seconds += calls / (await driven(calls)).perSecond
    return await driven(row.calls)
  } finally {
    await server.stop()
    removeDataDir(journalFolder)
  }
}

async function payingHeaders(origin: string, count: number): Promise<(call: number) => Record<string, string>> {
  const response = await fetch(`${origin}/rates`)
  const challenge = JSON.parse(Buffer.from(response.headers.get('payment-required')!, 'base64').toString('utf8'))
  const payments = signPayments(challenge.accepts[0], count)
  return (call) => ({ 'payment-signature': payments[call]! })
}
