// The parts of a page that compute: Markdown as nodes, the curve's marks, and the times that a histogram tells.
import { Histogram, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { writeHtml } from '../../../api/console/html.ts'
import { quantile, readCalls } from '../../../api/console/latency.ts'
import { milliseconds } from '../../../api/console/pages/tiles.ts'
import { drawCurve, ticksTo } from '../../../api/console/view/curve.ts'
import { drawGauge } from '../../../api/console/view/gauge.ts'
import { showMarkdown } from '../../../api/console/view/markdown.ts'
import { inDollars } from '../../../api/payment/terms/money.ts'

test('Markdown becomes headings, lists, tables and code, and whatever else it says stays text', () => {
  const html = writeHtml(
    showMarkdown(
      '# Title\n\nSome **strong** words\nand more\n\n- one\n- two\n\n| a | b \\| c |\n|---|---|\n| 1 | <b>2</b> |\n\n```\n<i>x</i>\n```\n<script>alert(1)</script>',
    ),
  )
  expect(html).toContain('<h3>Title</h3><p>Some <strong>strong</strong> words and more</p>')
  expect(html).toContain('<ul class="bullets"><li>one</li><li>two</li></ul>')
  expect(html).toMatch(/<th scope="col">a<\/th><th scope="col">b \| c<\/th>.*<td>1<\/td><td>&lt;b&gt;2&lt;\/b&gt;<\/td>/)
  expect(html).toContain('<pre tabindex="0">&lt;i&gt;x&lt;/i&gt;</pre>')
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(html).not.toMatch(/<script|<b>|<i>/)
})

test('what stands in Markdown for a picture is told beside the words, and no comment of a stranger is markup', () => {
  const html = writeHtml(
    showMarkdown('Before\n<!-- picture: page 1, box 2 3 4 5 -->\nAfter\n\n<!-- <b>bold</b> -->\n\n<!-- open'),
  )
  expect(html).toContain('<p>Before</p><p class="soft aside">picture: page 1, box 2 3 4 5</p><p>After</p>')
  expect(html).toContain('<p class="soft aside">&lt;b&gt;bold&lt;/b&gt;</p><p>&lt;!-- open</p>')
})

test('times are told in the unit that people read', () => {
  expect([0.0033, 0.0099, 0.25, 0.9994, 2.3869, 120].map(milliseconds)).toEqual([
    '3.3 ms',
    '9.9 ms',
    '250 ms',
    '999 ms',
    '2.4 s',
    '120.0 s',
  ])
  expect(milliseconds(null)).toBe('—')
})

test('income is told in cents at least, and never rounded', () => {
  expect(['0', '0.1', '12.34', '0.0025', '1234567.5'].map(inDollars)).toEqual([
    '$0.00',
    '$0.10',
    '$12.34',
    '$0.0025',
    '$1234567.50',
  ])
})

test('Markdown that is broken off, or nothing but marks, ends', () => {
  for (const text of [
    '',
    '\n\n',
    '```',
    '```\nopen',
    '|',
    '||||',
    '- ',
    '####### seven',
    '**',
    '|---|\n',
    '\\',
    '1. '.repeat(2_000),
  ])
    expect(writeHtml(showMarkdown(text))).toContain('class="markdown"')
})

test('a quantile lies within its bucket as calls are spread: ten calls, nine below 10 ms, one below 100 ms', () => {
  const buckets = [
    { to: 0.01, count: 9 },
    { to: 0.1, count: 10 },
    { to: Number.POSITIVE_INFINITY, count: 10 },
  ]
  expect(quantile(buckets, 0.5)).toBeCloseTo((0.01 * 5) / 9, 9)
  expect(quantile(buckets, 0.99)).toBeCloseTo(0.01 + (0.09 * 0.9) / 1, 9)
  expect(quantile([], 0.5)).toBeNull()
  expect(quantile([{ to: 1, count: 0 }], 0.5)).toBeNull()
  // Beyond the last bound nothing is known but that bound.
  expect(
    quantile(
      [
        { to: 1, count: 1 },
        { to: Number.POSITIVE_INFINITY, count: 10 },
      ],
      0.9,
    ),
  ).toBe(1)
})

test('calls are told by route: prices named, answers given, and the time of those alone', async () => {
  const registry = new Registry()
  const histogram = new Histogram({
    name: 'tollgate_request_seconds',
    help: 'x',
    labelNames: ['route', 'status'],
    buckets: [0.01, 0.1],
    registers: [registry],
  })
  for (const status of ['402', '402', '200', '503'])
    histogram.observe({ route: '/api/a/b/:c', status }, status === '200' ? 0.05 : 9)
  expect(await readCalls(registry)).toEqual([
    { route: '/api/a/b/{c}', offered: 2, answered: 1, p50: expect.closeTo(0.055, 6), p99: expect.closeTo(0.0991, 6) },
  ])
  expect(await readCalls(new Registry())).toEqual([])
})

test('the marks of a curve are round and end below its largest amount', () => {
  expect(ticksTo(1_340_000)).toEqual([0, 500_000, 1_000_000])
  expect(ticksTo(4)).toEqual([0, 1, 2, 3, 4])
  for (const most of [1, 7, 99, 12_345, 8.8e11]) {
    const ticks = ticksTo(most)
    expect([most, ticks.length >= 3 && ticks.length <= 8, ticks.at(-1)! <= most]).toEqual([most, true, true])
  }
})

test('a curve of nothing and a score without a range are drawn or left out, never with a figure that is none', () => {
  const shock = {
    drop_pct: 5,
    collateral_seized_usd: 0,
    first_round_usd: 0,
    aave_v3_usd: 0,
    morpho_blue_usd: 0,
    bad_debt_usd: 0,
    final_drop_pct: 5,
  }
  expect(writeHtml(drawCurve([shock], shock, 'ETH'))).not.toMatch(/NaN|Infinity/)
  expect(drawGauge({ score: 1, range: [5, 5] })).toBeNull()
  expect(drawGauge({ score: Number.NaN, range: [0, 5] })).toBeNull()
  expect(writeHtml(drawGauge({ score: 900, range: [0, 100] }))).toContain('cx="320"')
})
