// The forms and pictures that a page paints, those that its forms paint, and the looks of its annotations.
import { isStream, type PdfFile, type PdfObject, type PdfStream } from './pdf-file.ts'
import { isName, isRef, type PdfDict, type PdfValue } from './pdf-value.ts'

/** Of a document's objects, as many as are looked for. */
export const mostPainted = 2_000

export function paintedBy(
  file: PdfFile,
  page: PdfDict,
  left: { objects: number },
): { readonly forms: PdfStream[]; readonly pictures: PdfStream[] } {
  const found = new Set<PdfStream>()
  const pictures: PdfStream[] = []
  const forms: PdfStream[] = []
  const waiting: (PdfObject | undefined)[] = [file.get(page, 'Resources')]
  const add = (value: PdfObject | undefined) => {
    if (!isStream(value) || found.has(value) || left.objects-- <= 0) return
    found.add(value)
    if (isPicture(file, value)) pictures.push(value)
    else {
      forms.push(value)
      waiting.push(file.get(value, 'Resources'))
    }
  }
  const annotations = file.get(page, 'Annots')
  if (Array.isArray(annotations)) {
    for (const value of annotations.slice(0, mostPainted)) {
      const look = file.get(file.get(file.resolve(value), 'AP'), 'N')
      for (const one of isStream(look) ? [look] : valuesOf(file, look)) add(one)
    }
  }
  while (waiting.length > 0) for (const value of valuesOf(file, file.get(waiting.pop(), 'XObject'))) add(value)
  return { forms, pictures }
}

function valuesOf(file: PdfFile, dict: PdfObject | undefined): (PdfObject | undefined)[] {
  return dict !== undefined && !isStream(dict) && typeof dict === 'object' && dict !== null && 'dict' in dict
    ? [...dict.dict.values()].slice(0, mostPainted).map((value) => (isRef(value) ? file.object(value.ref) : undefined))
    : []
}

function isPicture(file: PdfFile, stream: PdfStream): boolean {
  const subtype = file.get(stream, 'Subtype')
  return isName(subtype as PdfValue) && (subtype as { name: string }).name === 'Image'
}
