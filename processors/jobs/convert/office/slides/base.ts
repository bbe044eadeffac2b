// What a slide takes from its layout, its master and the presentation: colours, what is drawn beneath it, and the looks of its placeholders.
import { ownValue } from '../../../../../base/own-value.ts'
import type { OfficePackage } from '../package.ts'
import { childrenOf, descendants, find, parseXml, type XmlElement } from '../xml.ts'
import { backgroundOf, colorsBy, type SlideColors } from './theme.ts'

export interface SlideBase {
  readonly colors: SlideColors
  /** Trees of shapes, the lowest first; of placeholders in them nothing is shown. */
  readonly beneath: readonly XmlElement[]
  /** The placeholders that a shape goes back to, its layout's before its master's. */
  ancestorsOf(shape: XmlElement): readonly XmlElement[]
  /** What is said of text of a level beyond its shape's own list, the nearest first. */
  looksOf(shape: XmlElement, level: number): readonly XmlElement[]
}

const kinds = { ctrTitle: 'title', title: 'title', dt: 'dt', ftr: 'ftr', sldNum: 'sldNum' }
const styles = { title: 'p:titleStyle', body: 'p:bodyStyle' }

export function createBases(file: OfficePackage, presentation: XmlElement): (part: string, slide: XmlElement) => SlideBase {
  const parsed = new Map<string, XmlElement | undefined>()
  const parse = (part: string | null): XmlElement | undefined => {
    if (part === null) return undefined
    if (!parsed.has(part)) {
      const xml = file.text(part)
      parsed.set(part, xml === null ? undefined : parseXml(xml))
    }
    return parsed.get(part)
  }
  const places = new Map<XmlElement | undefined, Placeholders>()
  const placesOf = (root: XmlElement | undefined): Placeholders => {
    if (!places.has(root)) places.set(root, placeholdersOf(root))
    return places.get(root)!
  }
  const next = (part: string | null, type: string) =>
    part === null ? null : (file.relations(part).find((one) => one.type === type)?.part ?? null)
  return (part, slide) => {
    const layoutPart = next(part, 'slideLayout')
    const masterPart = next(layoutPart, 'slideMaster')
    const [layout, master, theme] = [parse(layoutPart), parse(masterPart), parse(next(masterPart, 'theme'))]
    const overrides = [slide, layout].map((one) => find(one, 'p:clrMapOvr', 'a:overrideClrMapping'))
    const map = overrides.find((one) => one !== undefined) ?? find(master, 'p:clrMap')
    const colors = colorsBy(theme, map?.attributes ?? {})
    const hides = (one: XmlElement | undefined) => /^(?:0|false)$/.test(one?.attributes.showMasterSp ?? '')
    const below = hides(slide) ? [] : hides(layout) ? [layout] : [master, layout]
    const [ofLayout, ofMaster] = [placesOf(layout), placesOf(master)]
    const ancestorsOf = (shape: XmlElement): XmlElement[] => {
      const holder = holderOf(shape)
      if (holder === null) return []
      const kind = kindOf(holder)
      const inLayout = kind === 'title' ? ofLayout.byKind.get(kind) : ofLayout.byIndex.get(indexOf(holder))
      const inMaster = ofMaster.byKind.get(kindOf((inLayout && holderOf(inLayout)) ?? holder))
      return [inLayout, inMaster].filter((one) => one !== undefined)
    }
    return {
      colors: { ...colors, background: backgroundOf([slide, layout, master], theme, colors) },
      beneath: below.flatMap((one) => find(one, 'p:cSld', 'p:spTree') ?? []),
      ancestorsOf,
      looksOf(shape, level) {
        const holder = holderOf(shape)
        const style =
          holder === null
            ? find(presentation, 'p:defaultTextStyle')
            : find(master, 'p:txStyles', ownValue(styles, kindOf(holder)) ?? 'p:otherStyle')
        const lists = [...ancestorsOf(shape).map((one) => find(one, 'p:txBody', 'a:lstStyle')), style]
        const ofLevel = lists.map((list) => find(list, `a:lvl${level + 1}pPr`, 'a:defRPr'))
        return [ofFont(shape), ...ofLevel].filter((one) => one !== undefined)
      },
    }
  }
}

type Holder = Record<string, string>

/** The first of each in a layout or a master. */
type Placeholders = { readonly byKind: Map<string, XmlElement>; readonly byIndex: Map<string, XmlElement> }

/** What a placeholder says that it is; null for any other shape. */
export const holderOf = (element: XmlElement): Holder | null => find(ownProperties(element), 'p:nvPr', 'p:ph')?.attributes ?? null

export const ownProperties = (element: XmlElement): XmlElement | undefined =>
  childrenOf(element).find(({ name }) => /^p:nv\w{2,20}Pr$/.test(name))

const kindOf = ({ type = 'obj' }: Holder): string => ownValue(kinds, type) ?? 'body'
const indexOf = ({ idx = '0' }: Holder): string => idx

function placeholdersOf(root: XmlElement | undefined): Placeholders {
  const tree = find(root, 'p:cSld', 'p:spTree')
  const found: Placeholders = { byKind: new Map(), byIndex: new Map() }
  for (const element of tree === undefined ? [] : descendants(tree)) {
    const holder = element.name === 'p:sp' ? holderOf(element) : null
    if (holder === null) continue
    if (!found.byKind.has(kindOf(holder))) found.byKind.set(kindOf(holder), element)
    if (!found.byIndex.has(indexOf(holder))) found.byIndex.set(indexOf(holder), element)
  }
  return found
}

// A shape's style says the colour of its text as a reference does, not as a fill.
function ofFont(shape: XmlElement): XmlElement | undefined {
  const reference = find(shape, 'p:style', 'a:fontRef')
  if (reference === undefined || childrenOf(reference).length === 0) return undefined
  return { name: 'a:defRPr', attributes: {}, children: [{ ...reference, name: 'a:solidFill' }] }
}
