// The full texts of ownership filings, some at a time and each once in the life of a process, and what is read from them.
import { TollgateError } from '../../../base/errors.ts'
import { fetchedOrAside } from '../../aside.ts'
import type { HttpClient } from '../../client/http.ts'
import type { FetchContext } from '../../define.ts'
import { secHeaders } from '../../sec/listed-companies.ts'
import { acceptedAt, type Filing, readForm4 } from './form4.ts'

export interface ListedFiling {
  readonly accession: string
  readonly url: string
  /** Where nothing is said, the text's own head tells. */
  readonly filedAt?: string
}

export interface FilingText extends ListedFiling {
  readonly text: string
}

const atOnce = 4
// The SEC allows ten a second of one address, for everything together.
const gapMs = 160
const mostRemembered = 50_000
const read = new WeakMap<HttpClient, Map<string, Set<string>>>()

/** Those not fetched yet for this purpose, until they are enough or the time is up. */
export async function fetchTexts(
  purpose: string,
  listed: readonly ListedFiling[],
  { most, mostMs = 150_000 }: { readonly most: number; readonly mostMs?: number },
  context: FetchContext,
): Promise<FilingText[]> {
  const known = purpose === 'again' ? new Set<string>() : remembered(context.http, purpose)
  const wanted = listed.filter(({ accession }) => !known.has(accession)).slice(0, most)
  const until = performance.now() + mostMs
  const texts: FilingText[] = []
  for (let i = 0; i < wanted.length && performance.now() < until; i += atOnce)
    texts.push(...(await Promise.all(wanted.slice(i, i + atOnce).map((one) => fetchText(one, context)))).flat())
  for (const { accession } of texts) known.add(accession)
  return texts
}

/** Whether all of them were fetched. */
export function isComplete(purpose: string, listed: readonly ListedFiling[], http: HttpClient): boolean {
  const known = remembered(http, purpose)
  return listed.every(({ accession }) => known.has(accession))
}

/** One that does not come is asked for again by the next poll, which knows those that came. */
async function fetchText(one: ListedFiling, context: FetchContext): Promise<FilingText[]> {
  const { http, signal, setAside } = context
  const asked = http.text(one.url, { expect: 'text', headers: secHeaders(context), signal, gapMs })
  const text = await fetchedOrAside(one.accession, asked, setAside)
  return text === undefined ? [] : [{ ...one, text }]
}

function remembered(http: HttpClient, purpose: string): Set<string> {
  const byPurpose = read.get(http) ?? new Map<string, Set<string>>()
  read.set(http, byPurpose)
  const known = byPurpose.get(purpose) ?? new Set<string>()
  if (known.size > mostRemembered) known.clear()
  byPurpose.set(purpose, known)
  return known
}

export function readTexts(filings: readonly FilingText[]): Omit<Filing, 'vintage'>[] {
  const all = filings.map(readOne)
  const broken = all.filter((one) => one === 'unreadable')
  // One filer's slip must not hide everybody else's filings; everybody's slip is a change of the form.
  if (broken.length * 2 > all.length)
    throw new TollgateError('upstream_changed', `${broken.length} of ${all.length} filings are unreadable`)
  return all.flatMap((one) => (one === null || one === 'unreadable' ? [] : [one]))
}

function readOne({ accession, filedAt, url, text }: FilingText): Omit<Filing, 'vintage'> | null | 'unreadable' {
  try {
    const filing = readForm4(text)
    const filed_at = filedAt ?? acceptedAt(text)
    if (filed_at === null) return 'unreadable'
    return filing === null ? null : { ...filing, accession, filed_at, url }
  } catch (error) {
    if (error instanceof TollgateError) return 'unreadable'
    throw error
  }
}
