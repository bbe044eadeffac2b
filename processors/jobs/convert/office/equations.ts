// Equations of office files (OMML, ISO/IEC 29500-1, 22.1) as LaTeX.
import { ownValue } from '../../../../base/own-value.ts'
import { accents, joinLatex, latexOfText } from '../math/characters.ts'
import { functionNames } from '../math/symbols.ts'
import { allNamed, childrenOf, find, textOf, type XmlElement } from './xml.ts'

// A line over several letters is drawn as one.
const ownAccents: Readonly<Record<string, string>> = { ...accents, '\u0305': 'overline' }

export const latexOf = (math: XmlElement): string => tidy(inside(math))

const inside = (element: XmlElement | undefined): string =>
  element === undefined ? '' : joinLatex(childrenOf(element).map(write))
const braced = (element: XmlElement | undefined): string => `{${inside(element)}}`
const property = (element: XmlElement, properties: string, name: string): string | undefined =>
  find(element, properties, name)?.attributes['m:val']

const writers: Record<string, (e: XmlElement) => string> = {
  'm:r': (e) => {
    const said = childrenOf(e)
      .filter(({ name }) => name === 'm:t' || name === 'w:t' || name === 'a:t')
      .map(textOf)
      .join('')
    const text = said.replace(unseenOperators, '').replaceAll('\u2013', '-')
    const isName = functionNames.has(text.trim()) && (text !== said || property(e, 'm:rPr', 'm:sty') === 'p')
    return isName ? `\\${text.trim()}` : latexOfText(text)
  },
  'm:f': (e) =>
    property(e, 'm:fPr', 'm:type') === 'noBar'
      ? `\\genfrac{}{}{0pt}{}${braced(find(e, 'm:num'))}${braced(find(e, 'm:den'))}`
      : `\\frac${braced(find(e, 'm:num'))}${braced(find(e, 'm:den'))}`,
  'm:sSup': (e) => `${base(e)}^${braced(find(e, 'm:sup'))}`,
  'm:sSub': (e) => `${base(e)}_${braced(find(e, 'm:sub'))}`,
  'm:sSubSup': (e) => `${base(e)}_${braced(find(e, 'm:sub'))}^${braced(find(e, 'm:sup'))}`,
  'm:sPre': (e) => `{}_${braced(find(e, 'm:sub'))}^${braced(find(e, 'm:sup'))}${base(e)}`,
  'm:rad': (e) => {
    const degree = inside(find(e, 'm:deg'))
    return `\\sqrt${degree === '' ? '' : `[${degree}]`}${braced(find(e, 'm:e'))}`
  },
  'm:nary': (e) => {
    const character = property(e, 'm:naryPr', 'm:chr') ?? '∫'
    const [below, above] = [inside(find(e, 'm:sub')), inside(find(e, 'm:sup'))]
    const limits = `${below === '' ? '' : `_{${below}}`}${above === '' ? '' : `^{${above}}`}`
    return `${latexOfText(character)}${limits} ${inside(find(e, 'm:e'))}`
  },
  'm:d': (e) => {
    const [open, close] = [property(e, 'm:dPr', 'm:begChr') ?? '(', property(e, 'm:dPr', 'm:endChr') ?? ')']
    const between = latexOfText(property(e, 'm:dPr', 'm:sepChr') ?? '|')
    return `\\left${fence(open)} ${allNamed(e, 'm:e').map(inside).join(` ${between} `)} \\right${fence(close)}`
  },
  'm:m': (e) => {
    const rows = allNamed(e, 'm:mr').map((row) => allNamed(row, 'm:e').map(inside).join(' & '))
    return `\\begin{matrix} ${rows.join(' \\\\ ')} \\end{matrix}`
  },
  'm:eqArr': (e) => `\\begin{aligned} ${allNamed(e, 'm:e').map(inside).join(' \\\\ ')} \\end{aligned}`,
  'm:func': (e) => {
    const name = inside(find(e, 'm:fName'))
    return `${functionNames.has(name) ? `\\${name}` : name} ${inside(find(e, 'm:e'))}`
  },
  'm:acc': (e) => `\\${ownValue(ownAccents, property(e, 'm:accPr', 'm:chr') ?? '\u0302') ?? 'hat'}${braced(find(e, 'm:e'))}`,
  'm:bar': (e) => `\\${property(e, 'm:barPr', 'm:pos') === 'top' ? 'overline' : 'underline'}${braced(find(e, 'm:e'))}`,
  'm:limLow': (e) => `${functionName(inside(find(e, 'm:e')))}_${braced(find(e, 'm:lim'))}`,
  'm:limUpp': (e) => `${functionName(inside(find(e, 'm:e')))}^${braced(find(e, 'm:lim'))}`,
  'm:groupChr': (e) =>
    `\\${property(e, 'm:groupChrPr', 'm:pos') === 'top' ? 'overbrace' : 'underbrace'}${braced(find(e, 'm:e'))}`,
}

// "Applied to", "times", "and" and "plus", which show nothing.
const unseenOperators = /[\u2061-\u2064]/g

// What only holds others says what they say; properties say nothing.
function write(element: XmlElement): string {
  const writer = ownValue(writers, element.name)
  if (writer !== undefined) return writer(element)
  return element.name.endsWith('Pr') ? '' : inside(element)
}

function base(element: XmlElement): string {
  const text = inside(find(element, 'm:e'))
  return /^(?:\\[A-Za-z]+|[^\\{}^_\s])$/.test(text) ? text : `{${text}}`
}

const functionName = (text: string): string => (functionNames.has(text) ? `\\${text}` : text)

function fence(character: string): string {
  if (character === '') return '.'
  return (
    {
      '{': '\\{',
      '}': '\\}',
      '⟨': '\\langle',
      '⟩': '\\rangle',
      '‖': '\\|',
      '⌊': '\\lfloor',
      '⌋': '\\rfloor',
      '⌈': '\\lceil',
      '⌉': '\\rceil',
    }[character] ?? character
  )
}

const tidy = (latex: string): string => latex.replace(/\s+/g, ' ').trim()

export const isEquation = ({ name }: XmlElement): boolean => name === 'm:oMath' || name === 'm:oMathPara'
