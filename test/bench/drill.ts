// The drill: each part in turn is killed (-9), or frozen for a while, as payers pay and records come in; prints what was lost, what came
// twice, and when it was back.
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { formatTable } from '../../cli/table.ts'
import { runProgram } from '../support/command.ts'
import { type Purchase, startPayers, startRecords } from './support/drill-load.ts'
import { type DrillWorld, openDrillWorld, type Part } from './support/drill-world.ts'
import { rounded } from './support/engine.ts'

const help = `usage: npm run bench -- drill [--log kafka] [--freeze 20] [--seconds 10] [--calls 10] [--records 20]

Starts an API, an ingestor and two processors as processes of their own on an embedded Postgres and the demo chain, lets payers buy
--calls answers and appends --records records a second, and kills (-9) each part in turn, --seconds apart, starting it again at once.
Per part: purchases begun after that and before the next one, payments charged without an answer (lost), charged more than once
(twice), the longest wait for an answer, records acknowledged and never applied, and the time until it was back: an API and Postgres
when a new payment is answered, everything else when all that was appended is applied. At the end every row is made again from the log.
--freeze stops each part instead for so many seconds, as a machine that swaps or is moved does, and lets it go on; it is back by the time
since then. --log kafka needs Java, and kills the broker as well. Exit: 0 nothing lost and nothing twice, 1 otherwise.`

const { values } = parseArgs({
  options: {
    log: { type: 'string', default: 'postgres' },
    freeze: { type: 'string', default: '0' },
    seconds: { type: 'string', default: '10' },
    calls: { type: 'string', default: '10' },
    records: { type: 'string', default: '20' },
    help: { type: 'boolean', default: false },
  },
})
const [seconds, calls, records] = [values.seconds, values.calls, values.records].map(Number) as [number, number, number]
const frozenSeconds = Number(values.freeze)
const payers = 8
const lookMs = 100
const longestMs = 240_000

if (values.help) process.stdout.write(`${help}\n`)
else if (
  ![seconds, calls, records].every((given) => Number.isInteger(given) && given > 0) ||
  !Number.isInteger(frozenSeconds) ||
  frozenSeconds < 0 ||
  !/^(postgres|kafka)$/.test(values.log)
) {
  process.stderr.write(`${help}\n`)
  process.exitCode = 2
} else {
  const world = await openDrillWorld({ onKafka: values.log === 'kafka' })
  // Its processes would outlive it.
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => void world.stop().finally(() => process.exit(1)))
  try {
    process.exitCode = await drill(world)
  } finally {
    await world.stop()
  }
}

interface Fault {
  readonly name: string
  /** When it began; what is frozen is gone from here on. */
  readonly at: number
  readonly backMs: number | null
}

async function drill(world: DrillWorld): Promise<number> {
  const say = (text: string) => process.stdout.write(`${text}\n`)
  await world.ready()
  say('all parts are ready')
  const [paying, writing] = [await startPayers(world, payers, calls), startRecords(world, records)]
  const answered = () => paying.purchases.filter(({ answeredAt }) => answeredAt !== null)
  // Of what is acknowledged by now: on a busy machine there is always something newer.
  const applying = (most: number) => async () => (await writing.applied(most)) === most
  await until(() => answered().length > payers)
  await until(applying(writing.acknowledged()))
  const faults: Fault[] = []
  const note = (name: string, at: number, backMs: number | null) => {
    faults.push({ name, at, backMs })
    say(`${name} ${backMs === null ? 'has not come back' : `was back after ${rounded(backMs / 1_000, 1)} s`}`)
  }
  for (const [name, part] of Object.entries(world.parts)) {
    await wait(seconds * 1_000)
    const began = performance.now()
    await (frozenSeconds > 0 ? freeze(part) : part.kill())
    const at = frozenSeconds > 0 ? performance.now() : began
    const isApplied = applying(writing.acknowledged())
    const sells = () => answered().some(({ begunAt }) => begunAt > at)
    const isBack = name === 'api' ? async () => sells() : async () => sells() && (await isApplied())
    const isBackAgain = await until(isBack)
    note(name, began, isBackAgain ? performance.now() - at : null)
    if (!isBackAgain)
      say(
        `  ${sells() ? '' : 'nothing is sold; '}${(await isApplied()) ? '' : 'not all is applied; '}said last:\n${world.said()}`,
      )
  }
  await wait(seconds * 1_000)
  await Promise.all([paying.stop(), writing.stop()])
  const appended = writing.acknowledged()
  const isApplied = await until(applying(appended))
  const [charged, applied] = [await paying.charged(), await writing.applied(appended)]
  say(formatTable(faults.map((one, i) => rowOf(one, faults[i + 1]?.at ?? Number.POSITIVE_INFINITY, paying.purchases))))
  const unanswered = paying.purchases.length - answered().length
  const lost = Math.max(0, charged - answered().length)
  const free = Math.max(0, answered().length - charged)
  say(`payments: ${paying.purchases.length} made, ${answered().length} answered, ${charged} charged on the chain`)
  say(`  charged and not answered, or charged twice: ${lost}; answered and not charged: ${free}; given up: ${unanswered}`)
  say(`records: ${appended} acknowledged, ${applied} applied once, ${isApplied ? 0 : appended - applied} lost`)
  const again = await runProgram(['cli/replay.ts', 'rates'], { ...world.env }, longestMs)
  say(`rows made again from the log (npm run replay -- rates): ${again.code === 0 ? 'the same' : 'not the same'}`)
  say(again.stdout.trim().split('\n').slice(-4).join('\n'))
  const isClean = lost + free + unanswered === 0 && isApplied && again.code === 0
  return isClean && faults.every(({ backMs }) => backMs !== null) ? 0 : 1
}

async function freeze(part: Part): Promise<void> {
  const pids = part.pids()
  const send = (signal: NodeJS.Signals) => {
    for (const pid of pids)
      try {
        process.kill(pid, signal)
      } catch {
        // ended meanwhile
      }
  }
  send('SIGSTOP')
  await wait(frozenSeconds * 1_000)
  send('SIGCONT')
}

function rowOf({ name, at, backMs }: Fault, until: number, purchases: readonly Purchase[]) {
  const during = purchases.filter((one) => (one.answeredAt ?? Number.POSITIVE_INFINITY) >= at && one.begunAt < until)
  const waits = during.map(({ begunAt, answeredAt }) => (answeredAt ?? Number.NaN) - begunAt)
  return {
    part: name,
    'back after s': backMs === null ? 'never' : rounded(backMs / 1_000, 1),
    purchases: during.length,
    unanswered: during.filter(({ answeredAt }) => answeredAt === null).length,
    'longest wait s': rounded(Math.max(0, ...waits) / 1_000, 1),
  }
}

async function until(holds: () => boolean | Promise<boolean>): Promise<boolean> {
  for (const from = performance.now(); performance.now() - from < longestMs; await wait(lookMs)) if (await holds()) return true
  return false
}
