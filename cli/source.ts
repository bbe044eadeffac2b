// Polls one source once and prints what it parsed; nothing is written anywhere.
import type { CommandContext } from './command.ts'
import { runCommand, UsageError } from './command.ts'
import { findIngestor, openUpstream, pollValues } from './source/poll-values.ts'
import { formatTable } from './table.ts'

const help = `usage: npm run source -- <name> [--live|--sample] [--key <key>] [--limit 20] [--json]
Polls a source once, from its own sample (the default) or from the upstream, and prints the values it parsed: newest last.
  --key     one key of a source of open keys, instead of its scheduled poll
            (a contract's is <chain id, or any>:<address>, read with --live from RPC_URL_<id>, else from a demo that runs)
  --limit   how many of the newest values; --json prints one JSON object a line
Exit: 0 polled, 1 the source failed, 2 wrong words.`

await runCommand({
  name: 'source',
  help,
  flags: { live: 'boolean', sample: 'boolean', key: 'string', limit: 'string', json: 'boolean' },
  run: (context) => poll(context),
})

async function poll({ config, positionals, flags, print }: CommandContext): Promise<number> {
  if (flags.live && flags.sample) throw new UsageError('--live or --sample, not both')
  const limit = Number(flags.limit ?? 20)
  if (!Number.isInteger(limit) || limit < 1) throw new UsageError('--limit takes a whole number of at least 1')
  const ingestor = await findIngestor(positionals[0], config, flags.live === true)
  const upstream = await openUpstream(flags.live === true)
  const startedAt = performance.now()
  try {
    const key = flags.key === undefined ? undefined : String(flags.key)
    const values = await pollValues(ingestor, upstream.http, config.keys, { isLive: flags.live === true, key })
    const { topic } = ingestor
    const rows = values
      .map((value) => ({ key: topic.key(value), observed_at: topic.observedAt(value).toISOString(), value }))
      .sort((a, b) => (a.observed_at < b.observed_at ? -1 : a.observed_at > b.observed_at ? 1 : 0))
    const shown = rows.slice(-limit)
    if (flags.json) for (const row of shown) print(JSON.stringify(row))
    else print(formatTable(shown.map((row) => ({ ...row, value: cut(JSON.stringify(row.value)) }))))
    const keys = new Set(rows.map((row) => row.key)).size
    process.stderr.write(
      `${ingestor.source} (${flags.live ? 'live' : 'sample'}): ${rows.length} values of ${keys} keys for ${topic.name}, ` +
        `grade ${ingestor.grade}, ${Math.round(performance.now() - startedAt)} ms\n`,
    )
    return 0
  } finally {
    await upstream.close()
  }
}

function cut(text: string): string {
  return text.length > 140 ? `${text.slice(0, 139)}…` : text
}
