// A route's 402 in both dialects, built once; only the reason and the resource's URL are filled in per request.

import { TollgateError } from '../../../base/errors.ts'
import type { PaymentConfig } from '../config.ts'
import { type Detail, declareExtensions } from './extensions.ts'
import { buildOffers, legacyRequirements, type Offer } from './offer.ts'
import { defaultRouteTimeoutSeconds, type PaidRoute } from './route.ts'
import type { Supported } from './supported.ts'

export type Challenge = { readonly header: string; readonly body: string }

export type PreparedRoute = {
  readonly route: PaidRoute
  readonly offers: readonly Offer[]
  readonly timeoutSeconds: number
  readonly extensions: Readonly<Record<string, unknown>>
  challenge(reason: string, resource: string): Challenge
}

// Clients stop reading at 16 KB of headers in all; half of it leaves room for a proxy's own.
export const challengeHeaderLimitBytes = 8_192
const roomForUrlBytes = 512
// Of each route for each of two addresses: a challenge and its written head are some 25 KB.
const rememberedChallenges = 4
const longestRememberedUrl = 256
const placeholder = '\u0001url'

/** `supported` is null as long as the facilitator has not said what it takes. */
export function prepareRoute(route: PaidRoute, config: PaymentConfig, supported: Supported | null): PreparedRoute {
  const offers = buildOffers(route, config, supported)
  if (offers.length === 0) throw new TollgateError('definition_invalid', `No way to pay for ${route.method} ${route.path}.`)
  const { extensions, fill } = fitHeader(route, config, offers)
  const fillBody = template({
    x402Version: 1,
    error: placeholder,
    accepts: offers.map((offer) => legacyRequirements(offer, route, placeholder)).filter((entry) => entry !== null),
    price: `$${route.price}`,
  })
  return {
    route,
    offers,
    extensions,
    timeoutSeconds: route.timeoutSeconds ?? defaultRouteTimeoutSeconds,
    challenge: remembered((reason, resource) => ({
      header: Buffer.from(fill(reason, resource)).toString('base64'),
      body: fillBody(reason, resource),
    })),
  }
}

// Nearly every challenge is one of a few; whoever invents URLs only makes the memory start over.
function remembered(make: PreparedRoute['challenge']): PreparedRoute['challenge'] {
  const known = new Map<string, Challenge>()
  return (reason, resource) => {
    if (resource.length > longestRememberedUrl) return make(reason, resource)
    const key = `${reason} ${resource}`
    let challenge = known.get(key)
    if (challenge === undefined) {
      if (known.size >= rememberedChallenges) known.clear()
      challenge = make(reason, resource)
      known.set(key, challenge)
    }
    return challenge
  }
}

function fitHeader(route: PaidRoute, config: PaymentConfig, offers: readonly Offer[]) {
  for (const detail of ['full', 'example', 'brief', 'least'] satisfies Detail[]) {
    const extensions = declareExtensions(route, detail)
    const document = {
      x402Version: 2,
      error: placeholder,
      resource: {
        url: placeholder,
        description: route.summary.slice(0, 450),
        mimeType: 'application/json',
        serviceName: config.serviceName.slice(0, 32),
        tags: route.tags.slice(0, 5).map((tag) => tag.slice(0, 32)),
        ...(config.iconUrl ? { iconUrl: config.iconUrl } : {}),
      },
      accepts: offers.map((offer) => offer.requirements),
      extensions,
    }
    const fill = template(document)
    const bytes = Math.ceil(Buffer.byteLength(fill('payment_required', '')) / 3) * 4
    if (bytes + roomForUrlBytes <= challengeHeaderLimitBytes) return { extensions, fill }
  }
  throw new TollgateError('definition_invalid', `The challenge of ${route.method} ${route.path} does not fit into a header.`)
}

// Every placeholder but the first (the reason) stands for the resource's URL.
function template(document: unknown): (reason: string, resource: string) => string {
  const [start, afterReason, ...rest] = JSON.stringify(document).split(JSON.stringify(placeholder))
  return (reason, resource) => {
    const url = JSON.stringify(resource)
    let text = start + JSON.stringify(reason) + afterReason
    for (const part of rest) text += url + part
    return text
  }
}
