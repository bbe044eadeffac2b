// Rows that were made because a caller asked: no record asks for them, so no replay of the topics makes them again.
import type { Service } from '../../processors/kit/define.ts'

/** Of names such as "/analyze AAPL,MSFT" those that a caller asked for, and the others. */
export function partOnRequest(service: Service, names: readonly string[]) {
  const wasAsked = (name: string): boolean => {
    const [path, key] = [name.slice(0, name.indexOf(' ')), name.slice(name.indexOf(' ') + 1)]
    const route = service.routes.find((one) => one.path === path)
    const inputs = Object.keys((route?.input as { properties?: object } | undefined)?.properties ?? {})
    return inputs.some((input) => isOnRequest(route, { [input]: key }))
  }
  return { onRequest: names.filter(wasAsked), others: names.filter((name) => !wasAsked(name)) }
}

function isOnRequest(route: Service['routes'][number] | undefined, input: object): boolean {
  try {
    return route?.onRequest?.(input as never) === true
  } catch {
    return false // that input is not the one that the key is of
  }
}
