// Paid calls a second of a whole running demo: every part, its chain and this client on one machine.
import { parseArgs } from 'node:util'
import { attachDevnet } from '../../devnet/index.ts'
import { findDemoChain } from '../../devnet/other-demo.ts'
import { type Answer, type Connection, openConnection } from './support/connection.ts'
import { median, printFigure, quantile, rounded } from './support/engine.ts'
import { asNumbers } from './support/numbers.ts'
import { signPayments } from './support/payments.ts'

const help = `usage: npm run bench -- demo [URL] [--payments 2000] [--connections 64] [--rounds 3] [--data-dir .tollgate]
Pays GET /api/rates/rates of a demo that runs (http://127.0.0.1:8402 where no URL is named; its data in --data-dir), --payments times
from a new payer a round, each payment settled on the demo's chain before its answer leaves. Payments are signed beforehand.
Bar: 300 a second on two quiet cores, from the first round to the last: what has been paid must not slow down what is paid.`
const bar = 300
const path = '/api/rates/rates'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    payments: { type: 'string', default: '2000' },
    connections: { type: 'string', default: '64' },
    rounds: { type: 'string', default: '3' },
    'data-dir': { type: 'string', default: '.tollgate' },
    help: { type: 'boolean', default: false },
  },
})
const [origin = 'http://127.0.0.1:8402'] = positionals
const given = [values.payments, values.connections, values.rounds].map((text) => asNumbers(text, 1)?.[0])
const places = findDemoChain(values['data-dir'])

if (values.help) process.stdout.write(`${help}\n`)
else if (given.includes(undefined) || !URL.canParse(origin)) refuse(help)
else if (places === null) refuse(`no demo runs from ${values['data-dir']}; start one with npm start, or name its --data-dir`)
else {
  const [payments, connections, rounds] = given as [number, number, number]
  const chain = await attachDevnet(places)
  const response = await fetch(origin + path)
  const { accepts } = JSON.parse(Buffer.from(response.headers.get('payment-required')!, 'base64').toString('utf8'))
  const requirements = accepts.find((one: { network: string }) => one.network === `eip155:${chain.chainId}`)
  for (let round = 1; round <= rounds; round++) {
    const signed = signPayments(requirements, payments)
    const { from } = JSON.parse(Buffer.from(signed[0]!, 'base64').toString('utf8')).payload.authorization
    await chain.mint(from, BigInt(requirements.amount) * BigInt(payments))
    printFigure({ bench: 'demo', round, payments, connections, ...(await pay(signed, connections)) })
  }
}

async function pay(signed: readonly string[], connections: number) {
  const open = await Promise.all(Array.from({ length: connections }, () => openConnection(origin)))
  const tookMs: number[] = []
  const answers: Answer[] = []
  const worker = async (connection: Connection) => {
    while (answers.length < signed.length) {
      const payment = signed[answers.length]!
      const at = performance.now()
      const index = answers.push({ status: 0, retryAfter: null, body: Buffer.alloc(0) }) - 1
      answers[index] = await connection.get(path, { 'payment-signature': payment })
      tookMs.push(performance.now() - at)
    }
  }
  const startedAt = performance.now()
  await Promise.all(open.map(worker))
  const perSecond = signed.length / ((performance.now() - startedAt) / 1_000)
  for (const connection of open) connection.close()
  const failed = answers.filter(({ status }) => status !== 200)
  if (failed.length > 0)
    throw new Error(`${failed.length} not answered: ${failed[0]!.status} ${failed[0]!.body.subarray(0, 300)}`)
  const ms = { p50_ms: rounded(median(tookMs), 0), p99_ms: rounded(quantile(tookMs, 0.99), 0) }
  return { calls_per_second: rounded(perSecond, 0), ...ms, bar, is_met: perSecond >= bar }
}

function refuse(why: string): void {
  process.stderr.write(`${why}\n`)
  process.exitCode = 2
}
