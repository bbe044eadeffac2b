// Turns a caller's text or a redirect into a checked target, judged by the same parsed URL that is later fetched.
import { isIP } from 'node:net'
import { type AddressRules, judgeAddress } from './address.ts'
import { isPublicHostName } from './host-name.ts'
import type { FetchPolicy } from './policy.ts'
import { FetchRefusal } from './refusal.ts'

export type Target = { url: URL; hostname: string; literal: boolean }

type TargetRules = AddressRules & Pick<FetchPolicy, 'ports' | 'maxUrlChars'>

export function parseTarget(text: string, rules: TargetRules): Target {
  if (text.length > rules.maxUrlChars) throw new FetchRefusal('url_too_long')
  // The URL standard drops tabs and line breaks and reads \ as /, so two readers could disagree about such a text.
  if (hasUnsafeCharacter(text)) throw new FetchRefusal('url_invalid')
  if (!URL.canParse(text)) throw new FetchRefusal('url_invalid')
  const url = new URL(text)
  if (isWeb(url) && !/^https?:\/\/[^/]/i.test(text)) throw new FetchRefusal('url_invalid')
  return checkTarget(url, rules)
}

export function checkTarget(url: URL, rules: TargetRules): Target {
  if (!isWeb(url)) throw new FetchRefusal('scheme_refused')
  if (url.href.length > rules.maxUrlChars * 3) throw new FetchRefusal('url_too_long')
  if (url.username !== '' || url.password !== '') throw new FetchRefusal('credentials_refused')
  if (!rules.ports.includes(portOf(url))) throw new FetchRefusal('port_refused')
  const hostname = url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname
  if (isIP(hostname) === 0) {
    if (!isPublicHostName(hostname, rules)) throw new FetchRefusal('host_refused')
    return { url, hostname, literal: false }
  }
  const verdict = judgeAddress(hostname, rules)
  if (!verdict.reachable) throw new FetchRefusal('address_refused', { cause: verdict.kind })
  return { url, hostname, literal: true }
}

export function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port)
  return url.protocol === 'https:' ? 443 : 80
}

function isWeb(url: URL): boolean {
  return url.protocol === 'http:' || url.protocol === 'https:'
}

function hasUnsafeCharacter(text: string): boolean {
  for (const character of text) {
    const code = character.codePointAt(0)!
    if (code <= 0x20 || code === 0x7f || character === '\\') return true
  }
  return false
}
