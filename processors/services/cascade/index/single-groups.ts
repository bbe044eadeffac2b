// Which classes of collateral meet which classes of debt in positions that hold, or may come to hold, one of each.
import { aave } from '../model/protocol.ts'
import type { Alike } from './alike.ts'
import type { PairLists } from './pair-lists.ts'
import type { Rows } from './rows.ts'
import type { Tables } from './tables.ts'

export type SingleGroups = {
  readonly count: number
  // At collateral class * number of classes + debt class.
  readonly groupAt: Uint16Array
  readonly collateralClass: Int32Array
  readonly debtClass: Int32Array
}

export function findSingleGroups(tables: Tables, alike: Alike, pairs: PairLists, rows: Rows): SingleGroups {
  const { classOf, count: classes } = alike
  const meets = new Uint8Array(classes * classes)
  for (let l = 0; l < pairs.lists; l++) {
    const kind = pairs.collateralKind[l]!
    if (tables.collateralProtocol[kind] !== aave) continue
    meets[classOf[tables.collateralFollows[kind]!]! * classes + classOf[pairs.debtFollows[l]!]!] = 1
  }
  const { kind } = rows.legs
  for (let leg = 0; leg < kind.length; leg += 4) {
    const left = classOf[tables.collateralFollows[kind[leg]!]!]! * classes
    const right = classOf[tables.collateralFollows[kind[leg + 1]!]!]! * classes
    const first = classOf[tables.debtFollows[kind[leg + 2]!]!]!
    const second = classOf[tables.debtFollows[kind[leg + 3]!]!]!
    meets[left + first] = 1
    meets[left + second] = 1
    meets[right + first] = 1
    meets[right + second] = 1
  }
  const groupAt = new Uint16Array(classes * classes)
  const found: number[] = []
  meets.forEach((met, at) => {
    if (met) groupAt[at] = found.push(at) - 1
  })
  return {
    count: found.length,
    groupAt,
    collateralClass: Int32Array.from(found, (at) => Math.floor(at / classes)),
    debtClass: Int32Array.from(found, (at) => at % classes),
  }
}
