// The process role: every discovered service, each a consumer group of its own.
import type { Logger } from 'pino'
import type { Clock } from '../base/clock.ts'
import { discover } from '../base/discover.ts'
import { TollgateError } from '../base/errors.ts'
import type { Database } from '../db/client.ts'
import type { Log } from '../db/log/port.ts'
import type { Topic } from '../db/log/topic.ts'
import { runKeeper } from './keep/keeper.ts'
import { defaultSettings, indexesOf, type RouteDefinition, type Service, type ServiceSettings } from './kit/define.ts'
import { runIndex } from './runner/fact-index.ts'
import { type RunnerEvents, runService } from './runner/run.ts'

/** A service that an operator has a say in is a function of the settings. */
export async function discoverServices(settings = defaultSettings): Promise<Service[]> {
  const found = await discover<Service | ((settings: ServiceSettings) => Service)>(
    new URL('./services/', import.meta.url),
    'service.ts',
  )
  return [...found].map(([folder, definition]) => {
    const service = typeof definition === 'function' ? definition(settings) : definition
    if (service.label !== folder)
      throw new TollgateError('definition_invalid', `processors/services/${folder} calls itself ${service.label}`)
    return { ...service, routes: service.routes.map((route) => refusingOff(route, settings.offSources)) }
  })
}

const offRetrySeconds = 3_600

/** Nobody is asked to pay for what only a source that is off here could fetch. */
function refusingOff(route: RouteDefinition, off: ServiceSettings['offSources']): RouteDefinition {
  const { demand, refine } = route
  if (demand === undefined || off.size === 0) return route
  return {
    ...route,
    refine(input, now) {
      const asked = refine === undefined ? input : refine.call(route, input, now)
      const source = demand.of(asked)?.source
      const reason = source === undefined ? undefined : off.get(source)
      if (reason === undefined) return asked
      throw new TollgateError(
        'upstream_unavailable',
        `The source of this answer, ${source}, is off here (${reason}); nothing was charged.`,
        {
          retryAfterSeconds: offRetrySeconds,
        },
      )
    },
  }
}

/** Nothing is advertised that cannot answer. */
export function soldOf(services: readonly Service[], canRead: (reading: 'state' | 'logs') => boolean): Service[] {
  return services.filter(({ readsChains }) => readsChains === undefined || canRead(readsChains))
}

export function topicsOf(services: readonly Service[]): Topic<any>[] {
  return [...new Map(services.flatMap((service) => service.reads).map((topic) => [topic.name, topic])).values()]
}

export async function startProcessors(deps: {
  readonly services: readonly Service[]
  readonly log: Log
  readonly database: Database
  readonly clock: Clock
  readonly logger: Logger
  readonly events: RunnerEvents
  onFatal(error: unknown): void
}): Promise<{ stop(): Promise<void> }> {
  const logger = deps.logger.child({ part: 'process' })
  const stopping = new AbortController()
  const indexes = indexesOf(deps.services)
  await deps.log.ensure([...topicsOf(deps.services), ...indexes.map(({ topic }) => topic)])
  const kept = deps.services.filter((service) => service.keep !== undefined)
  const running = [
    ...deps.services.map((service) => runService({ ...deps, service, logger }, stopping.signal)),
    ...kept.map((service) => runKeeper({ ...deps, service, logger }, stopping.signal)),
    ...indexes.map((index) => runIndex(index, { ...deps, logger }, stopping.signal)),
  ].map((one) => one.catch(deps.onFatal))
  return {
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}
