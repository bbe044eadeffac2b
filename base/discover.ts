// Finds definitions by folder: what lies there exists, and there is no list to edit.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { TollgateError } from './errors.ts'

export async function discover<T>(folder: URL, file: string): Promise<Map<string, T>> {
  const path = fileURLToPath(folder)
  const found = new Map<string, T>()
  for (const entry of readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const module = join(path, entry.name, file)
    if (!entry.isDirectory() || !existsSync(module)) continue
    const { default: definition } = (await import(pathToFileURL(module).href)) as { default?: T }
    if (definition === undefined) throw new TollgateError('definition_invalid', `${entry.name}/${file} has no default export`)
    found.set(entry.name, definition)
  }
  return found
}
