// What the cascade service would have said of a chain at a past block, beside the liquidations that came after it.
import { join } from 'node:path'
import type { Hex } from 'viem'
import type { Deployment } from '../app/config/deployments.ts'
import { createDatabase } from '../db/client.ts'
import { startEmbeddedPostgres } from '../db/embedded/index.ts'
import { createPostgresLog } from '../db/log/postgres/index.ts'
import { migrateDatabase } from '../db/migrate.ts'
import { countLiquidations } from './backtest/liquidations.ts'
import { predict } from './backtest/prediction.ts'
import { standingAt } from './backtest/standing.ts'
import { findChain } from './chain-argument.ts'
import { type CommandContext, runCommand, UsageError } from './command.ts'
import { progressBar } from './progress-bar.ts'

const help = `usage: npm run backtest -- cascade --chain <chain id> --block <N> [--token ETH] [--drop 10] [--until <M>]

Reads the chain as it was at block N, with the readers of the running program, into a database of its own below DATA_DIR
(Ctrl-C stops, the same command goes on), and prints the answer /cascade would have sold then.
--until   also counts the liquidations that happened after N, up to block M.
Needs RPC_URL_<chain id> of an archive node, and WORLD=live or DEPLOYMENTS.
Exit: 0 done, 1 stopped or failed, 2 wrong words.`

await runCommand({
  name: 'backtest',
  help,
  flags: { chain: 'string', block: 'string', token: 'string', drop: 'string', until: 'string' },
  async run(context) {
    if (context.positionals[0] !== 'cascade') throw new UsageError('name what is to be tested: cascade')
    const { deployment, urls } = findChain(context)
    const block = readBlock(context, 'block')
    if (block === null) throw new UsageError('--block needs a block number')
    return run(context, { deployment, urls, block, until: readBlock(context, 'until') })
  },
})

interface Wanted {
  readonly deployment: Deployment
  readonly urls: readonly string[]
  readonly block: number
  readonly until: number | null
}

async function run({ config, logger, flags, print }: CommandContext, wanted: Wanted): Promise<number> {
  // Chain libraries take a second to load, which --help need not wait for.
  const { openSources } = await import('../ingestors/chains/start.ts')
  const { backfill } = await import('../ingestors/chains/backfill.ts')
  const { endingAt } = await import('../ingestors/chains/ending-at.ts')
  const { createChain } = await import('../ingestors/chains/chain.ts')
  const { createRpc } = await import('../ingestors/chains/rpc.ts')
  const { urls, block, until } = wanted
  const end = new AbortController()
  process.once('SIGINT', () => end.abort())
  const rpc = createRpc({ urls, stop: end.signal })
  const { deployment, later } = await standingAt(wanted.deployment, block, (address, at) =>
    rpc.ask('eth_getCode', [address, at], (answer) => answer as Hex),
  )
  const folder = join(config.dataDir, 'backtest', `${deployment.chain_id}-${block}`)
  const embedded = await startEmbeddedPostgres({ dataDir: folder, logger })
  await migrateDatabase(embedded.url)
  const database = createDatabase({ url: embedded.url, poolSize: 4, logger, name: 'tollgate backtest' })
  const log = createPostgresLog({ database, logger })
  try {
    const parts = { database, log, logger, owns: async () => true }
    for (const source of await openSources(parts, { deployment, urls }, end.signal, (chain) => endingAt(chain, block))) {
      const bar = progressBar(`${source.place.source} at ${block}`, process.stderr, 'steps')
      await backfill(source, ({ done, total }) => bar.show(Math.min(done, total), total))
      bar.end()
    }
    const asked = { token: String(flags.token ?? 'ETH'), dropPct: Number(flags.drop ?? 10) }
    const answer = await predict(log, deployment.chain_id, asked)
    const happened =
      until === null
        ? null
        : await countLiquidations(createChain(deployment, { urls, stop: end.signal }), block, until, () => undefined)
    print(JSON.stringify({ chain_id: deployment.chain_id, block, not_yet_there: later, answer, until, happened }, null, 2))
    return 0
  } catch (error) {
    if (!end.signal.aborted) throw error
    print('stopped; the same command goes on from here')
    return 1
  } finally {
    await log.close()
    await database.close()
    await embedded.stop()
  }
}

function readBlock({ flags }: CommandContext, name: 'block' | 'until'): number | null {
  if (flags[name] === undefined) return null
  const number = Number(flags[name])
  if (!Number.isSafeInteger(number) || number < 0) throw new UsageError(`--${name} needs a block number`)
  return number
}
