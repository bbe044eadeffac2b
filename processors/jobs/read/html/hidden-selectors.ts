// Reads from a style sheet the plain class and id selectors whose rule hides an element; anything cleverer is left alone.
// Whole properties only: margin-left or backface-visibility hide nothing.
const hides =
  /(?<![\w-])(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?:px|em|rem|%)?\s*(?:!|;|$)|(?:left|top)\s*:\s*-\d{4,}|text-indent\s*:\s*-\d{3,}|clip-path\s*:\s*inset\(\s*(?:50|100)%|clip\s*:\s*rect\()/i
const plainSelector = /^[.#][\w-]{1,80}$/
const mostRules = 5000
const mostChars = 500_000

export function hidesByStyle(declarations: string): boolean {
  return hides.test(declarations) || /(?:^|[;\s])opacity\s*:\s*0(?:\.0+)?\s*(?:!|;|$)/i.test(declarations)
}

export function hiddenSelectors(css: string): string[] {
  const found: string[] = []
  let at = 0
  const text = css.slice(0, mostChars).replace(/\/\*[\s\S]*?\*\//g, '')
  for (let rules = 0; rules < mostRules; rules += 1) {
    const open = text.indexOf('{', at)
    if (open < 0) return found
    const selector = text.slice(at, open).trim()
    const close = selector.startsWith('@') ? blockEnd(text, open) : text.indexOf('}', open)
    if (close < 0) return found
    // A rule inside @media may not apply, so what stands in at-rules is passed over.
    if (!selector.startsWith('@') && hides.test(text.slice(open + 1, close))) {
      found.push(
        ...selector
          .split(',')
          .map((s) => s.trim())
          .filter((s) => plainSelector.test(s)),
      )
    }
    at = close + 1
  }
  return found
}

function blockEnd(text: string, open: number): number {
  let depth = 0
  for (let at = open; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1
    else if (text[at] === '}' && --depth === 0) return at
  }
  return -1
}
