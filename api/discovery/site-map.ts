// /robots.txt and /sitemap.xml of the gateway: what crawlers may read for nothing, and where the pages for people are.
import type { FastifyInstance } from 'fastify'
import type { Service } from '../../processors/kit/define.ts'
import { pageOf } from '../console/places.ts'
import { documentCaching } from '../document-delivery.ts'
import { originOf } from '../origin.ts'

const pages = ['/', '/status']
const documents = ['/llms.txt', '/SKILL.md', '/openapi.json', '/catalog.json']

export function registerSiteMap(app: FastifyInstance, services: readonly Service[]): void {
  app.get('/robots.txt', (request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', documentCaching)
      // Routes are sold by the call, and answer a crawler with a price.
      .send(`User-agent: *\nDisallow: /api/\nDisallow: /sales\nAllow: /\n\nSitemap: ${originOf(request)}/sitemap.xml\n`),
  )
  app.get('/sitemap.xml', (request, reply) => {
    const origin = originOf(request)
    const places = services.flatMap((service) => service.routes.map((route) => pageOf(service, route, false)))
    const urls = [...pages, ...documents, ...places].map((path) => `<url><loc>${origin}${path}</loc></url>`)
    return reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', documentCaching)
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`,
      )
  })
}
