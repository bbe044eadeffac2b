// The feed of changes: every point of CHANGELOG.md once, dated, and well-formed whatever stands in it.
import { readFileSync } from 'node:fs'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { changesOf, registerChangelog } from '../../../api/discovery/changelog.ts'
import { parseXml } from '../../../ingestors/formats/xml.ts'

const markdown = readFileSync(new URL('../../../CHANGELOG.md', import.meta.url), 'utf8')

test('every point of the changelog stands under a day, and is in the feed’s list', () => {
  const points = markdown.split('\n').filter((line) => line.startsWith('- '))
  expect(points.length).toBeGreaterThan(100)
  expect(changesOf(markdown)).toHaveLength(points.length)
})

test('a point of several lines is one, the newest day comes first, and a heading without a day has none', () => {
  const text =
    '# Changelog\n\n## Soon\n\n- not yet\n\n## 2026-01-01\n\n- old\n  still old\n\nno point\n  of it\n\n## 2026-02-01\n\n- new\n'
  expect(changesOf(text)).toEqual([
    { day: '2026-02-01', text: 'new' },
    { day: '2026-01-01', text: 'old still old' },
  ])
})

test('the feed is Atom: one entry a change, each with its own id, day and text, under the address that was asked', async () => {
  const app = Fastify()
  app.decorateRequest('publicOrigin', undefined)
  registerChangelog(app, ['rates'])
  const answer = await app.inject({ url: '/changelog.atom', headers: { host: 'gate.example' } })
  expect(answer.headers['content-type']).toMatch(/^application\/atom\+xml/)
  const feed = parseXml(answer.body, 'feed')
  const textOf = (name: string, of = feed) => of.children.find((child) => child.name === name)!.text
  expect(textOf('id')).toBe('http://gate.example/changelog.atom')
  const entries = feed.children.filter(({ name }) => name === 'entry')
  expect(entries.map((entry) => ({ day: textOf('updated', entry).slice(0, 10), text: textOf('content', entry) }))).toEqual(
    changesOf(markdown).slice(0, 100),
  )
  expect(new Set(entries.map((entry) => textOf('id', entry))).size).toBe(entries.length)
  expect((await app.inject({ url: '/api/rates/changelog.atom', headers: { host: 'gate.example' } })).body).toBe(answer.body)
  for (const entry of entries) expect(textOf('title', entry)).toMatch(/^.{3,101}$/)
})
