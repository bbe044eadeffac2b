// Why a signal said what it said: the row as it was, its formula, and the very records it was computed from.

import type { Database } from '../db/client.ts'
import type { Log } from '../db/log/port.ts'
import { findRowAt, findVersion, listKeys } from '../db/rows/history.ts'
import type { HistoryRow } from '../db/rows/row-version.ts'
import { cutBody, isCut } from '../processors/keep/history-cut.ts'
import type { Service } from '../processors/kit/define.ts'
import { compareRow } from '../processors/replay/compare.ts'
import { gatherEvidence, recompute } from '../processors/replay/explain.ts'
import { type CommandContext, runCommand, UsageError } from './command.ts'
import { describeDifference } from './replay/differences.ts'
import { gatherRequest, printEvidence, reasonOf } from './replay/evidence.ts'
import { chooseKey, findService, readTarget } from './replay/target.ts'
import { readTime } from './time.ts'

const help = `usage: npm run explain -- <label>/<route> [--key <key or name> | --input <name=value>] [--at <ISO time>] [--all] [--json] [--verify]
       npm run explain -- --row <row id> [--all] [--json] [--verify]

The row as it was at that time (now where nothing is said), its formula and version, and the records of the log it was
computed from: topic, partition, offset, append time, payload. Long lists show their ends; --all shows every record.
--input    what a caller would ask: market=gold, or a JSON object; --key gold finds the same row. --row is the id that history,
           /provenance and an answer's meta name.
--verify   computes the row again from those records and compares body and meta byte for byte.
Exit: 0 explained (and equal), 1 no such row, records lost or the row differs, 2 wrong words.`

await runCommand({
  name: 'explain',
  help,
  words: 1,
  flags: { key: 'string', input: 'string', row: 'string', at: 'string', all: 'boolean', json: 'boolean', verify: 'boolean' },
  async run(context) {
    const database = await context.openDatabase({ mayLag: true })
    const { service, row } = await findAsked(context, database)
    return explain(context, await context.openLog({ mayLag: true }), service, row)
  },
})

async function findAsked(context: CommandContext, database: Database): Promise<{ service: Service; row: HistoryRow }> {
  const { flags, positionals } = context
  if (flags.row !== undefined) {
    const id = Number(flags.row)
    if (!Number.isSafeInteger(id) || id < 1 || positionals.length > 0)
      throw new UsageError('--row takes a row id, and no route beside it')
    const row = await findVersion(database.pool, id)
    if (row === null) throw new Error(`there is no row ${id}; retention may have dropped it`)
    return { service: await findService(row.service), row }
  }
  const target = await readTarget(positionals[0])
  const at = readTime(flags.at, 'at')
  const key = await chooseKey(database, target, flags)
  const { service, route } = target
  const row = await findRowAt(database.pool, { service: service.label, route: route.path, key }, at)
  if (row !== null) return { service, row }
  const when = at === null ? '' : ` at ${at.toISOString()}`
  const keys = await listKeys(database.pool, service.label, route.path, 20)
  const there = keys.includes(key)
    ? `npm run history -- ${service.label}${route.path} --key '${key}' lists its versions`
    : keys.length === 0
      ? 'nor for any other'
      : `there are ${keys.join(', ')}${keys.length === 20 ? ', …' : ''}`
  throw new Error(`${service.label}${route.path} has no row for ${key}${when}; ${there}`)
}

async function explain(context: CommandContext, log: Log, service: Service, row: HistoryRow): Promise<number> {
  const isJob = service.routes.some(({ path, serve }) => path === row.route && serve === 'queued')
  const evidence = isJob ? await gatherRequest(log, row) : await gatherEvidence(log, service, row)
  printEvidence(context, row, evidence)
  if (!context.flags.verify) return 0
  if (isJob) throw new Error(`${service.label} rows are made by queued work from outside the log; they cannot be computed again`)
  const verdict = verify(service, row, evidence)
  if (context.flags.json) context.print(JSON.stringify({ verify: verdict }))
  else {
    context.print(verdict.equal ? 'verify: equal byte for byte (body, meta)' : `verify: DIFFERENT\n${verdict.reason}`)
    for (const difference of verdict.differences) context.print(describeDifference(difference, 'recomputed', 'stored'))
  }
  return verdict.equal ? 0 : 1
}

function verify(service: Service, row: HistoryRow, evidence: Awaited<ReturnType<typeof gatherEvidence>>) {
  const formula = `${service.label}/${service.version}`
  const made = recompute(service, row, evidence)
  // A version of which history kept the signal alone is compared by that and by everything beside the body.
  const again = made !== null && isCut(row.body) ? { ...made, body: cutBody(made.body) } : made
  const equal = again !== null && again.body === row.body && again.meta === row.meta
  if (equal) return { equal, reason: null, differences: [] }
  const reason = !evidence.isComplete
    ? evidence.compactedAway.length > 0
      ? reasonOf(evidence)
      : 'The log no longer holds the very facts the row was computed from (retention, or a restored log).'
    : formula === row.formula
      ? 'The same facts under the same formula version give another row: the row or the formula was changed.'
      : `The row was computed by ${row.formula}; this release has ${formula}.`
  return { equal, reason, differences: again === null ? [] : compareRow(again, row) }
}
