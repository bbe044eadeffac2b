// A hundred thousand hostile requests beside a payer: what the API holds afterwards, and how long the payer waits meanwhile.
import { parseArgs } from 'node:util'
import { printFigure, quantile, rounded, withDatabase } from './support/engine.ts'
import { type HostileSite, openHostileSite } from './support/hostile.ts'
import { hostileKinds } from './support/hostile-requests.ts'

const help = `usage: npm run bench -- soak [--requests 100000] [--per-second 500] [--seed 1]
Sends requests of ${hostileKinds.length} hostile kinds (hosts, headers, payments, paths, methods, bodies, documents, half requests) to an API with every
service, after a warm-up of a tenth as many, and pays 20 times a second beside them, in turns with quiet times. Facilitator and chain
answer at once. Prints what the API holds before and after, each status, and the payer's times.`
const rounds = 10
const paysPerSecond = 20
const mostGrownMb = 50

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    'per-second': { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  },
})
const [requests, perSecond, seed] = [values.requests, values['per-second'], values.seed].map(Number) as [number, number, number]

if (values.help) process.stdout.write(`${help}\n`)
else if (![requests, perSecond, seed].every((given) => Number.isInteger(given) && given > 0)) {
  process.stderr.write(`--requests, --per-second and --seed are whole numbers above 0\n${help}\n`)
  process.exitCode = 2
} else await withDatabase(async (database) => run(await openHostileSite(database.url, seed)))

async function run(site: HostileSite): Promise<void> {
  const quietMs = Math.max(2_000, Math.min(10_000, (requests / perSecond / rounds) * 1_000))
  await payDuring(site, site.attack(Math.ceil(requests / 10), perSecond))
  await payDuring(site, pause(5_000))
  const before = await site.held()
  const statuses = new Map<string, number>()
  const [calm, beside]: [number[], number[]] = [[], []]
  const rssMb: number[] = []
  for (let round = 0; round < rounds; round++) {
    calm.push(...(await payDuring(site, pause(quietMs))).took)
    const { took, result } = await payDuring(site, site.attack(Math.ceil(requests / rounds), perSecond))
    beside.push(...took)
    rssMb.push(rounded((await site.held()).rssMb, 0))
    for (const [status, count] of result) statuses.set(status, (statuses.get(status) ?? 0) + count)
  }
  const after = await site.held()
  await site.close()
  const grownMb = after.rssMb - before.rssMb
  const ratio = quantile(beside, 0.99) / quantile(calm, 0.99)
  printFigure({ hostile: requests, ...Object.fromEntries([...statuses].sort(([a], [b]) => (a < b ? -1 : 1))) })
  printFigure({
    rss_before_mb: rounded(before.rssMb, 0),
    rss_after_mb: rounded(after.rssMb, 0),
    rss_by_round_mb: rssMb.join(' '),
    heap_before_mb: rounded(before.heapMb, 0),
    heap_after_mb: rounded(after.heapMb, 0),
    grown_mb: rounded(grownMb, 0),
    bar: `below ${mostGrownMb} MB`,
    is_met: grownMb < mostGrownMb,
  })
  for (const [name, took] of Object.entries({ quiet: calm, beside }))
    printFigure({ paid: name, calls: took.length, p50_ms: rounded(quantile(took, 0.5)), p99_ms: rounded(quantile(took, 0.99)) })
  printFigure({ p99_beside_over_quiet: rounded(ratio), bar: 'below 2', is_met: ratio < 2 })
}

function pause(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms))
}

async function payDuring<T>(site: HostileSite, work: Promise<T>): Promise<{ took: number[]; result: T }> {
  const over = new AbortController()
  const paying = site.pay(paysPerSecond, over.signal)
  const result = await work.finally(() => over.abort())
  return { took: await paying, result }
}
