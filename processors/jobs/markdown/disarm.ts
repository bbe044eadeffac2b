// Markdown that no reader has to trust: outside code, no link leads to a script, no picture is fetched unasked, and no tag is live.
export type Disarming = {
  /** Pictures were asked for. */
  readonly images: boolean
  /** The text was nobody's Markdown before, so its angle brackets are its own. */
  readonly escapesTags: boolean
}

const fence = /^( {0,3})(`{3,}|~{3,})([^\n]*)$/
const linkMost = 4_000

/** Inside a fence that begins its line a reader sees code; any other fence may belong to a list or a quote, and ends with it. */
export function disarm(markdown: string, how: Disarming): string {
  const out: string[] = []
  let open: string | null = null
  let isSure = true
  let prose: string[] = []
  const flush = () => {
    if (prose.length > 0) out.push(disarmProse(prose.join('\n'), how))
    prose = []
  }
  for (const line of markdown.split('\n')) {
    const [, indent, mark, info] = fence.exec(line) ?? []
    if (open !== null) {
      out.push(line)
      if (mark !== undefined && mark[0] === open[0] && mark.length >= open.length && info!.trim() === '') open = null
      continue
    }
    const opens = mark !== undefined && !(mark[0] === '`' && info!.includes('`'))
    if (opens && indent !== '') isSure = false
    if (!opens || !isSure) {
      prose.push(line)
      continue
    }
    flush()
    out.push(line)
    open = mark
  }
  flush()
  return out.join('\n')
}

function disarmProse(text: string, { images, escapesTags }: Disarming): string {
  let safe = escapesTags ? escapeOpening(text) : text
  if (!images) safe = escapePictures(safe)
  return safe
    .replace(/\]\(/g, (found, at: number, all: string) => (isSafe(all, at + 2) ? found : ']\\('))
    .replace(/\]:/g, (found, at: number, all: string) => (isNote(all, at) || !isTarget(all, at + 2) ? found : ']\\:'))
}

/** Before what begins a tag, a comment or an address in angle brackets; `a < b` and `<3` are text to every reader. */
export const escapeOpening = (text: string): string => text.replace(/<(?![ \n\t\d=-])/g, '\\<')

// `vec![1]` is no picture: one has its address in brackets behind it, or a name for it.
function escapePictures(text: string): string {
  const targets = [seeker(text, ']('), seeker(text, '][')]
  return text.replace(/!\[/g, (found, at: number) => (targets.some((next) => next(at) - at < linkMost) ? '!\\[' : found))
}

/** Where it comes next, asked from left to right: no part of the text is looked through twice. */
function seeker(text: string, wanted: string): (from: number) => number {
  let found = -1
  return (from) => {
    if (found < from) found = text.indexOf(wanted, from)
    if (found < 0) found = Number.POSITIVE_INFINITY
    return found
  }
}

const known = /^(?:https?:|mailto:|tel:|[/.#?])/i

/** Reads the address as anything that shows Markdown might: what is spelled in a roundabout way is not read on. */
function isSafe(text: string, from: number): boolean {
  const address = addressAt(text, from)
  return known.test(address) || !/[:&\\\p{Cc}]/u.test(address)
}

function isTarget(text: string, from: number): boolean {
  const address = addressAt(text, from)
  return address === '' || /[:&\\]/.test(address) || address.startsWith('/')
}

function addressAt(text: string, from: number): string {
  const rest = text.slice(from, from + 200).replace(/^\s{1,200}/, '')
  return rest.startsWith('<') ? rest.slice(1).split('>')[0]! : rest.split(/[\s)]/)[0]!
}

// Our own notes are defined so, and lead nowhere.
function isNote(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 40), at)
  return before[before.lastIndexOf('[') + 1] === '^' && before.includes('[')
}

/** One paragraph of somebody's plain words. */
export function disarmWords(text: string): string {
  return disarmProse(escapeOpening(text), { images: false, escapesTags: false })
}
