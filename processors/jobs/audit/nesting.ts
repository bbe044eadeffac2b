// How deep brackets are nested, outside comments and strings: counted before a parser recurses over them.
export function deepest(text: string): { depth: number; line: number } {
  let depth = 0
  let line = 1
  let found = { depth: 0, line: 1 }
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!
    if (character === '\n') line++
    else if (character === '/' && text[at + 1] === '/') {
      const end = text.indexOf('\n', at)
      if (end < 0) break
      at = end - 1
    } else if (character === '/' && text[at + 1] === '*') {
      const end = text.indexOf('*/', at + 2)
      if (end < 0) break
      for (let i = at; i < end; i++) if (text[i] === '\n') line++
      at = end + 1
    } else if (character === '"') {
      for (at++; at < text.length && text[at] !== '"' && text[at] !== '\n'; at++) if (text[at] === '\\') at++
      if (text[at] === '\n') line++
    } else if (character === '(' || character === '[' || character === '{') {
      depth++
      if (depth > found.depth) found = { depth, line }
    } else if (character === ')' || character === ']' || character === '}') depth = Math.max(0, depth - 1)
  }
  return found
}
