// Whether an optional part of a page is switched off as the document opens.
import { catalogNumber } from './page-tree.ts'
import type { PdfFile } from './pdf-file.ts'
import { isRef, type PdfValue } from './pdf-value.ts'

const mostListed = 5_000

/** Of a group, or of a membership in groups: hidden where all that it names are off. */
export function isHiddenLayer(file: PdfFile, layer: PdfValue | undefined): boolean {
  if (layer === undefined) return false
  const groups = file.get(file.resolve(layer), 'OCGs')
  const listed = groups === undefined ? [layer] : Array.isArray(groups) ? groups.slice(0, mostListed) : [rawGroup(file, layer)]
  const refs = listed.flatMap((group) => (group !== undefined && isRef(group) ? [group.ref] : []))
  return refs.length > 0 && refs.every((ref) => isOff(file, ref))
}

function rawGroup(file: PdfFile, layer: PdfValue): PdfValue | undefined {
  const membership = file.resolve(layer)
  return typeof membership === 'object' && membership !== null && 'dict' in membership && membership.dict instanceof Map
    ? membership.dict.get('OCGs')
    : undefined
}

function isOff(file: PdfFile, group: number): boolean {
  const root = catalogNumber(file)
  const start = root === null ? undefined : file.get(file.get(file.object(root), 'OCProperties'), 'D')
  const names = (key: 'OFF' | 'ON') => {
    const list = file.get(start, key)
    return Array.isArray(list) && list.slice(0, mostListed).some((value) => isRef(value) && value.ref === group)
  }
  const base = file.get(start, 'BaseState')
  const isBaseOff = typeof base === 'object' && base !== null && 'name' in base && base.name === 'OFF'
  return names('OFF') || (isBaseOff && !names('ON'))
}
