// Where the gateway's own route definitions meet the payment plugin: one with a price becomes a route that is paid for.
import type { RouteDefinition, Service } from '../../../processors/kit/define.ts'
import { usd } from './money.ts'
import type { JsonSchema, PaidRoute } from './route.ts'

// What a route still does after its wait is over.
const slackSeconds = 5
const demandSeconds = 20

export function paidRouteOf(service: Pick<Service, 'label'>, route: RouteDefinition<any, any>): { paid?: PaidRoute } {
  if (route.price === 'free') return {}
  const { method, path, price, summary, tags, example, settle, usdg } = route
  const waitSeconds =
    route.queue?.waitSeconds ?? (route.demand === undefined ? undefined : (route.demand.waitSeconds ?? demandSeconds))
  const timeoutSeconds = route.timeoutSeconds ?? (waitSeconds === undefined ? undefined : waitSeconds + slackSeconds)
  return {
    paid: {
      method,
      path,
      prefix: `/api/${service.label}`,
      price: usd(price),
      summary,
      tags,
      input: route.input as JsonSchema,
      output: route.output as JsonSchema,
      example: { input: example.input, output: example.output },
      ...(settle === undefined ? {} : { settle }),
      ...(usdg === undefined ? {} : { usdg }),
      // What is not queued reads a row.
      ...(route.queue === undefined && settle === undefined ? { repeatable: true } : {}),
      ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }),
    },
  }
}
