// The demo world's chain, as its two files in the data folder name it; it comes some time after the program, and may come anew.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Deployment } from '../../app/config/deployments.ts'
import { messageOf } from '../../base/errors.ts'

export interface Reachable {
  readonly deployment: Deployment
  readonly urls: readonly string[]
  /** Where new blocks are told of, over WebSocket. */
  readonly headUrls?: readonly string[]
}

const lookMs = 1_000
// Until there is one, the chain is what the first answer waits for.
const expectMs = 100

export async function watchDemoChain(
  dataDir: string,
  stop: AbortSignal,
  logger: Logger,
  follow: (chain: Reachable, stop: AbortSignal) => Promise<void>,
): Promise<void> {
  let seen = ''
  let end = new AbortController()
  let done: Promise<void> = Promise.resolve()
  while (!stop.aborted) {
    try {
      const texts = await Promise.all(['chain.json', 'deployments.json'].map((name) => read(join(dataDir, 'devnet', name))))
      const now = texts.includes(null) ? '' : texts.join('\n')
      if (now !== seen) {
        end.abort()
        await done
        end = new AbortController()
        seen = now
        if (now !== '') done = follow(parse(texts[0]!, texts[1]!), AbortSignal.any([end.signal, stop]))
      }
    } catch (error) {
      logger.error({ reason: messageOf(error) }, 'the demo chain cannot be followed')
    }
    await wait(seen === '' ? expectMs : lookMs, undefined, { signal: stop }).catch(() => undefined)
  }
  await done
}

function parse(chain: string, deployments: string): Reachable {
  const [deployment] = JSON.parse(deployments) as Deployment[]
  return { deployment: deployment!, urls: [(JSON.parse(chain) as { rpcUrl: string }).rpcUrl] }
}

async function read(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
