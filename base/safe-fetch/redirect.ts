// Where a redirect leads, held to the same rules as the first URL and never from https down to http.
import type { FetchPolicy } from './policy.ts'
import { FetchRefusal } from './refusal.ts'
import { checkTarget, type Target } from './target.ts'

const redirectStatuses = new Set([301, 302, 303, 307, 308])

export function isRedirect(status: number, headers: Map<string, string>): boolean {
  return redirectStatuses.has(status) && headers.has('location')
}

export function nextTarget(from: URL, location: string, seen: ReadonlySet<string>, policy: FetchPolicy): Target {
  if (!URL.canParse(location, from.href)) throw new FetchRefusal('redirect_invalid')
  const url = new URL(location, from)
  if (from.protocol === 'https:' && url.protocol === 'http:') throw new FetchRefusal('redirect_downgrade')
  const target = checkTarget(url, policy)
  if (seen.has(withoutFragment(url))) throw new FetchRefusal('redirect_loop')
  if (seen.size > policy.maxRedirects) throw new FetchRefusal('too_many_redirects')
  return target
}

export function withoutFragment(url: URL): string {
  const bare = new URL(url)
  bare.hash = ''
  return bare.href
}
