// Dead letters: look at the records that could not be applied, try one again, or let it go.

import { systemClock } from '../base/clock.ts'
import { refusalOf } from '../db/refusal.ts'
import {
  countDeadLetters,
  dropDeadLetter,
  dropDeadLetters,
  listDeadLetters,
  type StoredDeadLetter,
} from '../db/work/dead-letters.ts'
import { discoverServices } from '../processors/index.ts'
import { discoverJobs } from '../processors/jobs/index.ts'
import { retryJobLetter } from '../processors/jobs/retry.ts'
import type { Service } from '../processors/kit/define.ts'
import { retryDeadLetter } from '../processors/runner/retry.ts'
import { type CommandContext, runCommand, UsageError } from './command.ts'
import { formatTable } from './table.ts'

const help = `usage: npm run dead -- list [--group <label>] [--json]
       npm run dead -- show <id>
       npm run dead -- retry <id> | --all [--group <label>]
       npm run dead -- drop <id> | --all [--group <label>] --yes

A dead letter is a record a service could not apply. The rest of its topic went on without it.
list shows the newest 100. retry applies it as the service would today, or asks again for the work that failed; drop forgets it for good.
Exit: 0 done, 1 something failed or is not mended, 2 wrong words.`

await runCommand({
  name: 'dead',
  help,
  words: 2,
  flags: { group: 'string', json: 'boolean', all: 'boolean', yes: 'boolean' },
  async run(context) {
    const [action, id] = context.positionals
    if (action === 'list') return list(context)
    if (action === 'show') return show(context, readId(id))
    if (action === 'retry') return retry(context, context.flags.all === true ? null : readId(id))
    if (action === 'drop') return context.flags.all === true ? dropAll(context) : drop(context, readId(id))
    throw new UsageError(action === undefined ? 'what should be done?' : `unknown action ${action}`)
  },
})

function readId(text: string | undefined): number {
  const id = Number(text)
  if (!Number.isInteger(id) || id < 1)
    throw new UsageError(`${text ?? 'nothing'} is not a dead letter's id; npm run dead -- list shows them`)
  return id
}

function groupOf(context: CommandContext) {
  return typeof context.flags.group === 'string' ? { group: context.flags.group } : {}
}

async function list(context: CommandContext): Promise<number> {
  const database = await context.openDatabase()
  const letters = await listDeadLetters(database.pool, groupOf(context))
  if (context.flags.json)
    for (const letter of letters) context.print(JSON.stringify({ ...letter, offset: letter.offset.toString() }))
  else if (letters.length === 0) context.print('no dead letters')
  else
    context.print(
      formatTable(
        letters.map(({ id, group, topic, partition, offset, key, failedAt, reason }) => ({
          id,
          group,
          record: `${topic}/${partition}@${offset}`,
          key,
          failed: failedAt,
          reason,
        })),
      ),
    )
  const more = (await countDeadLetters(database.pool, groupOf(context).group)) - letters.length
  if (more > 0) process.stderr.write(`dead: ${more} older one(s) are not shown\n`)
  return 0
}

async function show(context: CommandContext, id: number): Promise<number> {
  const [letter] = await listDeadLetters((await context.openDatabase()).pool, { id })
  if (letter === undefined) throw new Error(`there is no dead letter ${id}`)
  context.print(JSON.stringify({ ...letter, offset: letter.offset.toString() }, null, 2))
  return 0
}

async function retry(context: CommandContext, id: number | null): Promise<number> {
  const database = await context.openDatabase({ changes: true })
  const log = await context.openLog({ changes: true })
  const services = new Map((await discoverServices()).map((service) => [service.label, service]))
  const jobs = await discoverJobs()
  const letters = await listDeadLetters(database.pool, id === null ? { ...groupOf(context), limit: 10_000 } : { id })
  if (letters.length === 0) throw new Error(id === null ? 'there are no dead letters' : `there is no dead letter ${id}`)
  const deps = { log, database, clock: systemClock, logger: context.logger }
  let left = 0
  for (const letter of letters) {
    const { isDone, told } = await retryOne({ ...deps, jobs, service: services.get(letter.group) }, letter).catch(toldOf)
    context.print(`${letter.id}: ${told}`)
    if (!isDone) left++
  }
  return left === 0 ? 0 : 1
}

type Retried = { readonly isDone: boolean; readonly told: string }
type RetryParts = Parameters<typeof retryJobLetter>[0] & {
  readonly service: Service | undefined
  readonly logger: CommandContext['logger']
}

async function retryOne({ service, ...parts }: RetryParts, letter: StoredDeadLetter): Promise<Retried> {
  if (await retryJobLetter(parts, letter)) return { isDone: true, told: 'asked for again; a worker takes it up' }
  if (service === undefined) return { isDone: false, told: `belongs to ${letter.group}, which this release cannot retry` }
  const { mended, rows } = await retryDeadLetter({ ...parts, service }, letter.id)
  return { isDone: mended, told: mended ? `applied, ${rows} row(s) written` : `still fails; npm run dead -- show ${letter.id}` }
}

// What is wrong with one letter holds up no other; a database that is away does.
function toldOf(error: unknown): Retried {
  const refusal = refusalOf(error)
  if (refusal === null) throw error
  return { isDone: false, told: `cannot be retried: ${refusal}` }
}

async function dropAll(context: CommandContext): Promise<number> {
  const { pool } = await context.openDatabase({ changes: true })
  const { group } = groupOf(context)
  const of = group === undefined ? '' : ` of ${group}`
  if (context.flags.yes !== true) {
    context.print(`${await countDeadLetters(pool, group)} dead letter(s)${of} would be forgotten for good; add --yes to do it`)
    return 0
  }
  context.print(`${await dropDeadLetters(pool, group)} dead letter(s)${of} dropped`)
  return 0
}

async function drop(context: CommandContext, id: number): Promise<number> {
  if (context.flags.yes !== true) throw new UsageError(`dropping dead letter ${id} cannot be undone; add --yes`)
  if (!(await dropDeadLetter((await context.openDatabase({ changes: true })).pool, id)))
    throw new Error(`there is no dead letter ${id}`)
  context.print(`${id}: dropped`)
  return 0
}
