// The shapes of a slide in their order, groups taken apart, each with its place in points and whether anybody sees it.
import type { Box } from '../../geometry.ts'
import { childrenOf, chosenOf, descendants, find, type XmlElement } from '../xml.ts'
import type { SlideColors } from './theme.ts'

export type Shape = {
  readonly element: XmlElement
  readonly box: Box | null
  readonly placeholder: string | null
  /** Its own or what lies beneath; null where it cannot be told. */
  readonly background: string | null
  readonly isHidden: boolean
}

type Place = { scaleX: number; scaleY: number; dx: number; dy: number }
const emuPerPoint = 12_700
const mostShapes = 2_000
const kinds = new Set(['p:sp', 'p:pic', 'p:graphicFrame', 'p:cxnSp'])

export function shapesOf(slide: XmlElement, colors: SlideColors, size: { width: number; height: number }): Shape[] {
  const tree = find(slide, 'p:cSld', 'p:spTree')
  const found: { element: XmlElement; box: Box | null; isHidden: boolean }[] = []
  const walk = (parent: XmlElement, place: Place, isHidden: boolean) => {
    for (const child of childrenOf(parent)) {
      const chosen = child.name === 'mc:AlternateContent' ? chosenOf(child) : undefined
      if (chosen !== undefined) walk(chosen, place, isHidden)
      const hidden = isHidden || isSwitchedOff(child)
      if (child.name === 'p:grpSp') walk(child, within(child, place), hidden)
      else if (kinds.has(child.name) && found.length < mostShapes)
        found.push({ element: child, box: boxOf(child, place), isHidden: hidden })
    }
  }
  if (tree !== undefined) walk(tree, { scaleX: 1 / emuPerPoint, scaleY: 1 / emuPerPoint, dx: 0, dy: 0 }, false)
  const fills = found.map(({ element }) => fillOf(element, colors))
  return found.map(({ element, box, isHidden }, i) => {
    const isOff = box !== null && (box.x1 <= 0 || box.y1 <= 0 || box.x0 >= size.width || box.y0 >= size.height)
    const isCovered =
      box !== null &&
      found.some((other, j) => j > i && other.box !== null && !other.isHidden && isOpaque(fills[j]) && holds(other.box, box))
    const hasBeneath = found.some(
      (other, j) => j < i && fills[j] !== undefined && (other.box === null || box === null || meets(other.box, box)),
    )
    const own = fills[i]
    return {
      element,
      box,
      placeholder: placeholderOf(element),
      background: own !== undefined ? own : hasBeneath ? null : colors.background,
      isHidden: isHidden || isOff || isCovered,
    }
  })
}

export function isSwitchedOff(element: XmlElement): boolean {
  const properties = childrenOf(element).find(({ name }) => /^p:nv\w{2,20}Pr$/.test(name))
  return /^(?:1|true)$/.test(find(properties, 'p:cNvPr')?.attributes.hidden ?? '')
}

function placeholderOf(element: XmlElement): string | null {
  const properties = childrenOf(element).find(({ name }) => /^p:nv\w{2,20}Pr$/.test(name))
  const holder = find(properties, 'p:nvPr', 'p:ph')
  return holder === undefined ? null : (holder.attributes.type ?? 'obj')
}

/** A colour; null where it is a picture or cannot be told; undefined where there is none. */
export function fillOf(element: XmlElement, colors: SlideColors): string | null | undefined {
  if (element.name === 'p:pic') return null
  if (element.name !== 'p:sp') return undefined
  const properties = find(element, 'p:spPr')
  if (find(properties, 'a:noFill')) return undefined
  const solid = colors.solid(properties)
  if (solid !== undefined)
    return [...descendants(find(properties, 'a:solidFill')!)].some(({ name }) => name === 'a:alpha') ? null : solid
  if (find(properties, 'a:gradFill') || find(properties, 'a:blipFill') || find(properties, 'a:pattFill')) return null
  const reference = find(element, 'p:style', 'a:fillRef')
  return reference === undefined || reference.attributes.idx === '0' ? undefined : colors.named(childrenOf(reference)[0])
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
