// Brackets of Rust text outside comments, strings and characters: that each is closed by its own kind, and how deep they go.
export type Brackets = { readonly depth: number; readonly line: number } | { readonly wrong: string; readonly line: number }

const closes: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }

/** Counted before a parser tries to mend what nobody wrote as Rust: mending takes it seconds. */
export function bracketsOf(text: string): Brackets {
  const open: { character: string; line: number }[] = []
  let line = 1
  let deepest = { depth: 0, line: 1 }
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!
    const end = skipped(text, at)
    if (end !== at) {
      for (let i = at; i < end; i++) if (text[i] === '\n') line++
      at = end - 1
    } else if (character === '\n') line++
    else if (character === '(' || character === '[' || character === '{') {
      open.push({ character, line })
      if (open.length > deepest.depth) deepest = { depth: open.length, line }
    } else if (closes[character] !== undefined && open.pop()?.character !== closes[character])
      return { wrong: `${character} closes nothing`, line }
  }
  const left = open.at(-1)
  return left === undefined ? deepest : { wrong: `${left.character} is never closed`, line: left.line }
}

/** Where a comment, string or character that begins here ends; here where none begins. */
function skipped(text: string, at: number): number {
  const character = text[at]!
  const next = text[at + 1]
  if (character === '/' && next === '/') return endOf(text.indexOf('\n', at), text)
  if (character === '/' && next === '*') return blockEnd(text, at)
  if (character === '"') return stringEnd(text, at)
  if (
    character === 'r' &&
    (next === '"' || next === '#') &&
    !/[\w]/.test(text[at - 1] === 'b' || text[at - 1] === 'c' ? ' ' : (text[at - 1] ?? ' '))
  )
    return rawEnd(text, at)
  if (character !== "'") return at
  if (next === '\\') return endOf(text.indexOf("'", at + 3), text, 1)
  const wide = (text.codePointAt(at + 1) ?? 0) > 0xffff ? 2 : 1
  return text[at + 1 + wide] === "'" ? at + 2 + wide : at + 1
}

const endOf = (found: number, text: string, more = 0): number => (found < 0 ? text.length : found + more)

function stringEnd(text: string, at: number): number {
  let end = at + 1
  while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1
  return Math.min(end + 1, text.length)
}

function blockEnd(text: string, at: number): number {
  let depth = 0
  for (let end = at; end < text.length; end++) {
    if (text[end] === '/' && text[end + 1] === '*') {
      depth++
      end++
    } else if (text[end] === '*' && text[end + 1] === '/') {
      end++
      if (--depth === 0) return end + 1
    }
  }
  return text.length
}

function rawEnd(text: string, at: number): number {
  let hashes = 0
  while (text[at + 1 + hashes] === '#') hashes++
  if (text[at + 1 + hashes] !== '"') return at
  return endOf(text.indexOf(`"${'#'.repeat(hashes)}`, at + 2 + hashes), text, 1 + hashes)
}
