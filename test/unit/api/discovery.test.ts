// What agents and people are told: every document names every route with its price and inputs, and carries nothing it should not.
import { describe, expect, test } from 'vitest'
import { writeAgentCard } from '../../../api/discovery/agent-card.ts'
import { exampleUrl, inputLines } from '../../../api/discovery/calls.ts'
import { type ManualOptions, writeLlms, writeSkill } from '../../../api/discovery/text.ts'
import { discoverServices } from '../../../processors/index.ts'
import type { RouteDefinition, Service } from '../../../processors/kit/define.ts'
import { shorten } from '../../../processors/kit/examples.ts'

const services = await discoverServices()
const origin = 'https://gate.example'
const options: ManualOptions = {
  title: 'Tollgate',
  description: 'Data <by> the "call" & more.',
  origin,
  world: 'demo',
  services,
  documentsAt: origin,
  baseOf: (label) => `${origin}/api/${label}`,
  exampleOf: () => undefined,
}
const routes = services.flatMap((service) =>
  service.routes.map((route) => [`${route.method} ${service.label}${route.path}`, service, route] as const),
)

describe.each(routes)('%s', (_name, service: Service, route: RouteDefinition<any, any>) => {
  test('is in every document, callable as it stands there', () => {
    const url = exampleUrl(options.baseOf(service.label), route)
    expect(URL.canParse(url)).toBe(true)
    expect(url).not.toMatch(/[{}]|undefined/)
    const own = { ...options, services: [service], documentsAt: options.baseOf(service.label) }
    for (const text of [writeLlms(own), writeSkill(own, service.label)]) {
      expect(text).toContain(url)
      expect(text).toContain(route.summary)
    }
    for (const { name } of inputLines(route)) expect(writeSkill(own, service.label)).toContain(`\`${name}\``)
  })

  test('its example is one the route takes', () => {
    const given = route.example.input as Record<string, unknown>
    const now = new Date('2026-11-20T12:00:00Z')
    if (route.read !== undefined) expect(() => route.read!(given, now)).not.toThrow()
    for (const { name, isRequired } of inputLines(route)) if (isRequired) expect(given).toHaveProperty(name)
  })
})

test('llms.txt is read whole, under 4 kB, and leads to the routes of every service', () => {
  for (const origin of ['http://127.0.0.1:8402', 'https://a-rather-long-name.example.com']) {
    const text = writeLlms({ ...options, description: 'x'.repeat(120), origin, documentsAt: origin })
    expect(Buffer.byteLength(text)).toBeLessThan(4_096)
    for (const { label } of services) expect(text).toContain(`[${label}](/api/${label}/llms.txt)`)
    expect(text).toContain(`${origin}/mcp`)
  }
  for (const service of services) {
    const { title, description, label } = service
    const text = writeLlms({ ...options, title, description, services: [service], documentsAt: options.baseOf(label) })
    expect([label, Buffer.byteLength(text) < 4_096]).toEqual([label, true])
  }
})

test('the agent card names every service as a skill, and where and how it is spoken to', () => {
  const card = writeAgentCard({ origin, description: options.description, services })
  expect(card.supportedInterfaces.map(({ url }) => url)).toEqual([`${origin}/mcp`, `${origin}/openapi.json`])
  expect(card.skills.map(({ id }) => id)).toEqual(services.map(({ label }) => label))
  for (const skill of card.skills) {
    expect(skill.tags.length).toBeGreaterThan(0)
    expect(skill.name.length * skill.description.length).toBeGreaterThan(0)
    for (const example of skill.examples) expect(example).toMatch(/\S/)
  }
})

test('the manual is a skill: its head has a name and one line of description', () => {
  const text = writeSkill({ ...options, description: 'Two\nlines: here' }, 'rates')
  expect(text.split('\n').slice(0, 4)).toEqual(['---', 'name: rates', 'description: "Two\\nlines: here"', '---'])
})

test('an example shows the first of a long list, and all of a short one', () => {
  expect(shorten({ a: [1, 2, 3, 4, 5, 6, 7], b: [[1], [2]], c: 'x'.repeat(50) })).toEqual({
    a: [1, 2, 3],
    b: [[1], [2]],
    c: 'x'.repeat(50),
  })
})

test('the gateway’s manual is read whole, under 6 kB, and names each service with its price and the place of its manual', () => {
  for (const at of ['http://127.0.0.1:8402', 'https://a-rather-long-name.example.com']) {
    const text = writeSkill({ ...options, description: 'x'.repeat(120), origin: at, documentsAt: at }, 'tollgate')
    expect(Buffer.byteLength(text)).toBeLessThan(6_000)
    expect(text).toContain(`${at}/api/{label}/SKILL.md`)
    for (const { label, title } of services)
      expect(text).toMatch(new RegExp(`\n- ${label}: ${title.replace(/[()]/g, '\\$&')}, (free|\\$\\d)`))
  }
})

test('a service’s own manual shows an answer of each route, the gateway’s does not', () => {
  const [, service, route] = routes.find(([name]) => name.includes('rates/rates'))!
  const answered = {
    ...options,
    exampleOf: (one: unknown) => (one === route ? { signal: { label: 'seen' } } : { long: 'x'.repeat(5_000) }),
  }
  const own = writeSkill({ ...answered, services: [service] }, 'rates')
  expect(own).toContain('```json\n{"signal":{"label":"seen"}}\n```')
  expect(writeSkill(answered, 'tollgate')).not.toContain('seen')
  const [, longest] = routes.find(([, one]) => one.label !== service.label)!
  expect(writeSkill({ ...answered, services: [longest] }, longest.label)).toContain('… (whole in openapi.json)')
})

test('a service whose refusals are documents of its own is named beside the one that all others have', () => {
  const told = 'Inputs that `cascade` cannot use are 422 `{"detail": [{"loc", "msg"}]}`.'
  const of = (label: string) => writeSkill({ ...options, services: services.filter((one) => one.label === label) }, label)
  expect(writeSkill(options, 'tollgate')).toContain(told)
  expect(of('cascade')).toContain(told)
  expect(of('rates')).not.toContain('"detail"')
})
