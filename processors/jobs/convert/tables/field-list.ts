// Names below each other with a value beside each, without a colon or a rule: an invoice's number, its date, its order.
import { boxAround, height, overlapX } from '../geometry.ts'
import type { Word } from '../page-text.ts'
import type { SegmentRow } from './grid-from-rows.ts'
import { looseRows } from './loose-rows.ts'
import { styleOf } from './style.ts'
import type { FoundTable } from './table.ts'
import type { Segment } from './text-rows.ts'
import { textTable } from './text-table.ts'

const gapRatio = 1.1
const edgePt = 1.6
const mostGap = 1.5
const [longestName, longestValue] = [32, 48]
const fewestFields = 3
/** Of a page: more are a bomb's. */
const mostLists = 60
const leastDigits = 0.5

type Field = { readonly name: Segment; readonly value: Segment }

export function fieldLists(words: readonly Word[]): FoundTable[] {
  const rows = looseRows(words, gapRatio)
  const open = rows.map((row) => row.segments.slice(1).map((value, i): Field => ({ name: row.segments[i]!, value })))
  const taken = new Set<Field>()
  let lists = 0
  return open.flatMap((fields, at) =>
    fields.flatMap((field) => {
      if (taken.has(field)) return []
      const list = listFrom(field, open.slice(at + 1))
      for (const one of list) taken.add(one)
      if (list.length < fewestFields || !areFields(list) || ++lists > mostLists) return []
      return isWithinMore(list, rows) ? [] : [tableOf(list)]
    }),
  )
}

function listFrom(first: Field, below: readonly (readonly Field[])[]): Field[] {
  const list = [first]
  for (const fields of below) {
    const last = list.at(-1)!
    const gap = Math.min(...fields.map(({ name }) => name.y0 - last.name.y1))
    if (gap > mostGap * height(last.name)) break
    const next = fields.find(
      ({ name, value }) => Math.abs(name.x0 - last.name.x0) < edgePt && Math.abs(value.x0 - last.value.x0) < edgePt,
    )
    if (next !== undefined) list.push(next)
    else if (fields.some(({ name, value }) => overlapX(name, last.name) > 0 || overlapX(value, last.value) > 0)) break
  }
  return list
}

function areFields(list: readonly Field[]): boolean {
  const areShort = list.every(
    ({ name, value }) =>
      name.text.length <= longestName &&
      /\p{L}{2}/u.test(name.text) &&
      !/\d|[.:;,]$/.test(name.text) &&
      value.text.length <= longestValue,
  )
  const names = new Set(list.map(({ name }) => styleOf(name)))
  const isOtherStyle = names.size === 1 && list.every(({ value }) => !names.has(styleOf(value)))
  const digits = list.filter(({ value }) => /\d/.test(value.text)).length
  return areShort && digits > 0 && (isOtherStyle || digits >= leastDigits * list.length)
}

/** What stands in the same rows close by, or goes on above or below in the same columns, makes it a part of something else. */
function isWithinMore(list: readonly Field[], rows: readonly SegmentRow[]): boolean {
  const box = boxAround(list.flatMap(({ name, value }) => [name, value]))
  const own = new Set(list.flatMap(({ name, value }) => [name, value]))
  const near = height(list[0]!.name)
  return rows.some((row) =>
    row.segments.some((s) => {
      if (own.has(s) || overlapX(s, box) <= 0) return false
      return s.y1 > box.y0 - 0.6 * near && s.y0 < box.y1 + 0.6 * near
    }),
  )
}

function tableOf(list: readonly Field[]): FoundTable {
  const columns = [boxAround(list.map(({ name }) => name)), boxAround(list.map(({ value }) => value))]
  return textTable(
    list.map(({ name, value }) => [name, value]),
    columns,
  )
}
