// Why a screening is not a full one: lists that are not there, old, published long ago, or of which something could not be read.
import type { ListsBody } from './schema.ts'
import { ageHours } from './signal.ts'

export const freshHours = 48
/** Each of these lists changes more often than this: a file that says it is older is not the newest one. */
const publishedDays = 14

export interface AskedFor {
  readonly isName: boolean
  readonly isNumber: boolean
}

export function gapsOf(
  body: Pick<ListsBody, 'lists'>,
  asked: ReadonlySet<string>,
  { isName, isNumber }: AskedFor,
  now: Date,
): string[] {
  return [...asked].flatMap((id) => {
    const list = body.lists.find((candidate) => candidate.id === id)
    const hours = ageHours(list?.loaded_at ?? null, now)
    if (list === undefined || hours === null) return [`${id} is not loaded`]
    const { set_aside: lost } = list
    const unread = [
      ...(lost.entries > 0 ? [`${lost.entries} entries`] : []),
      ...(isName && lost.names > 0 ? [`${lost.names} names`] : []),
      ...(isNumber && lost.identifiers > 0 ? [`${lost.identifiers} wallets or numbers`] : []),
    ]
    const publishedHours = ageHours(list.published_at, now)
    return [
      ...(hours > freshHours ? [`${id} is ${Math.round(hours)} hours old`] : []),
      ...(publishedHours !== null && publishedHours > publishedDays * 24
        ? [`${id} was published ${Math.floor(publishedHours / 24)} days ago`]
        : []),
      ...(unread.length > 0 ? [`of ${id} ${unread.join(' and ')} could not be read`] : []),
    ]
  })
}
