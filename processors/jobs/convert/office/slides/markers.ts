// What stands before a slide's paragraphs: bullets, and numbers counted as PowerPoint counts them.

import { numberText } from '../word/number-text.ts'
import { find, type XmlElement } from '../xml.ts'

const forms: Readonly<Record<string, string>> = {
  arabic: 'decimal',
  alphaLc: 'lowerLetter',
  alphaUc: 'upperLetter',
  romanLc: 'lowerRoman',
  romanUc: 'upperRoman',
}

/** Text in the body of a layout has bullets unless it says otherwise; other text has them where it says so. Null where there are none. */
export function createMarkers(isBody: boolean): (paragraph: XmlElement) => string | null {
  const counts: { kind: string; at: number }[] = []
  return (paragraph) => {
    const properties = find(paragraph, 'a:pPr')
    const level = Math.max(0, Math.min(8, Number(properties?.attributes.lvl ?? 0) || 0))
    const numbered = find(properties, 'a:buAutoNum')?.attributes
    const before = counts[level]
    counts.length = Math.min(counts.length, level)
    const indent = '  '.repeat(level)
    if (find(properties, 'a:buNone')) return null
    if (numbered === undefined)
      return find(properties, 'a:buChar') || find(properties, 'a:buBlip') || isBody ? `${indent}- ` : null
    const { type = 'arabicPeriod', startAt = '1' } = numbered
    const kind = `${type} ${startAt}`
    const at = before?.kind === kind ? before.at + 1 : Number(startAt) || 1
    counts[level] = { kind, at }
    return `${indent}${numberBy(type, at)}`
  }
}

// Only whole numbers make a list that Markdown counts.
function numberBy(type: string, at: number): string {
  const [, form = 'arabic', signs = 'Period'] =
    /^(arabic|alphaLc|alphaUc|romanLc|romanUc)(ParenBoth|ParenR|Period|Plain)/.exec(type) ?? []
  const number = numberText(at, forms[form] ?? 'decimal') ?? String(at)
  if ((forms[form] ?? 'decimal') === 'decimal' && signs !== 'ParenBoth') return `${number}. `
  const written = { ParenBoth: `(${number})`, ParenR: `${number})`, Plain: number }[signs] ?? `${number}.`
  return `- ${written} `
}
