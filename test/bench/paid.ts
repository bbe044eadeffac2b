// What payment costs a server: bare fastify, the official middleware and ours, side by side over real sockets in one run.
import { parseArgs } from 'node:util'
import { progressBar } from '../../cli/progress-bar.ts'
import type { Database } from '../../db/client.ts'
import { createDataDir, removeDataDir } from '../support/data-dir.ts'
import { median, printFigure, rounded, withDatabase } from './support/engine.ts'
import { drive, type Measured, startBenchServer } from './support/load.ts'
import { signPayments } from './support/payments.ts'

type Row = {
  readonly name: string
  readonly server: string
  readonly status: 200 | 402
  /** In one round: about a second's. */
  readonly calls: number
  readonly pays: boolean
}
type Running = {
  readonly row: Row
  readonly measured: Measured[]
  drive(): Promise<Measured>
  stop(): Promise<void>
}

const rounds = 15

const help = `usage: npm run bench -- paid [words of the rows wanted] [--connections 32]
Rates of paid calls and of unpaid 402s through 32 connections to one process: bare fastify, @x402/express with a facilitator that
verifies nothing, @x402/express with the official in-process facilitator, and ours with claim, ledger, settle and receipt in Postgres.
Facilitator and chain answer after the same 2 ms everywhere. (3) and (5) are there twice: with the facilitator inside the process, so
that asking it costs nothing, and with it behind a socket, asked by the official client and by ours, as in production. All servers run
from the start, are driven for 6 s each and then in turn, a second at a time, ${rounds} times over; a ratio is the median of its rounds'.
(6) does the least that any server must that answers a payment once: its signature checked, a row on the disk before it is settled, one
for the charge. (7) is the same with our own ledger's claim and charge: what is between it and (5) is checks, limits, repeats and crashes.
Every turn's payer is a new one, who pays for all of it. Bars are for 32 connections, that of (5)/(3) for 128 as well. With more of them
less of a call is waiting for the facilitator: a server that keeps one processor busy gains on one that needs two.`
// A server runs for months: what is measured is not how it compiles itself.
const warmUpSeconds = 6

// What is compared stands side by side: a machine changes its speed from second to second.
const all: Row[] = [
  { name: '(1) bare fastify, same bytes', server: 'bare', status: 200, calls: 40_000, pays: false },
  { name: 'unpaid 402 of @x402/express', server: 'express-stub', status: 402, calls: 8_000, pays: false },
  { name: '(2) bare fastify, constant 402', server: 'bare-402', status: 402, calls: 40_000, pays: false },
  { name: 'unpaid 402 of ours', server: 'ours', status: 402, calls: 40_000, pays: false },
  { name: '(4) @x402/express, official facilitator', server: 'express-official', status: 200, calls: 250, pays: true },
  { name: '(5) ours, everything on', server: 'ours', status: 200, calls: 4_000, pays: true },
  { name: '(3) @x402/express, facilitator stub', server: 'express-stub', status: 200, calls: 4_000, pays: true },
  { name: '(6) bare fastify, the least that answers once', server: 'least', status: 200, calls: 4_000, pays: true },
  { name: '(7) the same with our ledger', server: 'least-ledger', status: 200, calls: 4_000, pays: true },
  { name: '(3) with the facilitator stub over HTTP', server: 'express-http', status: 200, calls: 1_500, pays: true },
  { name: '(5) with the facilitator stub over HTTP', server: 'ours-http', status: 200, calls: 2_500, pays: true },
]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { connections: { type: 'string', default: '32' }, help: { type: 'boolean', default: false } },
})
const connections = Number(values.connections)
const ratios: { ratio: string; one: string; other: string; bar?: number }[] = [
  { ratio: 'ours / official facilitator (5)/(4)', one: '(5) ours', other: '(4)', bar: 5 },
  { ratio: 'ours / facilitator stub (5)/(3)', one: '(5) ours', other: '(3) @x402', bar: connections < 128 ? 0.8 : 0.75 },
  { ratio: 'ours / the least that answers once (5)/(6)', one: '(5) ours', other: '(6)' },
  { ratio: 'the least / facilitator stub (6)/(3)', one: '(6)', other: '(3) @x402' },
  { ratio: 'ours / the least with our ledger (5)/(7)', one: '(5) ours', other: '(7)' },
  { ratio: 'the least with our ledger / facilitator stub (7)/(3)', one: '(7)', other: '(3) @x402' },
  { ratio: '(5)/(3), facilitator over HTTP', one: '(5) with', other: '(3) with', bar: 0.8 },
  { ratio: 'our 402 / constant 402', one: 'unpaid 402 of ours', other: '(2)', bar: 0.8 },
]
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
  const facilitator = await startBenchServer('facilitator-stub', '')
  const running: Running[] = []
  const bar = progressBar('paid', process.stderr, 'measurements')
  let done = 0
  try {
    const total = rows.length * (rounds + 1)
    for (const row of rows) {
      const one = await start(row, database.url, facilitator.origin)
      running.push(one)
      for (let seconds = 0; seconds < warmUpSeconds; ) seconds += row.calls / (await one.drive()).perSecond
      bar.show(++done, total)
    }
    for (let round = 0; round < rounds; round++)
      // There and back, so that no row is always the one after another.
      for (const { measured, drive } of round % 2 === 0 ? running : running.toReversed()) {
        measured.push(await drive())
        bar.show(++done, total)
      }
  } finally {
    bar.end()
    for (const { stop } of running) await stop()
    await facilitator.stop()
  }
  for (const { row, measured } of running) {
    const [rate, cpu] = (['perSecond', 'cpuMsPerCall'] as const).map((figure) => median(measured.map((round) => round[figure])))
    printFigure({ row: row.name, calls_per_second: Math.round(rate!), cpu_ms_per_call: rounded(cpu!, 3) })
  }
  for (const { ratio, one, other, bar } of ratios) {
    const [ones, others] = [one, other].map((start) => running.find(({ row }) => row.name.startsWith(start))?.measured)
    if (ones === undefined || others === undefined) continue
    const value = median(ones.map(({ perSecond }, round) => perSecond / others[round]!.perSecond))
    printFigure({ ratio, value: rounded(value), bar })
  }
}

async function start(row: Row, databaseUrl: string, facilitatorUrl: string): Promise<Running> {
  const journalFolder = createDataDir('journal')
  const server = await startBenchServer(row.server, databaseUrl, facilitatorUrl, journalFolder)
  return {
    row,
    measured: [],
    async drive() {
      const headersOf = row.pays ? await payingHeaders(server.origin, row.calls) : () => ({})
      return drive(server, { connections, calls: row.calls, status: row.status, headersOf })
    },
    async stop() {
      await server.stop()
      removeDataDir(journalFolder)
    },
  }
}

async function payingHeaders(origin: string, count: number): Promise<(call: number) => Record<string, string>> {
  const response = await fetch(`${origin}/rates`)
  const challenge = JSON.parse(Buffer.from(response.headers.get('payment-required')!, 'base64').toString('utf8'))
  const payments = signPayments(challenge.accepts[0], count)
  return (call) => ({ 'payment-signature': payments[call]! })
}
