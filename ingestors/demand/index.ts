// The fetching of keys that callers ask for: taken in from the log by any process, fetched by one.
import { demands } from '../../db/facts/demand-topic.ts'
import { takeDemands } from './take.ts'
import { type DemandDependencies, workDemands } from './work.ts'

export async function startDemand(
  deps: DemandDependencies & { onFatal(error: unknown): void },
): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController()
  await deps.log.ensure([demands])
  const running = [takeDemands(deps, stopping.signal), workDemands(deps, stopping.signal)].map((one) => one.catch(deps.onFatal))
  return {
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}
