// Recognises the line that names a figure or a table, which looks like a heading and is none.
const figure =
  /^(?:fig(?:ure|\.)?|diagram|chart|graph|box|exhibit|map|plate|image|photo|picture|illustration|scheme)\b(?:\s*[.:–-])?\s*(?:[A-Z]?\d|[IVX]+\b|:|$)/i
const table = /^(?:table|tab\.|tableau|tabelle|tabla|tabella)(?:\s*[.:–-])?\s*(?:[A-Z]?\d|[IVX]+\b|:|$)/i
const credit = /^(?:source|note|photo|credit|image)s?\s*(?::|\.|$)/i

export function isCaption(text: string, of: 'any' | 'table' = 'any'): boolean {
  return table.test(text) || (of === 'any' && (figure.test(text) || credit.test(text)))
}

export const isFigureCaption = (text: string): boolean => figure.test(text)

/** "Table 3" with nothing after it. */
export const isBareLabel = (text: string) => isCaption(text) && /^\p{L}+\.?\s*[A-Z]?\d+(?:[.-]\d+)*[.:]?$/u.test(text)
