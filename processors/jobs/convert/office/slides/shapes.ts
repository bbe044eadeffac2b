// The shapes of a slide in their order, groups taken apart, each with its place in points and whether anybody sees it.
import type { Box } from '../../geometry.ts'
import { childrenOf, chosenOf, descendants, find, type XmlElement } from '../xml.ts'
import { holderOf, ownProperties, type SlideBase } from './base.ts'
import { isFill, type ThemeColors } from './theme.ts'

export type Shape = {
  readonly element: XmlElement
  readonly box: Box | null
  readonly placeholder: string | null
  /** Its own or what lies beneath; null where it cannot be told. */
  readonly background: string | null
  readonly isHidden: boolean
  /** What is said of its text of a level beyond its own list. */
  readonly looks?: (level: number) => readonly XmlElement[]
}

type Place = { scaleX: number; scaleY: number; dx: number; dy: number }
const emuPerPoint = 12_700
const mostShapes = 2_000
const points: Place = { scaleX: 1 / emuPerPoint, scaleY: 1 / emuPerPoint, dx: 0, dy: 0 }
const kinds = new Set(['p:sp', 'p:pic', 'p:graphicFrame', 'p:cxnSp'])

export function shapesOf(slide: XmlElement, base: SlideBase, size: { width: number; height: number }): Shape[] {
  const { colors } = base
  const found: Found[] = []
  const add = (element: XmlElement, box: Box | null, isHidden: boolean) =>
    found.push({ element, box, isHidden, fill: fillOf(element, colors, base.ancestorsOf(element)) })
  for (const tree of base.beneath) {
    for (const { element, box, isHidden } of drawn(tree, base)) if (holderOf(element) === null) add(element, box, isHidden)
  }
  const below = found.length
  for (const { element, box, isHidden } of drawn(find(slide, 'p:cSld', 'p:spTree'), base)) add(element, box, isHidden)
  return found.slice(below).map(({ element, box, isHidden, fill }, at) => {
    const i = below + at
    const isOff = box !== null && (box.x1 <= 0 || box.y1 <= 0 || box.x0 >= size.width || box.y0 >= size.height)
    const isCovered =
      box !== null &&
      found.some((other, j) => j > i && other.box !== null && !other.isHidden && isOpaque(other.fill) && holds(other.box, box))
    const beneath = found.findLast(
      (other, j) => j < i && other.fill !== undefined && (other.box === null || box === null || meets(other.box, box)),
    )
    return {
      element,
      box,
      placeholder: placeholderOf(element),
      background: fill !== undefined ? fill : beneath === undefined ? colors.background : colorUnder(beneath, box),
      isHidden: isHidden || isOff || isCovered,
      looks: (level: number) => base.looksOf(element, level),
    }
  })
}

type Found = { element: XmlElement; box: Box | null; isHidden: boolean; fill: string | null | undefined }

/** Shapes of a tree in their order, groups taken apart. */
function drawn(tree: XmlElement | undefined, { ancestorsOf }: SlideBase): Omit<Found, 'fill'>[] {
  const found: Omit<Found, 'fill'>[] = []
  const walk = (parent: XmlElement, place: Place, isHidden: boolean) => {
    for (const child of childrenOf(parent)) {
      const chosen = child.name === 'mc:AlternateContent' ? chosenOf(child) : undefined
      if (chosen !== undefined) walk(chosen, place, isHidden)
      const hidden = isHidden || isSwitchedOff(child)
      if (child.name === 'p:grpSp') walk(child, within(child, place), hidden)
      else if (kinds.has(child.name) && found.length < mostShapes) {
        const own = boxOf(child, place)
        const [taken] = own === null ? ancestorsOf(child).flatMap((one) => boxOf(one, points) ?? []) : []
        found.push({ element: child, box: own ?? taken ?? null, isHidden: hidden || isUnfilled(child) })
      }
    }
  }
  if (tree !== undefined) walk(tree, points, false)
  return found
}

// Where all of the box lies on one rectangle of one colour, its colour is known.
function colorUnder({ element, box: place, fill, isHidden }: Found, box: Box | null): string | null {
  const isRectangle =
    find(element, 'p:spPr', 'a:prstGeom')?.attributes.prst === 'rect' &&
    find(element, 'p:spPr', 'a:xfrm')?.attributes.rot === undefined
  return isRectangle && !isHidden && place !== null && box !== null && holds(place, box) ? (fill ?? null) : null
}

// A placeholder that nobody filled in is shown to its writer alone.
function isUnfilled(element: XmlElement): boolean {
  return element.name === 'p:sp' && holderOf(element) !== null && ![...descendants(element)].some(({ name }) => name === 'a:t')
}

export function isSwitchedOff(element: XmlElement): boolean {
  return /^(?:1|true)$/.test(find(ownProperties(element), 'p:cNvPr')?.attributes.hidden ?? '')
}

function placeholderOf(element: XmlElement): string | null {
  const holder = holderOf(element)
  return holder === null ? null : (holder.type ?? 'obj')
}

/** A colour; null where it is a picture or cannot be told; undefined where there is none. A placeholder has that of those it goes back to. */
export function fillOf(
  element: XmlElement,
  { solid, named }: ThemeColors,
  ancestors: readonly XmlElement[] = [],
): string | null | undefined {
  if (element.name === 'p:pic') return null
  if (element.name !== 'p:sp') return undefined
  for (const one of [element, ...ancestors]) {
    const properties = find(one, 'p:spPr')
    const fill = properties && childrenOf(properties).find(isFill)
    if (fill?.name === 'a:noFill') return undefined
    if (fill?.name === 'a:solidFill')
      return [...descendants(fill)].some(({ name }) => name === 'a:alpha') ? null : solid(properties)
    if (fill !== undefined) return null
    const reference = find(one, 'p:style', 'a:fillRef')
    if (reference !== undefined) return reference.attributes.idx === '0' ? undefined : named(childrenOf(reference)[0])
  }
  return undefined
}

const isOpaque = (fill: string | null | undefined) => typeof fill === 'string'

function frameOf(element: XmlElement): XmlElement | undefined {
  return find(element, 'p:xfrm') ?? find(element, 'p:spPr', 'a:xfrm') ?? find(element, 'p:grpSpPr', 'a:xfrm')
}

function boxOf(element: XmlElement, { scaleX, scaleY, dx, dy }: Place): Box | null {
  const [at, size] = [find(frameOf(element), 'a:off')?.attributes, find(frameOf(element), 'a:ext')?.attributes]
  if (at === undefined || size === undefined) return null
  const [x0, y0] = [Number(at.x) * scaleX + dx, Number(at.y) * scaleY + dy]
  const box = { x0, y0, x1: x0 + Number(size.cx) * scaleX, y1: y0 + Number(size.cy) * scaleY }
  return Object.values(box).every(Number.isFinite) ? box : null
}

function within(group: XmlElement, outer: Place): Place {
  const frame = frameOf(group)
  const [off, ext, childOff, childExt] = ['a:off', 'a:ext', 'a:chOff', 'a:chExt'].map((name) => find(frame, name)?.attributes)
  if (!off || !ext || !childOff || !childExt) return outer
  const ratio = (a: string | undefined, b: string | undefined) => (Number(b) > 0 ? Number(a) / Number(b) : 1)
  const [x, y] = [ratio(ext.cx, childExt.cx), ratio(ext.cy, childExt.cy)]
  return {
    scaleX: outer.scaleX * x,
    scaleY: outer.scaleY * y,
    dx: outer.dx + (Number(off.x) - Number(childOff.x) * x) * outer.scaleX,
    dy: outer.dy + (Number(off.y) - Number(childOff.y) * y) * outer.scaleY,
  }
}

const holds = (a: Box, b: Box) => a.x0 <= b.x0 && a.y0 <= b.y0 && a.x1 >= b.x1 && a.y1 >= b.y1
const meets = (a: Box, b: Box) => a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1
