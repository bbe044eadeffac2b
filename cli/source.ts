// Polls one source once and prints what it parsed; nothing is written anywhere.
import { systemClock } from '../base/clock.ts'
import { messageOf } from '../base/errors.ts'
import { countEntries, refuseTooMany } from '../ingestors/aside.ts'
import type { CommandContext } from './command.ts'
import { runCommand, UsageError } from './command.ts'
import { findIngestor, openUpstream, pollRows } from './source/poll-values.ts'
import { formatTable } from './table.ts'
import { readTime } from './time.ts'

const help = `usage: npm run source -- <name> [--live|--sample|--from <file>...] [--key <key>] [--limit 20] [--json]
Polls a source once, from its own sample (the default), from the upstream or from files, and prints the values it parsed,
newest last; beside them, on stderr, what could not be read and was set aside.
  --from    what the upstream sent: a folder of recordings or a .har file, or the plain answers as files, in the order they
            are asked for, or called as what is asked for (a single one answers every request); what can be read of them is printed, however much cannot;
            --at <time> is when it was sent, now without it
  --key     one key of a source of open keys, instead of its scheduled poll
            (a contract's is <chain id, or any>:<address>, read with --live from RPC_URL_<id>, else from a demo that runs)
  --limit   how many of the newest values; --json prints one JSON object a line
Exit: 0 polled, 1 the source failed, 2 wrong words.`

await runCommand({
  name: 'source',
  help,
  flags: { live: 'boolean', sample: 'boolean', from: 'boolean', at: 'string', key: 'string', limit: 'string', json: 'boolean' },
  run: (context) => poll(context),
})

async function poll({ config, positionals, flags, print }: CommandContext): Promise<number> {
  const [name, ...files] = positionals
  if ([flags.live, flags.sample, flags.from].filter((one) => one === true).length > 1)
    throw new UsageError('one of --live, --sample and --from')
  if ((flags.from === true) !== files.length > 0) throw new UsageError('--from goes with the files to read')
  const at = readTime(flags.at, 'at') ?? systemClock.now()
  const limit = Number(flags.limit ?? 20)
  if (!Number.isInteger(limit) || limit < 1) throw new UsageError('--limit takes a whole number of at least 1')
  const ingestor = await findIngestor(name, config, flags.live === true)
  const upstream = await openUpstream({ config, isLive: flags.live === true, files, at })
  const startedAt = performance.now()
  try {
    const key = flags.key === undefined ? undefined : String(flags.key)
    const choice = { isLive: flags.live === true, isGiven: files.length > 0, key, at }
    const { values, aside } = await pollRows(ingestor, upstream.http, config.keys, choice)
    const { topic } = ingestor
    const rows = values
      .map((value) => ({ key: topic.key(value), observed_at: topic.observedAt(value).toISOString(), value }))
      .sort((a, b) => (a.observed_at < b.observed_at ? -1 : a.observed_at > b.observed_at ? 1 : 0))
    const shown = rows.slice(-limit)
    if (flags.json) for (const row of shown) print(JSON.stringify(row))
    else print(formatTable(shown.map((row) => ({ ...row, value: cut(JSON.stringify(row.value)) }))))
    const keys = new Set(rows.map((row) => row.key)).size
    process.stderr.write(
      `${ingestor.source} (${flags.live ? 'live' : flags.from ? 'from files' : 'sample'}): ${rows.length} values of ${keys} keys for ${topic.name}, ` +
        `grade ${ingestor.grade}, ${ingestor.proof}, ${Math.round(performance.now() - startedAt)} ms\n`,
    )
    if (aside.length > 0) process.stderr.write(`${aside.length} set aside, as they could not be read:\n`)
    for (const { what, reason } of aside.slice(0, limit)) process.stderr.write(`  ${cut(what)}: ${reason}\n`)
    try {
      refuseTooMany(ingestor.source, aside, countEntries(values), ingestor.mostAside)
    } catch (error) {
      process.stderr.write(`A poll would take nothing of it: ${messageOf(error)}\n`)
    }
    return 0
  } finally {
    await upstream.close()
  }
}

function cut(text: string): string {
  return text.length > 140 ? `${text.slice(0, 139)}…` : text
}
