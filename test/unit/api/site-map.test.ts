// What crawlers are told: every page once, under the address they came to, and nothing that is sold.
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { registerSiteMap } from '../../../api/discovery/site-map.ts'
import { discoverServices } from '../../../processors/index.ts'

const services = await discoverServices()
const app = Fastify()
app.decorateRequest('publicOrigin', undefined)
registerSiteMap(app, services)
const get = async (url: string) => (await app.inject({ url, headers: { host: 'gate.example' } })).body

test('robots may read the pages and documents, and leave alone what is sold', async () => {
  const text = await get('/robots.txt')
  expect(text.split('\n')).toEqual(
    expect.arrayContaining(['User-agent: *', 'Disallow: /api/', 'Sitemap: http://gate.example/sitemap.xml']),
  )
})

test('the site map has a page for every route, once, and no paid address', async () => {
  const places = [...(await get('/sitemap.xml')).matchAll(/<url><loc>([^<]+)<\/loc><\/url>/g)].map(
    ([, url]) => new URL(url!).pathname,
  )
  expect(new Set(places).size).toBe(places.length)
  expect(places.filter((path) => path.startsWith('/console/'))).toHaveLength(services.flatMap(({ routes }) => routes).length)
  expect(places.filter((path) => path.startsWith('/api/'))).toEqual([])
})
