// After an upgrade: computes the rows of an older formula anew, so that a new one is sold at once and not when the next fact comes.
import { messageOf } from '../../base/errors.ts'
import { listKeysOfOtherFormulas } from '../../db/rows/signals.ts'
import { isMadeOnRequest, type Service } from '../kit/define.ts'
import { computeAnew, type RunnerOptions } from '../runner/run.ts'
import type { Chore } from './define.ts'

const keysAtOnce = 20

type Options = Pick<RunnerOptions, 'database' | 'clock' | 'logger'>

export function otherFormulasChore({ services, ...options }: Options & { readonly services: readonly Service[] }): Chore {
  // A row that no facts make any more, or no facts yet, keeps its formula: it is tried once.
  const tried = new Map<string, Set<string>>()
  return {
    name: 'rows of another formula',
    everyMinutes: 10,
    async batch() {
      for (const service of services) {
        const known = tried.get(service.label) ?? new Set()
        tried.set(service.label, known)
        const keys = await outdatedKeys(service, options, known)
        if (keys.length === 0) continue
        await compute(service, options, service.keys ?? keys)
        for (const key of await outdatedKeys(service, options, known)) if (keys.includes(key)) known.add(key)
        return keys.length
      }
      return 0
    },
  }
}

function outdatedKeys(service: Service, { database }: Options, but: ReadonlySet<string>): Promise<string[]> {
  // A kept service's keeper sees to its own; what is made on request is made of the request.
  const routes = service.keep ? [] : service.routes.filter((route) => !isMadeOnRequest(route))
  if (routes.length === 0) return Promise.resolve([])
  const wanted = {
    service: service.label,
    routes: routes.map(({ path }) => path),
    formula: `${service.label}/${service.version}`,
  }
  return listKeysOfOtherFormulas(database.pool, wanted, [...but], keysAtOnce)
}

async function compute(service: Service, options: Options, keys: readonly string[]): Promise<void> {
  for (const key of keys)
    try {
      await computeAnew({ ...options, service }, [key])
    } catch (error) {
      // What is no key of the service, or fails, is left as it is; the next fact is read in any case.
      options.logger.warn({ service: service.label, key, reason: messageOf(error) }, 'a row of another formula was left')
    }
}
