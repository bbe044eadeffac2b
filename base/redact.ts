// What may be shown of what must stay secret: a URL without user, path and query, and any text with the known secrets taken out.
export type Mask = (text: string) => string

export const hidden = '[hidden]'
// Shorter ones are words that stand everywhere; no secret worth having is one of them.
const shortestSecret = 6
const shortestKey = 8
// One key in some hundreds has no digit; no word in a path is as long.
const longestWord = 19

/** Where a URL leads, and nothing of who asks or with which key: providers put keys into user, path and query alike. */
export function shownUrl(url: string): string {
  if (!URL.canParse(url)) return 'an address that is no URL'
  const { protocol, host } = new URL(url)
  return `${protocol}//${host}`
}

/** The parts of a configured URL that nobody else may read. */
export function secretsOfUrl(url: string): string[] {
  if (!URL.canParse(url)) return [url]
  const { username, password, pathname, searchParams, hash } = new URL(url)
  // A name beside its password is told by many a server; alone it is the key.
  const user = password === '' && username.length >= shortestKey ? [username] : []
  const keys = pathname.split('/').filter((part) => part.length > longestWord || (part.length >= shortestKey && /\d/.test(part)))
  return [...user, password === username ? '' : password, ...keys, ...searchParams.values(), hash.slice(1)].filter(
    (part) => part !== '',
  )
}

/** Takes the secrets out of any text, however they are spelled in it; the last wall before a log or a terminal. */
export function createMask(secrets: Iterable<string>): Mask {
  const spellings = new Set([...secrets].flatMap(spellingsOf).filter((spelling) => spelling.length >= shortestSecret))
  if (spellings.size === 0) return (text) => text
  // The longest first: of one secret within another nothing is left over.
  const longestFirst = [...spellings].sort((a, b) => b.length - a.length)
  const any = new RegExp(longestFirst.map((spelling) => RegExp.escape(spelling)).join('|'), 'gi')
  return (text) => text.replace(any, hidden)
}

function spellingsOf(secret: string): string[] {
  const trimmed = secret.trim()
  const bare = trimmed.replace(/^0x/i, '')
  const plain = [secret, trimmed, bare, decoded(secret)]
  return plain.flatMap((text) => [text, JSON.stringify(text).slice(1, -1), encodeURIComponent(text), encodeURI(text)])
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return text
    throw error
  }
}
