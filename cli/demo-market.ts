// Builds the demo chain's lending market ahead of its first start, as the build of the demo's image does.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { TollgateError } from '../base/errors.ts'
import { defaultCache } from '../devnet/contracts/artifacts.ts'
import { startDevnet } from '../devnet/index.ts'
import { startMarket } from '../devnet/market/start.ts'
import { runCommand } from './command.ts'

const deadlineMs = 900_000
const lookMs = 250

const help = `usage: npm run demo-market
Compiles the demo chain's contracts, deploys its lending market on a chain of its own, and keeps both beside the packages, for later starts
to take from there. Nothing needs it: the first start of a demo does the same, beside what it sells.`

await runCommand({
  name: 'demo-market',
  help,
  async run({ logger, print }) {
    const dataDir = await mkdtemp(join(tmpdir(), 'tollgate-market-'))
    const chain = await startDevnet({ port: 0, dataDir })
    const market = startMarket({ rpcUrl: chain.rpcUrl, chainId: chain.chainId, dataDir, log: logger })
    try {
      const deadline = performance.now() + deadlineMs
      while (market.built() === null) {
        const { state, detail } = market.status()
        if (state === 'failed' || state === 'missing') throw new TollgateError('chain_unavailable', `${detail}.`)
        if (performance.now() > deadline)
          throw new TollgateError('chain_unavailable', `No market in ${deadlineMs / 60_000} minutes: ${detail}.`)
        await wait(lookMs)
      }
      print(defaultCache)
      return 0
    } finally {
      await market.stop()
      await chain.stop()
      await rm(dataDir, { recursive: true, force: true })
    }
  },
})
