// Puts what describes the gateway on the gateway, and what describes one service on that service's host.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { World } from '../../app/config/index.ts'
import type { Service } from '../../processors/kit/define.ts'
import type { Examples } from '../../processors/kit/examples.ts'
import { documentCaching } from '../document-delivery.ts'
import { isOnOwnHost, originOf } from '../origin.ts'
import { type ManualOptions, writeLlms, writeSkill } from './text.ts'

export interface DiscoveryDependencies {
  readonly services: readonly Service[]
  readonly world: World
  readonly description: string
  readonly examples: Examples
}

export function registerDiscovery(app: FastifyInstance, deps: DiscoveryDependencies): void {
  register(app, '', 'tollgate', (request) => {
    const origin = originOf(request)
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
    register(app, prefix, service.label, (request) => {
      const origin = originOf(request)
      const base = isOnOwnHost(request) ? origin : origin + prefix
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

function register(
  app: FastifyInstance,
  prefix: string,
  name: string,
  optionsOf: (request: FastifyRequest) => ManualOptions,
): void {
  app.get(`${prefix}/llms.txt`, (request, reply) => send(reply, 'text/plain', writeLlms(optionsOf(request))))
  app.get(`${prefix}/SKILL.md`, (request, reply) => send(reply, 'text/markdown', writeSkill(optionsOf(request), name)))
}

const send = (reply: FastifyReply, type: string, text: string): FastifyReply =>
  reply.type(`${type}; charset=utf-8`).header('cache-control', documentCaching).send(text)
