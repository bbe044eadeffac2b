// Asks another source about the same contract in the same breath: its facts go to its own topic, and its trouble stays its own.
import { setTimeout as wait } from 'node:timers/promises'
import { messageOf } from '../../base/errors.ts'
import { withCredentials } from '../client/credentials.ts'
import type { FetchContext, Ingestor } from '../define.ts'
import { appendNew, checkValues, type PollDependencies, parseRaw } from '../poll.ts'

export interface Beside {
  /** Those that run in this world. */
  readonly ingestors: readonly Ingestor[]
  readonly deps: PollDependencies
}

const deadlineMs = 5_000

export async function askBeside(
  { ingestors, deps }: Beside,
  source: string,
  key: string,
  context: FetchContext,
): Promise<readonly unknown[] | null> {
  const ingestor = ingestors.find((one) => one.source === source)
  if (ingestor?.openKeys === undefined) return null
  const over = new AbortController()
  const signal = AbortSignal.any([context.signal, over.signal])
  const ask = async () => {
    const values = await withCredentials(deps.credentials, async (credential) => {
      const raw: unknown = await ingestor.openKeys!.fetch(key, { ...context, credential, signal })
      return checkValues(ingestor, parseRaw(ingestor, raw, context.at), context.at)
    })
    await appendNew(ingestor.topic, values, deps, context.signal)
    return values
  }
  try {
    const late = wait(deadlineMs, null, { signal: over.signal, ref: false }).catch(() => null)
    return await Promise.race([ask(), late])
  } catch (error) {
    deps.logger.warn({ source, reason: messageOf(error) }, 'a further source did not answer')
    return null
  } finally {
    over.abort()
  }
}
