// The archives a page of the SEC's links to: the pages stay, the files' folders and names move.
import { TollgateError } from '../../base/errors.ts'
import type { FetchContext } from '../define.ts'
import { secHeaders } from './listed-companies.ts'

export interface LinkedArchive {
  readonly url: string
  /** The parts of its name, as the pattern takes them. */
  readonly parts: readonly string[]
}

/** The archives whose file name the pattern knows, on the SEC's own host. */
export async function listArchives(page: string, pattern: RegExp, context: FetchContext): Promise<LinkedArchive[]> {
  const { http, signal } = context
  const html = await http.text(page, { expect: 'html', headers: secHeaders(context), signal })
  const found = [...html.matchAll(/href\s*=\s*["']([^"'\s]+\.zip)["']/gi)].flatMap(([, href]) => {
    const url = new URL(href!, page)
    const parts = pattern.exec(url.pathname.slice(url.pathname.lastIndexOf('/') + 1))
    return parts === null || url.protocol !== 'https:' || url.hostname !== 'www.sec.gov'
      ? []
      : [{ url: url.href, parts: parts.slice(1) }]
  })
  if (found.length === 0) throw new TollgateError('upstream_changed', `${page} links to no archive`)
  return found
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** 30-JUN-2026 or 30jun2026 as an ISO date. */
export function readSecDate(text: string): string {
  const parts = /^(\d{2})-?([a-z]{3})-?(\d{4})$/i.exec(text)
  const month = months.indexOf(parts?.[2]?.toLowerCase() ?? '') + 1
  const iso = `${parts?.[3]}-${String(month).padStart(2, '0')}-${parts?.[1]}`
  const date = new Date(`${iso}T00:00:00Z`)
  if (month === 0 || Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== iso)
    throw new TollgateError('upstream_changed', `${JSON.stringify(text.slice(0, 20))} is not a date`)
  return iso
}
