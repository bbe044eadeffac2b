// What the log holds, topic by topic, and the records themselves.
import { type CommandContext, runCommand, UsageError } from './command.ts'
import { fitTable } from './fitted-table.ts'
import { readTime } from './time.ts'
import { discoverTopics } from './topics/known.ts'
import { measureTopics } from './topics/measure.ts'
import { followTopic, recordLine, tailTopic } from './topics/tail.ts'

const help = `usage: npm run topics [-- list] [--json]
       npm run topics -- tail <topic> [--key <key>] [--from <ISO time>] [--json] [--follow]

list: per topic its partitions with low and high offsets, first and last append times, records, bytes (~ where the newest
500 records of each partition stand for the rest), how the shape is known that its source reads (captured <date>, documented,
guessed), which source or route writes it, which services and jobs read it; what is too wide for the terminal stands below its topic.
tail: records in the order of their partitions, from a time, else the newest 10 of each partition (all of a --key);
--follow stays until Ctrl-C. --json prints one JSON object a line, with the payload as text.
Exit: 0 done, 1 the log or the database does not answer, 2 wrong words, no database here, or not of this release.`

await runCommand({
  name: 'topics',
  help,
  words: 2,
  flags: { key: 'string', from: 'string', json: 'boolean', follow: 'boolean' },
  async run(context) {
    const [action = 'list', name] = context.positionals
    if (action === 'list' && name === undefined) return list(context)
    if (action === 'tail') return tail(context, name)
    throw new UsageError(`unknown action ${context.positionals.join(' ')}`)
  },
})

async function list(context: CommandContext): Promise<number> {
  const known = await discoverTopics()
  const log = await context.openLog({ mayLag: true })
  const sizes = await measureTopics(
    log,
    known.map(({ topic }) => topic),
  )
  const rows = known.map(({ topic, writers, readers, proofs }, place) => ({
    topic: topic.name,
    ...sizes[place]!,
    proofs,
    writers,
    readers,
  }))
  if (context.flags.json) {
    for (const { bytesEstimated, ...row } of rows)
      context.print(JSON.stringify({ ...row, bytes_estimated: bytesEstimated }, bigintAsText))
    return 0
  }
  const span = (bounds: { partition: number; low: bigint; high: bigint }) => `${bounds.partition}:${bounds.low}-${bounds.high}`
  const minute = (time: Date | null) => (time === null ? '-' : `${time.toISOString().slice(0, 16)}Z`)
  context.print(
    fitTable(
      rows.map((row) => ({
        topic: row.topic,
        partitions: String(row.partitions.length),
        records: String(row.records),
        bytes: `${row.bytesEstimated ? '~' : ''}${row.bytes}`,
        first: minute(row.first),
        last: minute(row.last),
        proof: row.proofs.join(', ') || '-',
        'low-high': row.partitions.map(span).join(' '),
        'written by': row.writers.join(' ') || '-',
        'read by': row.readers.join(' ') || '-',
      })),
    ),
  )
  return 0
}

async function tail(context: CommandContext, name: string | undefined): Promise<number> {
  const from = readTime(context.flags.from, 'from')
  const known = await discoverTopics()
  const topic = known.find((candidate) => candidate.topic.name === name)?.topic
  if (topic === undefined) {
    const all = known.map((candidate) => candidate.topic.name)
    const alike = all.filter((other) => other.split('.')[0] === name?.split('.')[0])
    const names = (alike.length > 0 ? alike : all).join(', ')
    throw new UsageError(
      `${name === undefined ? 'name a topic' : `there is no topic ${name}`}; there ${alike.length === 1 ? 'is' : 'are'} ${names}`,
    )
  }
  const log = await context.openLog({ mayLag: true })
  const end = new AbortController()
  process.once('SIGINT', () => end.abort())
  process.once('SIGTERM', () => end.abort())
  // A reader such as head has seen enough.
  process.stdout.once('error', () => end.abort())
  let shown = 0
  const options = {
    key: typeof context.flags.key === 'string' ? context.flags.key : null,
    from,
    signal: end.signal,
    show: (record: Parameters<typeof recordLine>[0]) => {
      shown++
      const { topic: of, partition, offset, appendedAt, key, value } = record
      context.print(
        context.flags.json
          ? recordLine(record)
          : `${of}/${partition}@${offset}  ${appendedAt.toISOString()}  ${key}  ${value ?? '(removed)'}`,
      )
    },
  }
  try {
    await (context.flags.follow ? followTopic : tailTopic)(log, topic, options)
  } catch (error) {
    if (!end.signal.aborted) throw error
  }
  if (shown === 0 && !end.signal.aborted)
    process.stderr.write(`topics: no record of ${topic.name}${ofKey(context)}${since(from)}\n`)
  return 0
}

// Functions, which are there while the command above runs.
function ofKey({ flags }: CommandContext): string {
  return typeof flags.key === 'string' ? ` with the key ${flags.key}` : ''
}

function since(from: Date | null): string {
  return from === null ? '' : ` since ${from.toISOString()}`
}

function bigintAsText(_member: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value
}
