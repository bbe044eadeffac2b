// The health of all services in a few hundred words, for who pays by the word: what is not well is told, the rest counted.
import { isFresh, isWell, type SourceHealth } from '../health.ts'

type Whole = {
  readonly sources: readonly SourceHealth[]
  readonly routes: readonly { readonly state: string }[]
}

export function tellBriefly(text: string): string {
  const whole = JSON.parse(text) as Whole
  // A refusal is told as it is.
  if (!Array.isArray(whole.sources) || !Array.isArray(whole.routes)) return text
  const sources = whole.sources.filter((source) => !isWell(source))
  const routes = whole.routes.filter((route) => !isFresh(route))
  const well = { sources: whole.sources.length - sources.length, routes: whole.routes.length - routes.length }
  return JSON.stringify({ ...whole, sources, routes, well, next: 'health of one service, by its name, tells all of its own' })
}
