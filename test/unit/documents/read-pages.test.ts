// Five kinds of page, written after real ones, against Markdown read and approved by a person.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { convert } from '../../../processors/jobs/read/convert.ts'

const folder = new URL('../../support/pages/', import.meta.url)
const pages = ['news-article', 'docs-page', 'forum-thread', 'table-heavy', 'script-heavy'] as const

function convertPage(name: string, options: { format?: 'markdown' | 'text'; links?: 'inline' | 'none'; maxChars?: number } = {}) {
  const { format = 'markdown', links = 'inline', maxChars = 60_000 } = options
  const bytes = readFileSync(new URL(`${name}.html`, folder))
  return convert({
    kind: 'html',
    bytes,
    contentType: 'text/html',
    url: 'https://site.example.com/guide/page',
    maxChars,
    format,
    links,
  })
}

describe('a page whose tags were left out', () => {
  const read = (html: string) =>
    convert({
      kind: 'html',
      bytes: Buffer.from(html),
      contentType: 'text/html',
      url: 'https://a.example.com/',
      maxChars: 60_000,
      format: 'markdown',
      links: 'inline',
    } as never)

  it.each([
    ['<title>Tolls</title><p>The gate is open.'],
    ['<!doctype html><head><title>Tolls</title></head><body><p>The gate is open.</body>'],
    ['<!doctype html><head><title>Tolls</title><p>The gate is open.'],
    ['<!doctype html><html lang=en><title>Tolls</title><p>The gate is open.'],
    ['<html><head><title>Tolls</title><p>The gate is open.</head><body></body></html>'],
    ['<title>Tolls</title><body class=x><p>The gate is open.</body>'],
  ])('%s has its title and its words, each in its place', (html) => {
    expect(read(html)).toMatchObject({ title: 'Tolls', markdown: 'The gate is open.' })
  })

  it('keeps its words in their order, wherever they stand', () => {
    const html = '<html><head><p>One</p></head>two<p>Three</p><body><p>Four</p></body><p>Five</p></html>'
    expect(read(html).markdown.split(/\s+/)).toEqual(['One', 'two', 'Three', 'Four', 'Five'])
    expect(read('<html><title>Only a title</title></html>').markdown).toBe('')
  })
})

describe('page fixtures', () => {
  it.each(pages)('%s becomes its golden Markdown', (name) => {
    const golden = readFileSync(new URL(`${name}.md`, folder), 'utf8')
    expect(`${convertPage(name).markdown}\n`).toBe(golden)
  })

  it.each(pages)('%s shows nothing hidden, no script, no menu', (name) => {
    const { markdown } = convertPage(name)
    expect(markdown).not.toMatch(
      /[Hh]idden|[Ii]gnore previous|never shown|dataLayer|__BOOT__|cookie|Sign in|Register|sidebar|Widget text|Nearby|All rights/,
    )
    expect(markdown).not.toMatch(/<(?!br>|\/?su[bp]>)[a-z/!]/i)
    expect(markdown).not.toMatch(/\]\((?!https?:\/\/|mailto:)/)
    expect(markdown).not.toMatch(/[^\P{C}\n]/u)
  })

  it('finds what the news page says of itself', () => {
    expect(convertPage('news-article')).toMatchObject({
      title: 'Harbour crane strike ends after nineteen days',
      byline: 'Ines Calloway',
      site: 'The Estuary Post',
      published_at: '2026-10-14T16:42:00.000Z',
      canonical: 'https://news.example.com/2026/10/14/harbour-crane-strike-ends',
      language: 'en-GB',
      language_source: 'declared',
      word_count: 303,
      truncated: false,
      warnings: [],
    })
  })

  it('titles the others without their site names', () => {
    expect(pages.map((name) => convertPage(name).title)).toEqual([
      'Harbour crane strike ends after nineteen days',
      'Retrying failed jobs',
      'Heat pump short-cycling in mild weather',
      'Reservoir levels, week 41 of 2026',
      'Trail report: Skarn Ridge loop',
    ])
  })

  it('lists each link once, absolute', () => {
    expect(convertPage('docs-page').links).toEqual([
      { text: 'queue limits', url: 'https://site.example.com/queues#limits' },
      { text: 'API reference', url: 'https://docs.example.com/api/v2/' },
    ])
  })

  it('leaves links out of the text when asked, and still lists them', () => {
    const page = convertPage('news-article', { links: 'none' })
    expect(page.markdown).not.toContain('](')
    expect(page.markdown).toContain('joint panel on automation')
    expect(page.links).toHaveLength(4)
  })

  it('gives plain text when asked', () => {
    const { markdown } = convertPage('docs-page', { format: 'text' })
    expect(markdown).not.toMatch(/\*\*|^#|^> |\]\(|^\| --|```/m)
    expect(markdown).toContain("backoff\t'fixed' | 'doubling'\t'doubling'\tHow the pause grows")
    expect(markdown).toContain('quayline run mail --attempts 3 \\\n  --backoff fixed')
  })

  it('cuts at a paragraph and says so', () => {
    const page = convertPage('news-article', { maxChars: 1000 })
    expect(page.markdown.length).toBeLessThanOrEqual(1000)
    expect(page.markdown).toMatch(/Photograph: Jo Amsel$/)
    expect(convertPage('news-article').markdown.startsWith(`${page.markdown}\n\n`)).toBe(true)
    expect(page).toMatchObject({ truncated: true, word_count: 303, warnings: ['truncated'] })
  })
})
