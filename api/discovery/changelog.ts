// /changelog.atom: what callers notice of each change, by CHANGELOG.md, for those who follow it with a feed reader.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { escaped } from '../console/html.ts'
import { documentCaching } from '../document-delivery.ts'
import { originOf } from '../origin.ts'

export const changelogPath = '/changelog.atom'

export type Change = { readonly day: string; readonly text: string }

const file = new URL('../../CHANGELOG.md', import.meta.url)
// What a reader that looks in once a week has not seen yet.
const most = 100
const longestTitle = 100

/** On the gateway, and under each of these labels: a service's own host has it too. */
export function registerChangelog(app: FastifyInstance, labels: readonly string[] = []): void {
  const changes = changesOf(readFileSync(file, 'utf8')).slice(0, most)
  for (const prefix of ['', ...labels.map((label) => `/api/${label}`)])
    app.get(prefix + changelogPath, (request, reply) =>
      reply
        .type('application/atom+xml; charset=utf-8')
        .header('cache-control', documentCaching)
        .send(writeFeed(originOf(request), changes)),
    )
}

/** The points of a changelog whose headings are days, newest first. */
export function changesOf(markdown: string): Change[] {
  const changes: { day: string; text: string }[] = []
  let day: string | null = null
  let isOpen = false
  for (const line of markdown.split('\n')) {
    const heading = /^## (\d{4}-\d{2}-\d{2})$/.exec(line)
    if (heading !== null) day = heading[1]!
    isOpen = line.startsWith('- ') || (isOpen && line.startsWith('  '))
    if (!isOpen || day === null) continue
    if (line.startsWith('- ')) changes.push({ day, text: line.slice(2).trim() })
    else changes.at(-1)!.text += ` ${line.trim()}`
  }
  return changes.toSorted((one, other) => (one.day === other.day ? 0 : one.day < other.day ? 1 : -1))
}

function writeFeed(origin: string, changes: readonly Change[]): string {
  const entries = changes.map(
    ({ day, text }) =>
      `<entry><id>urn:sha256:${createHash('sha256').update(`${day} ${text}`).digest('hex')}</id>` +
      `<title>${escaped(titleOf(text))}</title><updated>${day}T00:00:00Z</updated><content type="text">${escaped(text)}</content></entry>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${escaped(origin)}${changelogPath}</id>
<title>Tollgate: what changed</title>
<author><name>Tollgate</name></author>
<link rel="self" href="${escaped(origin)}${changelogPath}"/>
<link href="${escaped(origin)}/"/>
<updated>${changes[0]?.day ?? '1970-01-01'}T00:00:00Z</updated>
${entries.join('\n')}
</feed>
`
}

// Its first sentence, or as much of it as a list of titles has room for.
function titleOf(text: string): string {
  const plain = text.replaceAll('`', '')
  const end = plain.search(/[.:;](?: |$)/)
  const first = end === -1 ? plain : plain.slice(0, end)
  return first.length <= longestTitle ? first : `${first.slice(0, first.lastIndexOf(' ', longestTitle))}…`
}
