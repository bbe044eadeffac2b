// What anybody is told for nothing beside what a buyer is told, and which of that is news.
import { readdirSync, readFileSync } from 'node:fs'
import { parseHTML } from 'linkedom'
import { pageOf } from '../../api/console/places.ts'
import { streamOffers } from '../../api/stream/offer.ts'
import { makeExamples, pollSamples } from '../../cli/examples/make.ts'
import type { Service } from '../../processors/kit/define.ts'
import type { Gateway } from './gateway.ts'
import { tellingLeaves } from './leaves.ts'
import { readHeader } from './payment/clients.ts'
import { type PaidRoute, paidRoutes, requestOf, withInput } from './route-inputs.ts'
import { openStream } from './stream/reader.ts'
import { until } from './until.ts'

const namesAtOnce = 25

/** The example of every one of the routes, bought. */
export async function buyAll(gateway: Gateway, routes: readonly PaidRoute[]) {
  const bought: (PaidRoute & { readonly status: number; readonly body: any })[] = []
  for (const one of routes) {
    const { status, body } = await gateway.get(requestOf(one, withInput(one, {})).path)
    bought.push({ ...one, status, body })
  }
  return bought
}

/** All that anybody is told for nothing: documents, pages, prices with their headers, and what a stream says. */
export async function gatherFreeBytes(gateway: Gateway, services: readonly Service[]): Promise<string> {
  // A connection takes so many names, and a message so many.
  const names = services.flatMap((service) => streamOffers([service]).map(({ subject }) => subject))
  const readers: Awaited<ReturnType<typeof openStream>>[] = []
  for (let from = 0; from < names.length; from += namesAtOnce) {
    const reader = await openStream(Number(new URL(gateway.url).port))
    for (const name of names.slice(from, from + namesAtOnce)) reader.send({ subscribe: [name], last_event: 1 })
    readers.push(reader)
  }
  const events = () => readers.flatMap((reader) => reader.events())
  const texts: string[] = []
  const load = async (path: string) => texts.push(await (await fetch(gateway.url + path)).text())
  // Where answers are worth nothing a page shows its route's current one; in other worlds this part is the example (unit/api/console-pages).
  const loadPage = async (path: string): Promise<string> => {
    const { document } = parseHTML(await (await fetch(gateway.url + path)).text())
    document.querySelector('[aria-labelledby="current-title"]')?.remove()
    return document.toString()
  }
  const documents = ['/', '/SKILL.md', '/llms.txt', '/client.ts', '/openapi.json', '/.well-known/x402', '/health']
  for (const base of ['', ...services.map(({ label }) => `/api/${label}`)]) for (const path of documents) await load(base + path)
  await load('/catalog.json')
  for (const service of services) for (const route of service.routes) texts.push(await loadPage(pageOf(service, route, false)))
  for (const one of paidRoutes(services)) {
    const { path, init } = requestOf(one, withInput(one, {}))
    const answer = await fetch(gateway.url + path, init)
    texts.push(await answer.text(), ...[...answer.headers.values()])
    if (answer.status === 402) texts.push(JSON.stringify(readHeader(answer, 'payment-required')))
  }
  await until('the stream tells of changed rows', () => events().length > 0)
  texts.push(JSON.stringify(readers.map(({ messages }) => messages)))
  await Promise.all(readers.map((reader) => reader.close()))
  return texts.join('\n')
}

/** Names that documents and examples of any service say are no news: those of places, claims and measures. */
export function nameReader(services: readonly Service[]): (leaf: string) => boolean {
  const folder = new URL('../../processors/examples/', import.meta.url)
  const published = [
    ...readdirSync(folder).map((file) => readFileSync(new URL(file, folder), 'utf8')),
    JSON.stringify(services.map(({ routes }) => routes)),
  ]
  return (leaf) => /^[A-Za-z][A-Za-z0-9_ '’-]*$/.test(leaf) && published.some((text) => text.includes(leaf))
}

const otherDays = Array.from({ length: 8 }, (_, month) => new Date(Date.UTC(2025, month, 6 + month, 12)))

/** Without what the samples say on other days too, which is nobody's answer of today: so many days are looked at that `most` are left. */
export async function withoutEverSaid(service: Service, told: readonly string[], most: number): Promise<readonly string[]> {
  let left = told
  for (const day of otherDays) {
    if (left.length <= most) break
    const said = tellingLeaves(await makeExamples(service, await pollSamples([service], day), day))
    left = left.filter((leaf) => !said.has(leaf))
  }
  return left
}
