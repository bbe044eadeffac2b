// Reads one minute's file: a JSON object a line, of which title, excerpt, address and language are kept, each address once. A line that
// cannot be read costs itself.

import { messageOf, TollgateError } from '../../../base/errors.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { readEach, type SetAside } from '../../aside.ts'
import { type Row, readRow, readText, readTextOrNull } from '../../formats/json.ts'
import { type GalArticle, type galArticles, mostExcerpt, mostTitle } from './topic.ts'

type MinuteFile = ValueOf<typeof galArticles>

// A record of the log holds a megabyte.
const mostPerPart = 500
const dayMs = 86_400_000

export function readFile(minute: Date, body: string, setAside?: SetAside): MinuteFile[] {
  const lines = body.split('\n').filter((line) => line.trim() !== '')
  const read = readEach(
    lines,
    (line) => readArticle(parseLine(line), minute) ?? [],
    setAside,
    (line) => line,
  )
  const byUrl = new Map<string, GalArticle>()
  for (const article of read) if (!byUrl.has(article.url)) byUrl.set(article.url, article)
  if (byUrl.size === 0) throw changed('a file has no article')
  const articles = [...byUrl.values()]
  return Array.from({ length: Math.ceil(articles.length / mostPerPart) }, (_, part) => ({
    minute: minute.toISOString(),
    part,
    articles: articles.slice(part * mostPerPart, (part + 1) * mostPerPart),
  }))
}

/** null: nothing to show anybody: no title, or an address that nobody can open. */
function readArticle(row: Row, minute: Date): GalArticle | null {
  const url = readText(row.url, 'url')
  const title = clean(readTextOrNull(row.title, 'title') ?? '', mostTitle)
  const domain = clean(readText(row.domain, 'domain').toLowerCase(), 253)
  const lang = readTextOrNull(row.lang, 'lang')
  const excerpt = clean(readTextOrNull(row.desc, 'desc') ?? '', mostExcerpt)
  const at = readTime(readText(row.date, 'date'), minute)
  if (title === '' || !/^https?:\/\/[^\s\p{Cc}]+$/iu.test(url) || url.length > 2_000 || domain === '') return null
  return { at, url, domain, lang: languageOf(lang), title, excerpt: excerpt === '' ? null : excerpt }
}

/** When it was seen; never after its file, and a day before it only for a clock that is wrong. */
function readTime(text: string, minute: Date): string {
  const ms = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(ms)) throw changed(`${JSON.stringify(text.slice(0, 30))} is no time`)
  return new Date(Math.min(Math.max(ms, minute.getTime() - dayMs), minute.getTime())).toISOString()
}

// "zh-Hant" and "EN" are zh and en; anything else is no code.
const languageOf = (text: string | null): string | null => /^([a-z]{2,3})(?:[-_]|$)/.exec((text ?? '').toLowerCase())?.[1] ?? null

const clean = (text: string, most: number): string =>
  [...text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()].slice(0, most).join('').trim().slice(0, most)

function parseLine(line: string): Row {
  try {
    return readRow(JSON.parse(line), 'a line')
  } catch (error) {
    if (error instanceof TollgateError) throw error
    throw changed(`broken JSON: ${messageOf(error)}`, error)
  }
}

const changed = (what: string, cause?: unknown) => new TollgateError('upstream_changed', `GDELT GAL: ${what}`, { cause })
