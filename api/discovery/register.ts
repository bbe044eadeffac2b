// Puts what describes the gateway on the gateway, and what describes one service on that service's host.
import type { FastifyInstance } from 'fastify'
import type { World } from '../../app/config/index.ts'
import type { Service } from '../../processors/kit/define.ts'
import type { Examples } from '../../processors/kit/examples.ts'
import { sendKept } from '../document-delivery.ts'
import type { KeptDocuments } from '../kept-documents.ts'
import { isOnOwnHost, originOf } from '../origin.ts'
import { type ManualOptions, writeLlms, writeSkill } from './text.ts'

export interface DiscoveryDependencies {
  readonly services: readonly Service[]
  readonly world: World
  readonly description: string
  readonly examples: Examples
  readonly kept: KeptDocuments
}

export function registerDiscovery(app: FastifyInstance, deps: DiscoveryDependencies): void {
  register(app, deps.kept, { prefix: '', name: 'tollgate' }, ({ origin }) => {
    const { services, world, description } = deps
    return {
      title: 'Tollgate',
      description,
      origin,
      world,
      services,
      documentsAt: origin,
      exampleOf: (route) => deps.examples.get(route),
      baseOf: (label) => `${origin}/api/${label}`,
    }
  })
  for (const service of deps.services) {
    const prefix = `/api/${service.label}`
    register(app, deps.kept, { prefix, name: service.label }, ({ origin, isOwn }) => {
      const base = isOwn ? origin : origin + prefix
      const { title, description } = service
      const exampleOf: ManualOptions['exampleOf'] = (route) => deps.examples.get(route)
      return {
        title,
        description,
        origin,
        world: deps.world,
        services: [service],
        documentsAt: base,
        baseOf: () => base,
        exampleOf,
      }
    })
  }
}

interface At {
  readonly origin: string
  readonly isOwn: boolean
}

function register(
  app: FastifyInstance,
  kept: KeptDocuments,
  { prefix, name }: { readonly prefix: string; readonly name: string },
  optionsOf: (at: At) => ManualOptions,
): void {
  const give = (path: string, type: string, write: (options: ManualOptions) => string) =>
    app.get(prefix + path, (request, reply) => {
      const isOwn = isOnOwnHost(request)
      const document = kept.text(`${prefix}${path} ${isOwn}`, originOf(request), (origin) => write(optionsOf({ origin, isOwn })))
      return sendKept(reply, type, document)
    })
  give('/llms.txt', 'text/plain', writeLlms)
  give('/SKILL.md', 'text/markdown', (options) => writeSkill(options, name))
}
