// Lends a source its credentials for one fetch, and sees to it that none of them comes out again in what is said or kept of it.
import { inspect } from 'node:util'
import { messageOf, TollgateError } from '../../base/errors.ts'

type Credentials = Readonly<Record<string, string>>

// Shorter ones are no secrets, and would be found in any text.
const leastLength = 8
const mostCauses = 10

/** An upstream may send a request back in its complaint or, one day, in its data. */
export async function withCredentials<T>(
  credentials: Credentials,
  work: (credential: (name: string) => string | undefined) => Promise<T>,
): Promise<T> {
  const lent = new Set<string>()
  const lend = (name: string): string | undefined => {
    const value = credentials[name]
    if (value !== undefined) for (const spelling of spellingsOf(value)) lent.add(spelling)
    return value
  }
  try {
    const made = await work(lend)
    const text = lent.size === 0 ? '' : (JSON.stringify(made) ?? '')
    if (holdsAny(text, lent)) throw new TollgateError('upstream_changed', 'a value holds the credential that was sent')
    return made
  } catch (error) {
    concealIn(error, lent)
    throw error
  }
}

/** As it is, as a URL has it in its path or query, and as JSON writes it. */
function spellingsOf(value: string): string[] {
  if (value.length < leastLength) return []
  const inQuery = new URLSearchParams({ value }).toString().slice('value='.length)
  return [value, encodeURIComponent(value), encodeURI(value), inQuery, JSON.stringify(value).slice(1, -1)]
}

/** Whether anything of it would be concealed: all that is begins as one of them does. */
function holdsAny(text: string, secrets: ReadonlySet<string>): boolean {
  const beginnings = new Set([...secrets].map((secret) => secret.slice(0, leastLength)))
  return [...beginnings].some((beginning) => text.includes(beginning))
}

function conceal(text: string, secrets: ReadonlySet<string>): string {
  let shown = text
  for (const secret of secrets) shown = shown.replaceAll(secret, '…')
  for (const secret of secrets) shown = concealCut(shown, secret)
  return shown
}

// A message may have cut it short, and its beginning gives half of it away.
function concealCut(text: string, secret: string): string {
  const beginning = secret.slice(0, leastLength)
  let shown = ''
  let from = 0
  for (let at = text.indexOf(beginning); at !== -1; at = text.indexOf(beginning, from)) {
    let length = leastLength
    while (length < secret.length && text[at + length] === secret[length]) length++
    shown += `${text.slice(from, at)}…`
    from = at + length
  }
  return shown + text.slice(from)
}

// A parser's error has the text it failed on among its members: such a cause is told by its message alone.
function concealIn(error: unknown, secrets: ReadonlySet<string>): void {
  if (secrets.size === 0 || !(error instanceof Error)) return
  for (const name of ['message', 'stack'] as const) rewrite(error, name, conceal(error[name] ?? '', secrets))
  const { cause } = error
  const shown = inspect(cause, { depth: mostCauses })
  if (conceal(shown, secrets) !== shown) rewrite(error, 'cause', new Error(conceal(messageOf(cause), secrets)))
}

function rewrite(error: Error, name: 'message' | 'stack' | 'cause', value: unknown): void {
  Object.defineProperty(error, name, { value, configurable: true, writable: true })
}
