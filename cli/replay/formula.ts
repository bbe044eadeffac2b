// Loads a service with another signal.ts in the place of its own: everything else of it stays as it is.
import { existsSync } from 'node:fs'
import { type ResolveHookSync, registerHooks } from 'node:module'
import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Service } from '../../processors/kit/define.ts'
import { UsageError } from '../command.ts'

export async function loadWithFormula(label: string, path: string): Promise<Service> {
  const file = resolve(path)
  if (!existsSync(file)) throw new UsageError(`there is no file ${path}; --formula wants another signal.ts`)
  const folder = new URL(`../../processors/services/${label}/`, import.meta.url).href
  const own = `${folder}signal.ts`
  if (!existsSync(fileURLToPath(own))) throw new UsageError(`${label} has no signal.ts that another formula could stand in for`)
  const formula = pathToFileURL(file).href
  // A mark on the folder's own modules makes them load afresh, beside those that are loaded already.
  const mark = '?formula'
  // A formula kept elsewhere still imports what the service's own would, by the same relative names.
  const resolveFrom: ResolveHookSync = (specifier, context, next) => {
    try {
      return next(specifier, context)
    } catch (error) {
      if (context.parentURL !== `${formula}${mark}` || !specifier.startsWith('.')) throw error
      return next(specifier, { ...context, parentURL: own })
    }
  }
  let used = false
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      const found = resolveFrom(specifier, context, next)
      if (!context.parentURL?.endsWith(mark) || !found.url.startsWith(folder)) return found
      if (found.url === own) used = true
      return { ...found, url: `${found.url === own ? formula : found.url}${mark}` }
    },
  })
  try {
    const { default: service } = (await import(`${folder}service.ts${mark}`)) as { default: Service }
    if (!used) throw new UsageError(`${label}/service.ts does not import its signal.ts, so --formula cannot change it`)
    return service
  } finally {
    hooks.deregister()
  }
}
