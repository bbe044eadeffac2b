// Title, byline, date, site and canonical address of a page, from its JSON-LD, meta elements and visible markup, in that order of trust.
import { cleanText } from '../text/clean.ts'
import { type PageDocument, type PageElement, shownText } from './dom.ts'
import { readLinkedData } from './json-ld.ts'

export type PageMetadata = {
  title: string | null
  byline: string | null
  site: string | null
  published_at: string | null
  canonical: string | null
  description: string | null
  language: string | null
}

export function readMetadata(document: PageDocument, jsonLd: readonly string[], baseUrl: string): PageMetadata {
  const linked = readLinkedData(jsonLd)
  const meta = metaReader(document)
  const time = document.querySelector(
    'time[pubdate],[itemprop=datePublished],article time[datetime],main time[datetime],[role=main] time[datetime]',
  )
  return {
    title: short(titleOf(document, linked.headline ?? meta('og:title', 'twitter:title')), 300),
    byline: short(bylineOf(document, linked.author ?? meta('author', 'article:author', 'parsely-author', 'dc.creator')), 200),
    site: short(linked.site ?? meta('og:site_name', 'application-name', 'publisher', 'dc.publisher'), 200),
    published_at: isoTime(
      linked.published ??
        meta(
          'article:published_time',
          'datepublished',
          'date',
          'pubdate',
          'dc.date.issued',
          'dc.date',
          'dcterms.issued',
          'parsely-pub-date',
        ) ??
        time?.getAttribute('datetime') ??
        time?.getAttribute('content') ??
        null,
    ),
    canonical: webUrl(document.querySelector('link[rel=canonical]')?.getAttribute('href') ?? meta('og:url'), baseUrl),
    description: short(meta('description', 'og:description', 'twitter:description'), 500),
    language:
      document.documentElement.getAttribute('lang') ??
      document.documentElement.getAttribute('xml:lang') ??
      meta('content-language'),
  }
}

function metaReader(document: PageDocument): (...names: string[]) => string | null {
  const found = new Map<string, string>()
  for (const element of document.querySelectorAll('meta')) {
    const content = element.getAttribute('content')?.trim()
    const name = element.getAttribute('property') ?? element.getAttribute('name') ?? element.getAttribute('http-equiv')
    if (content && name && !found.has(name.toLowerCase())) found.set(name.toLowerCase(), content)
  }
  return (...names) => names.map((name) => found.get(name)).find((content) => content !== undefined) ?? null
}

// <title> often ends in the site's name; a heading that it contains is the better title.
function titleOf(document: PageDocument, declared: string | null): string | null {
  const title = text(document.querySelector('title'))
  if (declared !== null) return declared
  const tops = [...document.querySelectorAll('h1')].slice(0, 10).map(text)
  const headings = tops.length > 0 ? tops : [...document.querySelectorAll('h2')].slice(0, 10).map(text)
  const within = headings.filter(
    (heading) => heading !== null && heading.length >= 4 && title?.toLowerCase().includes(heading.toLowerCase()),
  )
  // A site's own name may be a heading too, but it stands at the end of the title.
  const inside = within.find((heading) => title === heading || !title?.toLowerCase().endsWith(heading!.toLowerCase()))
  return inside ?? title ?? headings[0] ?? null
}

function bylineOf(document: PageDocument, declared: string | null): string | null {
  const usable = declared !== null && !/^https?:/i.test(declared) ? declared : null
  const shown = text(document.querySelector('[rel=author],[itemprop=author],.byline .author,.byline-name,.author-name'))
  const name = usable ?? shown
  return name === null ? null : name.replace(/^by\s+/i, '')
}

function isoTime(value: string | null): string | null {
  if (value === null || !/^\d{4}-\d{2}/.test(value.trim())) return null
  const at = new Date(value.trim())
  const year = at.getUTCFullYear()
  return Number.isNaN(at.getTime()) || year < 1900 || year > 2200 ? null : at.toISOString()
}

function webUrl(value: string | null, base: string): string | null {
  if (value === null || !URL.canParse(value, base)) return null
  const url = new URL(value, base)
  return /^https?:$/.test(url.protocol) && url.username === '' ? url.href.slice(0, 2048) : null
}

function text(element: PageElement | null): string | null {
  return element === null ? null : shownText(element) || null
}

function short(value: string | null, maxChars: number): string | null {
  const clean = value === null ? '' : cleanText(value).replace(/\s+/g, ' ').trim()
  return clean === '' ? null : clean.slice(0, maxChars).toWellFormed()
}
