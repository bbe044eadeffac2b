// The demo world's chain for a running program: takes its usual port or another free one, and tells the command line where it is.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { TollgateError } from '../errors.ts'
import { facilitatorAccount, payToAccount } from './accounts.ts'
import { attachDevnet, type Devnet, startDevnet } from './index.ts'

export type RunningDemoChain = Devnet & { readonly facilitatorKey: `0x${string}`; readonly payTo: string }

const usualPort = 8_545

/** `attach` is for a further process of the same demo world: it uses the chain that the first one runs. */
export async function startDemoChain(o: {
  port: number | null
  dataDir: string
  attach: boolean
  logger: Logger
}): Promise<RunningDemoChain> {
  const file = join(o.dataDir, 'devnet', 'chain.json')
  const accounts = { facilitatorKey: facilitatorAccount.privateKey, payTo: payToAccount.address }
  if (o.attach) {
    const running = await attachDevnet(findDemoChain(o.dataDir) ?? '').catch(() => null) // none yet: this process starts it
    if (running !== null) return { ...running, ...accounts }
  }
  const port = o.port ?? ((await isFree(usualPort)) || (await isFree(0)))
  if (port === false) throw new TollgateError('chain_unavailable', 'No free port for the demo chain.')
  const chain = await startDevnet({ port, dataDir: o.dataDir })
  mkdirSync(join(o.dataDir, 'devnet'), { recursive: true })
  writeFileSync(file, JSON.stringify({ rpcUrl: chain.rpcUrl }))
  o.logger.info({ rpc: chain.rpcUrl, run: chain.run }, 'the demo chain runs')
  return {
    ...chain,
    ...accounts,
    async stop() {
      rmSync(file, { force: true })
      await chain.stop()
    },
  }
}

/** Where the demo chain of this data folder listens, if one was started. */
export function findDemoChain(dataDir: string): string | null {
  try {
    return JSON.parse(readFileSync(join(dataDir, 'devnet', 'chain.json'), 'utf8')).rpcUrl
  } catch {
    return null // no file: no demo chain was started from this folder
  }
}

function isFree(port: number): Promise<number | false> {
  return new Promise((done) => {
    const probe = createServer()
    probe.once('error', () => done(false))
    probe.listen(port, '127.0.0.1', () => {
      const taken = (probe.address() as { port: number }).port
      probe.close(() => done(taken))
    })
  })
}
