// The colours of a slide: what its theme, master and layout make of a name, and what stands behind everything on it.

import type { OfficePackage } from '../package.ts'
import { childrenOf, find, parseXml, type XmlElement } from '../xml.ts'

export interface SlideColors {
  /** Of a fill, or of a run's properties: six digits; null where it cannot be told, undefined where nothing is said. */
  solid(properties: XmlElement | undefined): string | null | undefined
  named(color: XmlElement | undefined): string | null
  readonly background: string | null
}

export function readColors(file: OfficePackage, slidePart: string, slide: XmlElement): SlideColors {
  const next = (part: string | null, type: string) =>
    part === null ? null : (file.relations(part).find((one) => one.type === type)?.part ?? null)
  const parse = (part: string | null) => {
    const xml = part === null ? null : file.text(part)
    return xml === null ? undefined : parseXml(xml)
  }
  const layoutPart = next(slidePart, 'slideLayout')
  const masterPart = next(layoutPart, 'slideMaster')
  const [layout, master, theme] = [parse(layoutPart), parse(masterPart), parse(next(masterPart, 'theme'))]
  const { named, solid } = colorsBy(theme, find(master, 'p:clrMap')?.attributes ?? {}, null)
  const backgrounds = [slide, layout, master].map((root) => find(root, 'p:cSld', 'p:bg'))
  const own = backgrounds.find((one) => one !== undefined)
  const reference = find(own, 'p:bgRef')
  const background =
    own === undefined ? 'ffffff' : reference ? named(childrenOf(reference)[0]) : (solid(find(own, 'p:bgPr')) ?? null)
  return { solid, named, background }
}

/** By a theme, and what a master calls the colours of it. */
export function colorsBy(theme: XmlElement | undefined, map: Record<string, string>, background: string | null): SlideColors {
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
  return { named, solid, background }
}

const empty: XmlElement = { name: '', attributes: {}, children: [] }

function direct(color: XmlElement | undefined): string | null {
  const value =
    color?.name === 'a:sysClr' ? color.attributes.lastClr : color?.name === 'a:srgbClr' ? color.attributes.val : undefined
  return value !== undefined && /^[0-9a-f]{6}$/i.test(value) ? value.toLowerCase() : null
}
