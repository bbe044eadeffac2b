// The words of shapes that stand in a chart or a diagram, as far as they are seen whatever is behind them.
import { mathMark } from '../math/marks.ts'
import { lineOf } from './drawn-text.ts'
import { isSwitchedOff } from './slides/shapes.ts'
import { colorsBy } from './slides/theme.ts'
import { allNamed, childrenOf, chosenOf, find, type XmlElement } from './xml.ts'

const holders = new Set(['p:spTree', 'p:grpSp', 'p:relSizeAnchor', 'p:absSizeAnchor'])

export function drawnTexts(drawing: XmlElement): string[] {
  const texts: string[] = []
  const walk = (parent: XmlElement) => {
    for (const child of childrenOf(parent)) {
      if (child.name === 'mc:AlternateContent') walk(chosenOf(child) ?? child)
      else if (isSwitchedOff(child)) continue
      else if (holders.has(child.name)) walk(child)
      else if (child.name === 'p:sp') texts.push(...textsIn(child, find(child, 'p:txBody')).map(({ text }) => text))
    }
  }
  walk(drawing)
  return texts.filter((text) => text !== '')
}

export function textsIn(element: XmlElement, body: XmlElement | undefined): { text: string; unseen: number }[] {
  return (body === undefined ? [] : allNamed(body, 'a:p')).map((paragraph) => {
    const count = { hiddenWords: 0 }
    const line = lineOf(paragraph, { element, background: null }, { colors: unknownColors, relations: [], count }, 'cell')
    return { text: line.replaceAll(mathMark, ''), unseen: count.hiddenWords }
  })
}

const unknownColors = { ...colorsBy(undefined, {}), background: null }
