// A large first letter stands in a paragraph of its own before the one that it begins: here both are one.
import { find, isElement, type XmlElement } from '../xml.ts'

export function joinDropCaps(container: XmlElement): void {
  const { children } = container
  const paragraphs = children.filter((child): child is XmlElement => isElement(child) && child.name === 'w:p')
  const joined = new Set<XmlElement>()
  for (const [i, cap] of paragraphs.entries()) {
    const next = paragraphs[i + 1]
    const kind = find(cap, 'w:pPr', 'w:framePr')?.attributes['w:dropCap']
    if (next === undefined || (kind !== 'drop' && kind !== 'margin') || isDropCap(next)) continue
    const inside = cap.children.filter((child) => !isElement(child) || child.name !== 'w:pPr')
    next.children.splice(find(next, 'w:pPr') === undefined ? 0 : 1, 0, ...inside)
    joined.add(cap)
  }
  if (joined.size > 0) container.children = children.filter((child) => !isElement(child) || !joined.has(child))
}

const isDropCap = (paragraph: XmlElement): boolean =>
  /^(?:drop|margin)$/.test(find(paragraph, 'w:pPr', 'w:framePr')?.attributes['w:dropCap'] ?? '')
