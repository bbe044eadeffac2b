// The console: pages for people, at the root of the gateway and of every service's own host.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { World } from '../../app/config/index.ts'
import type { Clock } from '../../base/clock.ts'
import { TollgateError } from '../../base/errors.ts'
import { within } from '../../base/within.ts'
import type { RouteDefinition, Service } from '../../processors/kit/define.ts'
import type { Examples } from '../../processors/kit/examples.ts'
import type { createFreshness, FreshnessByRoute } from '../discovery/freshness.ts'
import type { TextOptions } from '../discovery/text.ts'
import { documentCaching, sendKept } from '../document-delivery.ts'
import { foundOut } from '../found-out.ts'
import { createKeptDocuments } from '../kept-documents.ts'
import { isOnOwnHost, originOf } from '../origin.ts'
import { createAssets } from './assets.ts'
import type { CurrentOf } from './current.ts'
import { type Frame, type Page, type Place, policyOf, type WritePage, writeFrame } from './layout.ts'
import { catalogPage } from './pages/catalog.ts'
import { routePage } from './pages/route.ts'
import { pageOf } from './places.ts'
import type { JsonValue } from './view/shapes.ts'
import { tellVisitors } from './visits.ts'

// What only adds to a page is waited for a moment: a database that is slow or away costs the page that, and never its first paint.
const agesWaitMs = 300
const currentWaitMs = 1_000
const oldestAgesMs = 60_000

export interface ConsoleDependencies {
  readonly clock: Clock
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
/** The same of a page that says the same to all who ask at one host: written now and then for all of them. */
type SendKept = (request: FastifyRequest, reply: FastifyReply, name: string, page: (at: At) => Page) => FastifyReply

/** Where a page was asked. */
interface At {
  readonly origin: string
  readonly isOwnHost: boolean
}
type FrameOf = (at: At) => Pick<Frame, 'places' | 'documentsAt' | 'description'>

// Ages in a page are so much older at most.
const pageKeptMs = 5_000
const prepareAfterMs = 3_000

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
  prepareSoon(app, () => assets.prepare())
  const kept = createKeptDocuments(deps.clock, pageKeptMs)
  const headPage = (reply: FastifyReply, { showsFiles = false }: Pick<Page, 'showsFiles'>) =>
    reply
      .headers({ 'content-security-policy': policyOf({ showsFiles }), 'cross-origin-opener-policy': 'same-origin' })
      .type('text/html; charset=utf-8')
  const textOfPage = (of: FrameOf, at: At, { title, here, main }: Page): string => {
    const { places, documentsAt, description } = of(at)
    const icon = `${documentsAt}/favicon.ico`
    return writeFrame({ title, description, world: deps.world, assets: assets.path, places, here, documentsAt, icon }, main)
  }
  const writeIn =
    (of: FrameOf): WritePage =>
    (request, reply, page) => {
      headPage(reply, page)
      return textOfPage(of, atOf(request), page)
    }
  const sendIn = (of: FrameOf): SendPage => {
    const write = writeIn(of)
    return (request, reply, page) =>
      reply.header('cache-control', page.isPrivate ? 'no-store' : documentCaching).send(write(request, reply, page))
  }
  const sendKeptIn =
    (of: FrameOf): SendKept =>
    (request, reply, name, page) => {
      const { origin, isOwnHost } = atOf(request)
      const document = kept.text(`${name} ${isOwnHost}`, origin, (origin) => {
        const at = { origin, isOwnHost }
        return textOfPage(of, at, page(at))
      })
      return sendKept(headPage(reply, {}), 'text/html', document)
    }
  const gatewayPlaces = [{ label: 'Catalog', href: '/' }, ...deps.places]
  const gatewayFrame: FrameOf = ({ origin, isOwnHost }) => ({
    places: isOwnHost ? [{ label: 'Catalog', href: '/' }] : gatewayPlaces,
    documentsAt: origin,
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
    send: sendKeptIn(gatewayFrame),
  })
  for (const service of deps.services) {
    const prefix = `/api/${service.label}`
    app.get(`/console/${service.label}`, (_request, reply) => reply.redirect(prefix))
    const { title, description } = service
    const send = sendKeptIn(({ origin, isOwnHost }) =>
      isOwnHost
        ? { places: [{ label: title, href: '/' }], documentsAt: origin, description }
        : { places: [...gatewayPlaces, { label: title, href: prefix }], documentsAt: origin + prefix, description },
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
  readonly send: SendKept
}

function registerPages(
  app: FastifyInstance,
  deps: ConsoleDependencies,
  { prefix, agesSoon, services, title, description, send }: Part,
): void {
  const textAt = ({ origin, isOwnHost }: At): TextOptions & At => {
    const isOwn = prefix !== '' && isOwnHost
    const documentsAt = isOwn ? origin : origin + prefix
    const baseOf = (label: string) => (isOwn ? origin : `${origin}/api/${label}`)
    return { title, description, origin, world: deps.world, services, documentsAt, baseOf, isOwnHost: isOwn }
  }
  const exampleOf = (route: RouteDefinition<any, any>) => deps.examples.get(route) as JsonValue | undefined
  // Whoever shortens the address of a route's page comes to where it is listed.
  app.get(`${prefix}/console`, (request, reply) => reply.redirect(isOnOwnHost(request) || prefix === '' ? '/' : prefix))
  app.get(prefix === '' ? '/' : prefix, async (request, reply) => {
    // Without the database the page still says what is sold.
    const ages = await agesSoon()
    return send(request, reply, `catalog ${prefix}`, (at) => {
      const text = textAt(at)
      return { title, here: text.isOwnHost || prefix === '' ? '/' : prefix, main: catalogPage({ ...text, ages, exampleOf }) }
    })
  })
  for (const service of services)
    for (const route of service.routes) {
      // Under its own host's prefix the page is the one that host shows at /console.
      const path = prefix === '' ? pageOf(service, route, false) : prefix + pageOf(service, route, true)
      app.get(path, async (request, reply) => {
        const [ages, current] = await Promise.all([
          agesSoon(),
          // Without the database there is still the example.
          within(deps.currentOf(service, route), currentWaitMs).catch(() => null),
        ])
        return send(request, reply, path, (at) => {
          const text = textAt(at)
          const main = routePage({
            ...text,
            service,
            route,
            example: exampleOf(route),
            current,
            age: ages.get(route),
            faucet: deps.faucet,
            receipts: text.isOwnHost ? null : '/receipts/',
            callPath: text.isOwnHost ? route.path : `/api/${service.label}${route.path}`,
            catalog: text.isOwnHost || prefix === '' ? '/' : prefix,
          })
          return { title: `${service.label}${route.path} · Tollgate`, here: path, main }
        })
      })
    }
}

/** Whoever starts only for a moment pays nothing for it. */
function prepareSoon(app: FastifyInstance, prepare: () => Promise<void>): void {
  let timer: NodeJS.Timeout | undefined
  app.addHook('onListen', () => {
    // What fails is tried again by the first page.
    timer = setTimeout(() => void prepare().catch(() => undefined), prepareAfterMs).unref()
  })
  app.addHook('onClose', () => clearTimeout(timer))
}

const atOf = (request: FastifyRequest): At => ({ origin: originOf(request), isOwnHost: isOnOwnHost(request) })

function packingOf({ headers }: FastifyRequest): 'br' | 'gzip' | 'identity' {
  const offers = String(headers['accept-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map((offer) => offer.trim())
  const takes = (name: string) =>
    offers.some((offer) => offer === name || (offer.startsWith(`${name};`) && !/q=0(\.0{0,3})?$/.test(offer)))
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : 'identity'
}
