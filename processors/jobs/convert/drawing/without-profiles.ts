// A copy of a file whose pictures have no colour profiles: poppler asks the profile for each pixel, which takes several times as long as
// all the rest of a drawing. Without one it takes the plain colours that stand beside it, as readers may; who looks for print needs no more.
import { type NumberedObject, withObjectsReplaced } from './append-update.ts'
import { mostPainted, paintedBy } from './painted-by.ts'
import { isStream, type PdfFile, type PdfObject } from './pdf-file.ts'
import { isName, isRef, type PdfDict, type PdfValue } from './pdf-value.ts'

/** `pages`: as they are shown now. Null where there is nothing to leave out, or the file does not say what an update has to repeat. */
export function withoutProfiles(file: PdfFile, bytes: Uint8Array, pages: readonly NumberedObject[]): Buffer | null {
  const left = { objects: mostPainted }
  const profiles = new Set<number>()
  for (const { dict } of pages) {
    for (const picture of paintedBy(file, dict, left).pictures) {
      const number = profileOf(file, file.get(picture, 'ColorSpace'))
      if (number !== null) profiles.add(number)
    }
  }
  const empty = [...profiles].flatMap((number) => {
    const profile = file.object(number)
    // Only what is written as it was read about is found again.
    return isStream(profile) && profile.id.generation === 0
      ? [{ number, dict: emptied(profile.dict), bytes: new Uint8Array() }]
      : []
  })
  return empty.length === 0 ? null : withObjectsReplaced(file, bytes, [...pages, ...empty])
}

// By itself, or behind a palette.
function profileOf(file: PdfFile, space: PdfObject | undefined): number | null {
  if (!Array.isArray(space)) return null
  const [kind, of] = space
  if (isNamed(file.resolve(kind), 'ICCBased') && isRef(of)) return of.ref
  const base = isNamed(file.resolve(kind), 'Indexed') ? file.resolve(of) : undefined
  return Array.isArray(base) && isNamed(file.resolve(base[0]), 'ICCBased') && isRef(base[1]) ? base[1].ref : null
}

const isNamed = (value: PdfObject | undefined, name: string): boolean =>
  !isStream(value) && isName(value as PdfValue) && (value as { name: string }).name === name

function emptied({ dict }: PdfDict): PdfDict {
  const kept = [...dict].filter(([key]) => !['Filter', 'DecodeParms', 'Length'].includes(key))
  return { dict: new Map<string, PdfValue>([...kept, ['Length', 0]]) }
}
