// What can be heard on a stream and what its full bodies cost: from the definitions, for the documents and for the stream itself.
import type { RouteDefinition, Service } from '../../processors/kit/define.ts'
import { fromAtomic, toAtomic, type Usd, usd } from '../payment/terms/money.ts'

/** What one payment buys, at the price of as many calls. */
export const updatesPerPayment = 10

/** The rows of queued work answer one caller's question each and are nobody else's to hear of; fetched ones come when asked for. */
export const isStreamed = (route: RouteDefinition<any, any>): boolean => route.serve === 'precomputed'

export const streamName = (service: Pick<Service, 'label'>, route: Pick<RouteDefinition, 'path'>): string =>
  service.label + route.path

export function streamPrice(price: Usd): Usd {
  const digits = 18
  return fromAtomic(toAtomic(price, digits) * BigInt(updatesPerPayment), digits)
}

export interface StreamOffer {
  readonly subject: string
  readonly updates: number
  /** Of that many updates with their full bodies; that a row changed is told for nothing. */
  readonly price_usd: string
}

export function streamOffer(service: Service, route: RouteDefinition<any, any>): StreamOffer | null {
  if (!isStreamed(route)) return null
  const price = route.price === 'free' ? '0' : streamPrice(usd(route.price))
  return { subject: streamName(service, route), updates: updatesPerPayment, price_usd: price }
}

export const streamOffers = (services: readonly Service[]): StreamOffer[] =>
  services.flatMap((service) => service.routes.flatMap((route) => streamOffer(service, route) ?? []))

/** Where the stream of an HTTP address is. */
export const streamUrl = (base: string): string => `${base.replace(/^http/, 'ws')}/stream`
