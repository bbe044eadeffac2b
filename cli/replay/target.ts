// Which row a person means by <label>/<route> and --key.
import type { Database } from '../../db/client.ts'
import { listKeys } from '../../db/rows/history.ts'
import { discoverServices } from '../../processors/index.ts'
import { findMeant } from '../../processors/inputs/nearest.ts'
import type { Service } from '../../processors/kit/define.ts'
import { UsageError } from '../command.ts'
import { keyNamed, keyOfInput, type Target } from './asked.ts'

export async function readTarget(text: string | undefined): Promise<Target> {
  const [label = '', ...path] = (text ?? '').split('/')
  const service = await findService(label)
  const route = service.routes.find((candidate) => candidate.path === `/${path.join('/')}`)
  if (route !== undefined) return { service, route }
  const names = service.routes.map((candidate) => `${label}${candidate.path}`).join(', ')
  throw new UsageError(`${text} is not a route; ${label} has ${names}`)
}

export async function findService(label: string | undefined): Promise<Service> {
  const services = await discoverServices()
  const service = services.find((candidate) => candidate.label === label)
  if (service !== undefined) return service
  const names = services.map((candidate) => candidate.label)
  const meant = label ? findMeant(label, names) : null
  const hint = meant === null ? '' : `did you mean ${meant}? `
  throw new UsageError(`${label ? `there is no service ${label}` : 'name a service'}; ${hint}there are ${names.join(', ')}`)
}

const shownKeys = 20

/** The key that an input, a name or the key itself asks for, or the only one there is. */
export async function chooseKey(
  database: Database,
  target: Target,
  { key, input }: Readonly<Record<string, unknown>>,
): Promise<string> {
  const { service, route } = target
  if (typeof input === 'string') return keyOfInput(target, input)
  if (typeof key === 'string') return keyNamed(database, target, key)
  const keys = await listKeys(database.pool, service.label, route.path, shownKeys + 1)
  if (keys.length === 1) return keys[0]!
  const name = `${service.label}${route.path}`
  if (keys.length === 0) throw new Error(`${name} has no row yet; npm run lag shows whether its processor is behind`)
  const names = keys.slice(0, shownKeys).join(', ')
  throw new UsageError(`${name} has several rows; add --key with one of ${names}${keys.length > shownKeys ? ', …' : ''}`)
}
