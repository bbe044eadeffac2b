// How paid routes are announced: the /.well-known/x402 manifest and OpenAPI's x-payment-info, in the shapes directories read.
import type { PaymentConfig } from '../config.ts'
import type { Usd } from './money.ts'
import type { PaidRoute } from './route.ts'

export type ListedRoute = { readonly url: string; readonly route: PaidRoute }

export function paymentInfo(price: Usd): Readonly<Record<string, unknown>> {
  return { price: { mode: 'fixed', currency: 'USD', amount: price }, protocols: [{ x402: {} }] }
}

/** `routes` carry absolute URLs of the origin the manifest is served from; patterns in braces stay as they are. */
export function paymentManifest(o: {
  origin: string
  name: string
  description: string
  config: PaymentConfig
  routes: readonly ListedRoute[]
  documents?: { readonly openapi?: string; readonly llms?: string }
}): Readonly<Record<string, unknown>> {
  const { config, routes } = o
  const accepts = config.accepts.map(({ asset, payTo, optIn }) => ({
    scheme: 'exact',
    network: asset.network,
    asset: asset.address,
    symbol: asset.symbol,
    decimals: asset.decimals,
    payTo,
    ...(optIn ? { selected_routes_only: true } : {}),
  }))
  return {
    version: 1,
    x402Version: 2,
    dialects: [1, 2],
    name: o.name,
    description: o.description,
    resources: [...new Set(routes.map(({ url }) => url))],
    networks: [...new Set(accepts.map(({ network }) => network))],
    payTo: config.accepts[0]!.payTo,
    accepts,
    items: routes.map(({ url, route }) => ({
      resource: url,
      method: route.method,
      type: 'http',
      price: { currency: 'USD', amount: route.price },
      description: route.summary,
      tags: route.tags,
      ...(route.input ? { inputSchema: route.input } : {}),
      ...(route.path.includes('{') ? { routeTemplate: route.path.replace(/\{([^{}]+)\}/g, ':$1') } : {}),
    })),
    receipts: `${o.origin}/receipts/{transaction}`,
    ...o.documents,
  }
}
