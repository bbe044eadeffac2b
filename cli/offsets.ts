// Where a group reads on: shown, and moved only after it has been shown what that would do.
import { readIsoTime } from '../base/iso-time.ts'
import { leaveLostLog } from '../db/facts/lost-log.ts'
import type { Bounds } from '../db/log/port.ts'
import type { Topic } from '../db/log/topic.ts'
import { listOffsets, setOffset } from '../db/work/offsets.ts'
import { type CommandContext, runCommand, UsageError } from './command.ts'
import { discoverGroups } from './groups.ts'
import { formatTable } from './table.ts'

const help = `usage: npm run offsets -- <group> show [--json]
       npm run offsets -- <group> set --to <offset|ISO time> [--topic <topic>] [--yes]

set moves every partition of the group's topics (or of one) to an offset, clipped to what the log holds, or to the first
record at or after a time. Without --yes it only shows what would change. While any process works for the group it refuses:
that one would go on from where it is. Stop the processors first; one that was killed counts for some seconds more.
Moving back applies records again, which changes nothing that is already stored; moving forward leaves records out. A group that
has read beyond the end of its log is on another log from then on: what is stored of the one before stays, and counts as older.
Exit: 0 done or shown, 1 failed, 2 wrong words.`

await runCommand({
  name: 'offsets',
  help,
  words: 2,
  flags: { to: 'string', topic: 'string', yes: 'boolean', json: 'boolean' },
  async run(context) {
    const [group, action] = context.positionals
    if (group === undefined || (action !== 'show' && action !== 'set')) throw new UsageError('name a group and show or set')
    const at = await findPartitions(context, group)
    if (action === 'show') {
      if (context.flags.json) for (const one of at) context.print(JSON.stringify(shownOf(one, String)))
      else context.print(formatTable(at.map((one) => ({ ...shownOf(one, (offset) => offset), lag: one.high - one.next }))))
      return 0
    }
    return set(context, group, at)
  },
})

interface At extends Bounds {
  readonly topic: string
  readonly definition: Topic<any>
  readonly next: bigint
}

function shownOf<T>({ topic, partition, low, high, next }: At, tell: (offset: bigint) => T) {
  return { topic, partition, low: tell(low), high: tell(high), next: tell(next) }
}

async function findPartitions(context: CommandContext, group: string): Promise<At[]> {
  const groups = await discoverGroups()
  const service = groups.find((candidate) => candidate.label === group)
  if (service === undefined)
    throw new UsageError(`there is no group ${group}; there are ${groups.map(({ label }) => label).join(', ')}`)
  const [database, log] = [await context.openDatabase(), await context.openLog()]
  const stored = new Map((await listOffsets(database.pool, group)).map((one) => [`${one.topic}/${one.partition}`, one.next]))
  const topics = service.reads.filter(({ name }) => context.flags.topic === undefined || context.flags.topic === name)
  if (topics.length === 0) {
    const names = service.reads.map(({ name }) => name).join(', ')
    throw new UsageError(`${group} does not read ${String(context.flags.topic)}; it reads ${names}`)
  }
  const at: At[] = []
  for (const definition of topics)
    for (const bound of await log.bounds(definition.name)) {
      const next = stored.get(`${definition.name}/${bound.partition}`) ?? bound.low
      at.push({ topic: definition.name, definition, ...bound, next })
    }
  return at
}

async function set(context: CommandContext, group: string, at: readonly At[]): Promise<number> {
  const { to, yes } = context.flags
  if (typeof to !== 'string') throw new UsageError('set needs --to <offset|ISO time>')
  const targets = await findTargets(context, to, at)
  context.print(
    formatTable(
      at.map((one, i) => ({
        topic: one.topic,
        partition: one.partition,
        from: one.next,
        to: targets[i],
        change: describe(targets[i]! - one.next),
      })),
    ),
  )
  if (yes !== true) {
    context.print('nothing was changed; add --yes to do it')
    return 0
  }
  const [database, log] = [await context.openDatabase(), await context.openLog()]
  const members = await log.members(group)
  if (members > 0) {
    throw new Error(
      `${group} has ${members} worker(s) that would go on from where they are; stop every process that works for it, then try again. ` +
        'Nothing was changed',
    )
  }
  await database.transaction(async (connection) => {
    for (const [i, one] of at.entries()) {
      if (one.next > one.high) await leaveLostLog(connection, { ...one, topic: one.definition })
      await setOffset(connection, group, one.topic, one.partition, targets[i]!)
    }
  })
  // Who joined in between read its place before or after the move, nobody knows which.
  if ((await log.members(group)) > 0)
    throw new Error(`${group}: moved, but a worker joined meanwhile and may go on from where it was; stop it and move again`)
  context.print(`${group}: moved`)
  return 0
}

async function findTargets(context: CommandContext, to: string, at: readonly At[]): Promise<bigint[]> {
  const clip = (offset: bigint, one: At) => (offset < one.low ? one.low : offset > one.high ? one.high : offset)
  if (/^\d+$/.test(to)) return at.map((one) => clip(BigInt(to), one))
  const time = readIsoTime(to)
  if (time === null) throw new UsageError(`--to ${to} is neither an offset nor an ISO time such as 2026-11-01T00:00Z`)
  const log = await context.openLog()
  const targets: bigint[] = []
  for (const one of at) targets.push((await log.offsetsAt(one.topic, time)).get(one.partition) ?? one.high)
  return targets
}

function describe(change: bigint): string {
  if (change === 0n) return 'none'
  return change < 0n ? `${-change} record(s) again` : `${change} record(s) left out`
}
