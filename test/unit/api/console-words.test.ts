// What an answer's figures are called and how a call is written down: published forms, worked out by hand.
import { describe, expect, test } from 'vitest'
import { groupServices } from '../../../api/console/groups.ts'
import { writeHtml } from '../../../api/console/html.ts'
import { toldByAnswer } from '../../../api/console/told-figures.ts'
import { showAnswer } from '../../../api/console/view/answer.ts'
import { snippetsFor } from '../../../api/console/view/snippets.ts'
import { figure, nameOf, sayText, sayValue } from '../../../api/console/view/words.ts'
import { discoverServices } from '../../../processors/index.ts'
import { loadExamples } from '../../../processors/kit/examples.ts'

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
  ['name', 'bad_debt', 'bad debt'],
  ['asset_id', 'bad_debt', 'bad_debt'],
  ['name', 'A_b', 'A_b'],
  ['chain_id', 84_532, '84532'],
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
  // Two tables of it, the second folded, each with its heads.
  expect(html.match(/<tr>/g)).toHaveLength(52)
  expect(html.split('<details')[0]!.match(/<tr>/g)).toHaveLength(13)
  expect(html).toContain('<summary>38 more rows</summary>')
  expect(html).toContain('and 10 more')
})

test('rows that have more than a table shows are a table of what tells them apart, and each is whole below it, folded', () => {
  const row = (name: string, n: number) => ({ code: n, name, gone: null, parts: { a: n, deep: { b: [{ c: n, d: { e: 1 } }] } } })
  const html = writeHtml(showAnswer({ countries: [row('Germany', 1), row('<b>France</b>', 2)] }))
  const [open = ''] = html.split('<details')
  expect(open.match(/<th scope="col"[^>]*>[^<]+/g)?.map((th) => th.replace(/.*>/, ''))).toEqual(['code', 'name'])
  expect(html).toContain('<summary>countries: each of 2 whole</summary>')
  expect(html).toContain('<summary>&lt;b&gt;France&lt;/b&gt;</summary>')
  expect(html).not.toContain('<b>')
})

test('a list of words is open, one of whole sentences is folded after the first few', () => {
  const openOf = (list: string[]) => rowsOpen(writeHtml(showAnswer({ assumptions: list })))
  expect([12, 20].map((n) => openOf(Array.from({ length: n }, () => 'a word')))).toEqual([12, 12])
  expect(openOf(Array.from({ length: 9 }, () => 'A sentence '.repeat(20)))).toBe(4)
})

test('a member that only one row has is nothing in the others, whatever it is called', () => {
  const rows = JSON.parse('[{"a":1,"constructor":"own","__proto__":"mine"},{"a":2}]')
  const html = writeHtml(showAnswer({ rows }))
  expect(html.match(/<td[^>]*>[^<]*/g)?.map((td) => td.replace(/.*>/, ''))).toEqual(['1', 'own', 'mine', '2', '—', '—'])
})

test('records that say the same of different things are one table with a head for each', () => {
  const one = { usd: 1, pct: 2 }
  const html = writeHtml(showAnswer({ by_class: { gold: one, bills: one, stocks: { usd: 3 } } }))
  expect(html.match(/<th scope="row">[^<]+/g)).toEqual([
    '<th scope="row">gold',
    '<th scope="row">bills',
    '<th scope="row">stocks',
  ])
  expect(html.match(/<h[34]>/g)).toHaveLength(1)
})

test('what the schema says of a figure stands beside it, in rows, heads and what is folded, and never for an inherited name', () => {
  const told = toldByAnswer({
    properties: {
      meta: { description: 'left out' },
      ebp: { anyOf: [{ type: 'number' }, { type: 'null' }], description: 'excess <bond> premium' },
      rows: { items: { properties: { z: { description: 'in deviations' } } } },
      byName: { additionalProperties: { properties: { q: { description: 'a share' } } } },
    },
  } as object)
  const body = {
    meta: {},
    ebp: 1,
    constructor: 2,
    rows: [{ z: 1, more: { z: 2 } }, { z: 2 }],
    byName: { a: { q: 1 }, b: { q: 2 }, c: { q: 3 } },
  }
  const html = writeHtml(showAnswer(body as never, told))
  expect(html).toContain('ebp<small class="told">excess &lt;bond&gt; premium</small>')
  expect(html.match(/in deviations/g)).toHaveLength(2)
  expect(html.match(/a share/g)).toHaveLength(1)
  expect(html).not.toContain('left out')
  expect(writeHtml(showAnswer(body as never))).not.toContain('explain')
})

const rowsOpen = (html: string): number => {
  let [rows, depth] = [0, 0]
  for (const [mark] of html.matchAll(/<details|<\/details>|<tr>|<li>/g))
    if (mark === '<details') depth += 1
    else if (mark === '</details>') depth -= 1
    else if (depth === 0) rows += 1
  return rows
}

test('no example runs on: what is open of it is read in a few screens', async () => {
  const services = await discoverServices()
  const examples = loadExamples(services)
  const open = services.flatMap(({ label, routes }) =>
    routes.flatMap((route) =>
      examples.has(route)
        ? [{ of: label + route.path, rows: rowsOpen(writeHtml(showAnswer(examples.get(route) as never))) }]
        : [],
    ),
  )
  expect(open.length).toBeGreaterThan(70)
  expect(open.filter(({ rows }) => rows > 110)).toEqual([])
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
