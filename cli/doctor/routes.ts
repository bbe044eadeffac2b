// Every route of a running gateway as a stranger sees it: something to sell, or why not.
import type { RouteState } from '../../api/discovery/freshness.ts'
import type { Config } from '../../app/config/index.ts'
import { examine, type Finding } from './finding.ts'

interface RouteHealth {
  readonly label: string
  readonly route: string
  readonly state: RouteState
  readonly age_seconds: number | null
}

const sold = new Set<RouteState>(['fresh', 'stale', 'on_request'])

export async function examineRoutes(config: Config, given: string | undefined): Promise<Finding[]> {
  const url = (given ?? `http://127.0.0.1:${config.port}`).replace(/\/$/, '')
  let routes: readonly RouteHealth[] = []
  const gateway = await examine({ part: 'route', name: 'gateway' }, 'npm start, or name another with --url', async () => {
    const health = (await (await fetch(`${url}/health`, { signal: AbortSignal.timeout(10_000) })).json()) as {
      status: string
      world: string
      routes: RouteHealth[]
    }
    routes = health.routes
    const seen = `${url}: ${health.status}, ${health.world} world, ${routes.length} routes`
    return health.status === 'ok' ? { seen } : { seen, state: 'wrong', todo: `curl ${url}/health names the part` }
  })
  // Nobody said that one should run here.
  if (gateway.state === 'away' && given === undefined) return [{ ...gateway, state: 'off', seen: `nothing answers at ${url}` }]
  return [
    gateway,
    ...routes.map(
      ({ label, route, state, age_seconds }): Finding => ({
        part: 'route',
        name: `${label}${route}`,
        state: sold.has(state) ? 'ok' : state === 'empty' && config.world === 'recorded' ? 'unrecorded' : 'away',
        seen: `${state.replaceAll('_', ' ')}${age_seconds === null ? '' : `, ${age_seconds} s old`}`,
        todo: sold.has(state) ? '' : 'its sources are above; npm run lag shows what is not read yet',
      }),
    ),
  ]
}
