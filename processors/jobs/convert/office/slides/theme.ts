// The colours of a slide: what its theme, master and layout make of a name, and what stands behind everything on it.
import { childrenOf, find, type XmlElement } from '../xml.ts'

export interface ThemeColors {
  /** Of a fill, or of a run's properties: six digits; null where it cannot be told, undefined where nothing is said. */
  solid(properties: XmlElement | undefined): string | null | undefined
  named(color: XmlElement | undefined): string | null
}

export interface SlideColors extends ThemeColors {
  /** Behind everything; null where it cannot be told. */
  readonly background: string | null
}

export const isFill = ({ name }: XmlElement): boolean => /^a:(?:no|solid|grad|blip|patt|grp)Fill$/.test(name)

/** By a theme, and what a master calls the colours of it. */
export function colorsBy(theme: XmlElement | undefined, map: Record<string, string>): ThemeColors {
  const scheme = new Map(
    childrenOf(find(theme, 'a:themeElements', 'a:clrScheme') ?? empty).map((c) => [c.name.slice(2), direct(childrenOf(c)[0])]),
  )
  const named = (color: XmlElement | undefined): string | null => {
    // Darker or lighter than it is called: not worked out.
    if (color === undefined || childrenOf(color).length > 0) return null
    if (color.name !== 'a:schemeClr') return direct(color)
    const name = color.attributes.val ?? ''
    return scheme.get(map[name] ?? name) ?? null
  }
  const solid = (properties: XmlElement | undefined) => {
    const fill = find(properties, 'a:solidFill')
    return fill === undefined ? undefined : named(childrenOf(fill)[0])
  }
  return { named, solid }
}

/** Of those that may say so, the slide first; null where it is a picture, runs from one colour to another or cannot be told. */
export function backgroundOf(
  roots: readonly (XmlElement | undefined)[],
  theme: XmlElement | undefined,
  { named, solid }: ThemeColors,
): string | null {
  const own = roots.map((root) => find(root, 'p:cSld', 'p:bg')).find((one) => one !== undefined)
  if (own === undefined) return 'ffffff'
  const reference = find(own, 'p:bgRef')
  if (reference === undefined) return solid(find(own, 'p:bgPr')) ?? null
  const fills = find(theme, 'a:themeElements', 'a:fmtScheme', 'a:bgFillStyleLst')
  const fill = fills === undefined ? undefined : childrenOf(fills)[Number(reference.attributes.idx) - firstBackground]
  return fill === undefined || fill.name === 'a:solidFill' ? named(childrenOf(reference)[0]) : null
}

// Backgrounds of a theme are counted from here.
const firstBackground = 1_001
const empty: XmlElement = { name: '', attributes: {}, children: [] }

function direct(color: XmlElement | undefined): string | null {
  const value =
    color?.name === 'a:sysClr' ? color.attributes.lastClr : color?.name === 'a:srgbClr' ? color.attributes.val : undefined
  return value !== undefined && /^[0-9a-f]{6}$/i.test(value) ? value.toLowerCase() : null
}
