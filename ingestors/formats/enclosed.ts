// Finds what stands between two marks, however often a text opens one that it never closes: it is gone through once.

export function* enclosedAll(text: string, open: string, close: string): Generator<string> {
  let from = text.indexOf(open)
  while (from !== -1) {
    const start = from + open.length
    const end = text.indexOf(close, start)
    if (end === -1) return
    yield text.slice(start, end)
    from = text.indexOf(open, end + close.length)
  }
}

/** The first; null where there is none. */
export function enclosed(text: string, open: string, close: string): string | null {
  for (const found of enclosedAll(text, open, close)) return found
  return null
}
