// The agent card (A2A 1.0): who this is, where and how it is spoken to, and what it can do, for directories of agents.
import type { Service } from '../../processors/kit/define.ts'

export interface AgentCardOptions {
  readonly origin: string
  readonly description: string
  readonly services: readonly Service[]
}

/** Its interfaces are the ones that are here: the protocols are named by the addresses of their specifications. */
export function writeAgentCard({ origin, description, services }: AgentCardOptions) {
  return {
    name: 'Tollgate',
    description,
    version: '1.0.0',
    documentationUrl: `${origin}/SKILL.md`,
    iconUrl: `${origin}/favicon.ico`,
    supportedInterfaces: [
      { url: `${origin}/mcp`, protocolBinding: 'https://modelcontextprotocol.io/specification', protocolVersion: '2025-11-25' },
      { url: `${origin}/openapi.json`, protocolBinding: 'https://spec.openapis.org/oas', protocolVersion: '3.1.0' },
    ],
    capabilities: { streaming: false, pushNotifications: false },
    defaultInputModes: ['application/json'],
    defaultOutputModes: ['application/json'],
    skills: services.map((service) => ({
      id: service.label,
      name: service.title,
      description: service.description,
      tags: [...service.tags],
      examples: service.routes.map(({ summary }) => summary),
    })),
  }
}
