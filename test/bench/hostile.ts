// Strangers' pages, bodies and documents against the running program while others pay: `npm run bench -- hostile`.
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { runHostile } from '../support/hostile/run.ts'
import { printFigure, rounded } from './support/engine.ts'

const help = `usage: npm run bench -- hostile [--seed n] [--cases n] [--connections n] [--payers n]
Answers made by chance from a printed seed, read and previewed over 20 connections while 20 payers buy a page: how each kind ends,
the payers' p99 beside the quiet one, memory before and after, and what a kill -9 at the end leaves behind.`
const text = { type: 'string' } as const
const { values } = parseArgs({ options: { help: { type: 'boolean' }, seed: text, cases: text, connections: text, payers: text } })

if (values.help) process.stdout.write(`${help}\n`)
else {
  const number = (given: string | undefined, fallback: number) => Number(given ?? fallback)
  const run = await runHostile({
    seed: number(values.seed, randomInt(2 ** 31)),
    cases: number(values.cases, 400),
    connections: number(values.connections, 20),
    payers: number(values.payers, 20),
    calmMs: 10_000,
  })
  for (const [name, statuses] of Object.entries(run.outcomes)) printFigure({ stranger: name, ...statuses })
  const { seed, quietP99Ms, hostileP99Ms, payerFailures, rssBeforeMb, rssAfterMb, scratchLeft, leftAfterKill } = run
  printFigure({
    seed,
    payer_failures: payerFailures.length,
    scratch_left: scratchLeft.length,
    left_after_kill: leftAfterKill.length,
  })
  printFigure({ quiet_p99_ms: rounded(quietP99Ms), hostile_p99_ms: rounded(hostileP99Ms), is_met: hostileP99Ms < 3 * quietP99Ms })
  printFigure({ rss_before_mb: rounded(rssBeforeMb), rss_after_mb: rounded(rssAfterMb), is_met: rssAfterMb - rssBeforeMb < 100 })
}
