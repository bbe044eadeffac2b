// What an answer's figures are called and how a call is written down: published forms, worked out by hand.
import { describe, expect, test } from 'vitest'
import { groupServices } from '../../../api/console/groups.ts'
import { writeHtml } from '../../../api/console/html.ts'
import { showAnswer } from '../../../api/console/view/answer.ts'
import { snippetsFor } from '../../../api/console/view/snippets.ts'
import { figure, nameOf, sayText, sayValue } from '../../../api/console/view/words.ts'
import { discoverServices } from '../../../processors/index.ts'

test.each([
  ['volume_usd', 1_304_424.69, '$1.3M'],
  ['volume_usd', -950, '−$950'],
  ['drop_pct', 5, '5 %'],
  ['slope_chg_20d_bp', -2, '−2 bp'],
  ['age_seconds', 7_200, '2 h'],
  ['year', 2026, '2026'],
  ['count', 1_234_567, '1\u202f234\u202f567'],
  ['ratio', 0.00012, '0.00012'],
  ['at', '2026-11-23T00:00:00.000Z', '2026-11-23'],
  ['at', '2026-11-23T06:05:04Z', '2026-11-23 06:05 UTC'],
  ['ok', false, 'no'],
  ['gone', null, '—'],
])('%s of %s reads %s', (field, value, said) => {
  expect(sayValue(field, value)).toBe(said)
})

test('a figure is never rounded to nothing, and no number breaks it', () => {
  for (const value of [1e-7, -3e-8]) expect(figure(value)).not.toMatch(/^−?0$/)
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, 1e300]) expect(figure(value).length).toBeGreaterThan(0)
  expect(nameOf('usd')).toBe('usd')
  expect(sayText('2026-11-23')).toBe('2026-11-23')
})

test('an answer of any shape is shown: no signal, a broken range, a list, nothing', () => {
  const odd = [
    null,
    3,
    'x',
    [],
    [1, 'a'],
    {},
    { signal: null },
    { signal: { score: 1, score_range: [5, 5] } },
    { a: [{ b: 1 }, null] },
  ]
  for (const body of odd) expect(writeHtml(showAnswer(body as never))).toContain('<div class="answer">')
})

test('a long list is cut and says so', () => {
  const rows = Array.from({ length: 60 }, (_, i) => ({ rank: i }))
  const html = writeHtml(showAnswer({ rows }))
  expect(html.match(/<tr>/g)).toHaveLength(51)
  expect(html).toContain('and 10 more')
})

describe('snippets', () => {
  const tool = { url: 'https://gate.example/mcp', route: 'a_b', input: '{}' }
  const codeOf = (id: string, url: string, body: string | null) =>
    snippetsFor({ method: body === null ? 'GET' : 'POST', url, body, tool }).find((one) => one.id === id)!.code

  test('a quote in a URL or a body ends no string of any language', () => {
    const [url, body] = [`https://gate.example/a?b='"`, `{"c":"it's"}`]
    expect(codeOf('curl', url, null)).toBe(`curl -i 'https://gate.example/a?b='\\''"'`)
    expect(codeOf('curl', url, body)).toContain(`-d '{"c":"it'\\''s"}'`)
    for (const id of ['typescript', 'python', 'go', 'rust'])
      expect(codeOf(id, url, null)).toContain(`"https://gate.example/a?b='\\""`)
    expect(codeOf('rust', url, body)).toContain(`r####"{"c":"it's"}"####`)
  })

  test('each names the route it calls', () => {
    for (const { id, code } of snippetsFor({ method: 'GET', url: 'https://gate.example/api/a/b', body: null, tool }))
      expect(code, id).toContain(id === 'mcp' ? '"a_b"' : 'https://gate.example/api/a/b')
  })
})

test('every service is in one group, and none is left over', async () => {
  const services = await discoverServices()
  const groups = groupServices(services)
  expect(groups.flatMap((group) => group.services.map(({ label }) => label)).sort()).toEqual(
    services.map(({ label }) => label).sort(),
  )
  expect(groups.map(({ id }) => id)).not.toContain('more')
})
