// Says of an answer whose sections were cut to what was asked that its verdict was not: whoever asks one venue must not take for that
// venue's what is the verdict of all.
import type { RouteDefinition } from '../processors/kit/define.ts'

type Signed = { readonly signal?: object }
type Route = Pick<RouteDefinition<any, any>, 'key' | 'input'>
type Input = Readonly<Record<string, unknown>>

// How much is shown, and in which order, nobody takes for what the verdict is about.
const ofTheList = new Set(['limit', 'offset', 'sort'])
const everything = new Set<unknown>(['all', 'any'])

export function tellSameWithout(whole: Signed, cut: Signed, route: Route, input: Input): Signed {
  if (whole.signal === undefined || cut.signal === undefined || !isSame(whole.signal, cut.signal)) return cut
  const names = Object.keys(input).filter((name) => isAsked(route, input, name) && !choosesRow(route, input, name))
  return names.length === 0 ? cut : { ...cut, signal: { ...cut.signal, same_without: names } }
}

function isSame(one: object, other: object): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}

// What is taken where nothing is said was perhaps not asked.
function isAsked(route: Route, input: Input, name: string): boolean {
  return !ofTheList.has(name) && !everything.has(input[name]) && route.input.properties[name]?.default !== input[name]
}

// Such an input has a verdict of its own.
function choosesRow({ key }: Route, { ...input }: Record<string, unknown>, name: string): boolean {
  const whole = key(input)
  delete input[name]
  return key(input) !== whole
}
