// Reads a chain's history for a service ahead of, or instead of, the running program; stopped, it goes on where it was.

import type { Deployment } from '../app/config/deployments.ts'
import { createOwnership } from '../db/locks/ownership.ts'
import type { BackfillProgress } from '../ingestors/chains/backfill.ts'
import { findChain } from './chain-argument.ts'
import { type CommandContext, runCommand, UsageError } from './command.ts'
import { progressBar } from './progress-bar.ts'

const help = `usage: npm run backfill -- cascade --chain <chain id> [--again]

Searches the chain from the protocols' first blocks for everybody who ever borrowed, reads what they hold now, then the
oracles' prices and the exchanges' depth. Everything goes to the log as the running program would append it, from the same
checkpoint: Ctrl-C stops after the step under way, the same command (or the program) goes on from there.
--again   searches the history from its first block once more; what is known stays known.
Needs RPC_URL_<chain id>, and WORLD=live or DEPLOYMENTS. A chain that a running program reads is left to it.
On a terminal it shows progress; otherwise it prints JSON lines.
Exit: 0 done, 1 stopped or failed, 2 wrong words.`

const everyMs = 1_000

await runCommand({
  name: 'backfill',
  help,
  flags: { chain: 'string', again: 'boolean' },
  async run(context) {
    if (context.positionals[0] !== 'cascade') throw new UsageError('name what is to be filled: cascade')
    const { deployment, urls } = findChain(context)
    const database = await context.openDatabase({ changes: true, makes: true })
    const ownership = createOwnership({ url: database.url, logger: context.logger })
    try {
      if (await ownership.claim(`chain ${deployment.chain_id}`)) return await fill(context, deployment, urls)
      context.print(`chain ${deployment.chain_id} is read by a running program; its /health says how far it is`)
      return 1
    } finally {
      await ownership.close()
    }
  },
})

async function fill(context: CommandContext, deployment: Deployment, urls: readonly string[]): Promise<number> {
  // Chain libraries take a second to load, which --help need not wait for.
  const { openSources } = await import('../ingestors/chains/start.ts')
  const { backfill } = await import('../ingestors/chains/backfill.ts')
  const { searchAgain } = await import('../ingestors/chains/repair.ts')
  const end = new AbortController()
  process.once('SIGINT', () => end.abort())
  const [database, log] = [await context.openDatabase(), await context.openLog({ changes: true })]
  const parts = { database, log, logger: context.logger, owns: async () => true }
  try {
    for (const source of await openSources(parts, { deployment, urls }, end.signal)) {
      const show = createShow(source.place.source)
      if (context.flags.again === true) await searchAgain(source)
      await backfill(source, show.show)
      show.end()
      if (end.signal.aborted) break
    }
  } catch (error) {
    if (!end.signal.aborted) throw error
  }
  if (end.signal.aborted) context.print('stopped; the same command goes on from here')
  return end.signal.aborted ? 1 : 0
}

function createShow(source: string) {
  const bars = new Map<string, ReturnType<typeof progressBar>>()
  const units = { search: 'blocks', read: 'facts' }
  let last: BackfillProgress | null = null
  let printedAt = 0
  const print = () => void process.stdout.write(`${JSON.stringify({ progress: last })}\n`)
  return {
    show(progress: BackfillProgress) {
      const { doing, done, total } = progress
      if (last !== null && last.doing !== doing) bars.get(last.doing)?.end()
      last = progress
      const bar = bars.get(doing) ?? progressBar(`${source}: ${doing}`, process.stdout, units[doing])
      bars.set(doing, bar)
      bar.show(Math.min(done, total), total)
      if (process.stdout.isTTY || Date.now() - printedAt < everyMs) return
      printedAt = Date.now()
      print()
    },
    end() {
      for (const bar of bars.values()) bar.end()
      if (last === null) return
      if (!process.stdout.isTTY) print()
      else process.stdout.write(`${source}: ${last.done} of ${last.total} ${units[last.doing]}\n`)
    },
  }
}
