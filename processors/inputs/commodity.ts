// A commodity by its everyday names; a route names those it has, and may say why another is not to be had.
import type { TString } from 'typebox'
import type { InputKind } from './kind.ts'
import { defineTable } from './table.ts'

const names: Readonly<Record<string, readonly string[]>> = {
  gold: ['xau', 'gc'],
  silver: ['xag', 'si'],
  platinum: ['xpt', 'pl'],
  palladium: ['xpd', 'pa'],
  copper: ['hg', 'cu'],
  aluminum: ['aluminium', 'al'],
  nickel: ['ni'],
  zinc: ['zn'],
  lead: ['pb'],
  tin: ['sn'],
  wti: ['crude', 'crude oil', 'oil', 'cl'],
  brent: ['brent crude'],
  gasoline: ['rbob', 'petrol'],
  distillate: ['diesel', 'heating oil', 'ulsd'],
  natgas: ['natural gas', 'gas', 'ng', 'henry hub'],
  corn: ['maize', 'zc'],
  soybeans: ['soybean', 'soy', 'soya', 'zs'],
  wheat: ['zw'],
  rice: ['paddy'],
  cotton: ['ct'],
  sugar: ['sb'],
  coffee: ['kc', 'arabica'],
  cocoa: ['cc', 'cacao'],
}

export function defineCommodity(
  offered: readonly [string, ...string[]],
  options: {
    readonly kind?: string
    readonly refused?: Readonly<Record<string, string>>
    readonly otherNames?: readonly string[]
  } = {},
): InputKind<TString> {
  const { kind = 'commodity', refused = {}, otherNames = ['commodity', 'c'] } = options
  return defineTable({
    kind,
    table: Object.fromEntries(offered.map((name) => [name, names[name] ?? []])),
    refused,
    example: offered[0],
    description: `one of ${offered.join(', ')}; all where left out`,
    otherNames,
    pattern: '^[A-Za-z][A-Za-z -]{1,19}$',
    mostLength: 20,
  })
}

export const commodity = defineCommodity(Object.keys(names) as [string, ...string[]])
