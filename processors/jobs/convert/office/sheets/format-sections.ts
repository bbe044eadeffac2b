// Which part of a number format a value is shown by: formats have up to four, for more, less and nothing, and for text.

/** Parted at what stands outside of quotes, brackets and escapes. */
export function sectionsOf(format: string): string[] {
  const sections = ['']
  for (const [piece] of format.matchAll(/"[^"]*"?|\[[^\]]*\]?|\\.|[\s\S]/g)) {
    if (piece === ';') sections.push('')
    else sections[sections.length - 1] += piece
  }
  return sections
}

/** Undefined where the format says nothing of text. */
export function textSection(sections: readonly string[]): string | undefined {
  return sections.length > 3 ? sections[3] : sections.find((section) => bare(section).includes('@'))
}

export function numberSection(sections: readonly string[], value: number): string {
  const at = sections.length > 2 && value === 0 ? 2 : sections.length > 1 && value < 0 ? 1 : 0
  return sections[at]!
}

/** Text as a section shows it: itself where the section says so, or only what is written there. */
export function textBy(section: string, text: string): string {
  let written = ''
  for (const [piece] of section.matchAll(/"[^"]*"?|\[[^\]]*\]?|[\\_*].|[\s\S]/g)) {
    if (piece.startsWith('[')) continue
    if (piece === '@') written += text
    else if (piece.startsWith('"')) written += piece.replaceAll('"', '')
    else if (piece.startsWith('\\')) written += piece.slice(1)
    else if (!/^[_*]./.test(piece)) written += piece
  }
  return /^\s*general\s*$/i.test(written) ? text : written
}

/** In the colour of the paper. */
export const isWhite = (section: string): boolean => /\[(?:white|color ?2)\]/i.test(section)

const bare = (section: string): string => section.replace(/"[^"]*"?|\\./g, '')
