// Reads from a style sheet the plain class and id selectors whose rule hides an element; anything cleverer is left alone.
// Whole properties only: margin-left or backface-visibility hide nothing.
const hides =
  /(?<![\w-])(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?:px|em|rem|%)?\s*(?:!|;|$)|(?:left|top)\s*:\s*-\d{4,}|text-indent\s*:\s*-\d{3,}|clip-path\s*:\s*inset\(\s*(?:50|100)%|clip\s*:\s*rect\()/i
const plainSelector = /^[.#][\w-]{1,80}$/
const mostRules = 5000
const mostChars = 500_000

// What is written at an element itself hides it whatever sheets say: so more is looked for there.
const hidesItself =
  /(?:^|[;\s])(?:color\s*:\s*transparent|content-visibility\s*:\s*hidden|visibility\s*:\s*collapse|font-size\s*:\s*[01](?:\.\d{1,9})?px|transform\s*:\s*scale(?:[xy]|3d)?\(\s*0(?:\.0{1,9})?\s*[,)]|filter\s*:\s*opacity\(\s*0%?\s*\))/i
const hasNoRoom = /(?:^|[;\s])(?:max-)?(?:height|width)\s*:\s*[01](?:px|em|rem|%)?\s*(?:!|;|$)/i
const isClipped = /(?:^|[;\s])overflow(?:-[xy])?\s*:\s*(?:hidden|clip)/i

const ink = /(?:^|[;\s])color\s*:\s*(#[0-9a-f]{3,8}|[a-z]{3,20})/i
const paper = /(?:^|[;\s])background(?:-color)?\s*:\s*(#[0-9a-f]{3,8}|[a-z]{3,20})\s*(?:!|;|$)/i

/** Words in the colour that is set behind them. */
function isOfItsGround(declarations: string): boolean {
  const [color, ground] = [ink, paper].map((pattern) => {
    const text = pattern.exec(declarations)?.[1]?.toLowerCase()
    return text === 'white' || text === '#ffffff' ? '#fff' : text === 'black' || text === '#000000' ? '#000' : text
  })
  return color !== undefined && color === ground
}

export function hidesByStyle(declarations: string): boolean {
  if (hidesItself.test(declarations) || (hasNoRoom.test(declarations) && isClipped.test(declarations))) return true
  if (isOfItsGround(declarations)) return true
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
