// The console: pages for people, at the root of the gateway and of every service's own host.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { World } from '../../app/config/index.ts'
import { TollgateError } from '../../base/errors.ts'
import { within } from '../../base/within.ts'
import type { Service } from '../../processors/kit/define.ts'
import type { Examples } from '../../processors/kit/examples.ts'
import type { createFreshness, FreshnessByRoute } from '../discovery/freshness.ts'
import type { TextOptions } from '../discovery/text.ts'
import { documentCaching } from '../document-delivery.ts'
import { foundOut } from '../found-out.ts'
import { isOnOwnHost, originOf } from '../origin.ts'
import { createAssets } from './assets.ts'
import type { CurrentOf } from './current.ts'
import { type Frame, type Page, type Place, policyOf, type WritePage, writeFrame } from './layout.ts'
import { catalogPage } from './pages/catalog.ts'
import { routePage } from './pages/route.ts'
import { pageOf } from './places.ts'
import type { JsonValue } from './view/sections.ts'
import { tellVisitors } from './visits.ts'

// What only adds to a page is waited for a moment: a database that is slow or away costs the page that, and never its first paint.
const agesWaitMs = 300
const currentWaitMs = 1_000
const oldestAgesMs = 60_000

export interface ConsoleDependencies {
  readonly services: readonly Service[]
  readonly world: World
  readonly description: string
  readonly freshness: ReturnType<typeof createFreshness>
  readonly examples: Examples
  /** What a page may show of the rows there are. */
  readonly currentOf: CurrentOf
  /** Where test dollars are given for nothing; null where dollars are worth something. */
  readonly faucet: string | null
  /** Further pages of the gateway. */
  readonly places: readonly Place[]
}

/** Writes one page in the frame of the host it was asked at. */
export type SendPage = (request: FastifyRequest, reply: FastifyReply, page: Page) => FastifyReply

type FrameOf = (request: FastifyRequest) => Pick<Frame, 'places' | 'documentsAt' | 'description'>

export function registerConsole(app: FastifyInstance, deps: ConsoleDependencies): { readonly sendPage: SendPage } {
  const assets = createAssets()
  const ages = foundOut(deps.freshness, { freshMs: 0, waitMs: agesWaitMs, oldestMs: oldestAgesMs })
  const agesSoon = () => within(ages(), agesWaitMs).catch((): FreshnessByRoute => new Map())
  for (const prefix of ['', '/api/:label'])
    app.get<{ Params: { version: string; file: string } }>(`${prefix}/assets/:version/:file`, async (request, reply) => {
      const asset = await assets.get(request.params.version, request.params.file)
      if (asset === undefined) throw new TollgateError('route_unknown', 'No page of this version loads that file.')
      const packing = packingOf(request)
      if (packing !== 'identity') reply.header('content-encoding', packing)
      return reply
        .type(asset.type)
        .headers({ 'cache-control': 'public, max-age=31536000, immutable', vary: 'Accept-Encoding' })
        .send(asset.bytes[packing])
    })
  const writeIn =
    (of: FrameOf): WritePage =>
    (request, reply, { title, here, main, showsFiles = false }) => {
      const { places, documentsAt, description } = of(request)
      const frame = {
        title,
        description,
        world: deps.world,
        assets: assets.path,
        places,
        here,
        documentsAt,
        icon: `${documentsAt}/favicon.ico`,
      }
      reply
        .headers({ 'content-security-policy': policyOf({ showsFiles }), 'cross-origin-opener-policy': 'same-origin' })
        .type('text/html; charset=utf-8')
      return writeFrame(frame, main)
    }
  const sendIn = (of: FrameOf): SendPage => {
    const write = writeIn(of)
    return (request, reply, page) =>
      reply.header('cache-control', page.isPrivate ? 'no-store' : documentCaching).send(write(request, reply, page))
  }
  const gatewayPlaces = [{ label: 'Catalog', href: '/' }, ...deps.places]
  const gatewayFrame: FrameOf = (request) => ({
    places: isOnOwnHost(request) ? [{ label: 'Catalog', href: '/' }] : gatewayPlaces,
    documentsAt: originOf(request),
    description: deps.description,
  })
  const sendPage = sendIn(gatewayFrame)
  tellVisitors(app, writeIn(gatewayFrame))
  registerPages(app, deps, {
    prefix: '',
    agesSoon,
    services: deps.services,
    title: 'Tollgate',
    description: deps.description,
    send: sendPage,
  })
  for (const service of deps.services) {
    const prefix = `/api/${service.label}`
    app.get(`/console/${service.label}`, (_request, reply) => reply.redirect(prefix))
    const { title, description } = service
    const send = sendIn((request) =>
      isOnOwnHost(request)
        ? { places: [{ label: title, href: '/' }], documentsAt: originOf(request), description }
        : { places: [...gatewayPlaces, { label: title, href: prefix }], documentsAt: originOf(request) + prefix, description },
    )
    registerPages(app, deps, { prefix, agesSoon, services: [service], title, description, send })
  }
  return { sendPage }
}

interface Part {
  readonly prefix: string
  readonly agesSoon: () => Promise<FreshnessByRoute>
  readonly services: readonly Service[]
  readonly title: string
  readonly description: string
  readonly send: SendPage
}

function registerPages(
  app: FastifyInstance,
  deps: ConsoleDependencies,
  { prefix, agesSoon, services, title, description, send }: Part,
): void {
  const textOf = (request: FastifyRequest): TextOptions & { isOwnHost: boolean } => {
    const origin = originOf(request)
    const isOwnHost = prefix !== '' && isOnOwnHost(request)
    const documentsAt = isOwnHost ? origin : origin + prefix
    const baseOf = (label: string) => (isOwnHost ? origin : `${origin}/api/${label}`)
    return { title, description, origin, world: deps.world, services, documentsAt, baseOf, isOwnHost }
  }
  // Whoever shortens the address of a route's page comes to where it is listed.
  app.get(`${prefix}/console`, (request, reply) => reply.redirect(isOnOwnHost(request) || prefix === '' ? '/' : prefix))
  app.get(prefix === '' ? '/' : prefix, async (request, reply) => {
    const text = textOf(request)
    const ages = await agesSoon()
    return send(request, reply, {
      title,
      here: text.isOwnHost || prefix === '' ? '/' : prefix,
      main: catalogPage({ ...text, ages }),
    })
  })
  for (const service of services)
    for (const route of service.routes) {
      // Under its own host's prefix the page is the one that host shows at /console.
      const path = prefix === '' ? pageOf(service, route, false) : prefix + pageOf(service, route, true)
      app.get(path, async (request, reply) => {
        const text = textOf(request)
        // Without the database there is still the example.
        const [ages, current] = await Promise.all([
          agesSoon(),
          within(deps.currentOf(service, route), currentWaitMs).catch(() => null),
        ])
        const main = routePage({
          ...text,
          service,
          route,
          example: deps.examples.get(route) as JsonValue | undefined,
          current,
          age: ages.get(route),
          faucet: deps.faucet,
          receipts: text.isOwnHost ? null : '/receipts/',
          callPath: text.isOwnHost ? route.path : `/api/${service.label}${route.path}`,
          catalog: text.isOwnHost || prefix === '' ? '/' : prefix,
        })
        return send(request, reply, { title: `${service.label}${route.path} · Tollgate`, here: path, main })
      })
    }
}

function packingOf({ headers }: FastifyRequest): 'br' | 'gzip' | 'identity' {
  const offers = String(headers['accept-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map((offer) => offer.trim())
  const takes = (name: string) =>
    offers.some((offer) => offer === name || (offer.startsWith(`${name};`) && !/q=0(\.0{0,3})?$/.test(offer)))
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : 'identity'
}
