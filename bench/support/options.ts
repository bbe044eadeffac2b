// What a benchmark is asked for: a word it does not know ends it with its usage.
import { type ParseArgsConfig, parseArgs } from 'node:util'

export function readOptions<T extends ParseArgsConfig>(usage: string, config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config)
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${usage}\n`)
    process.exit(2)
  }
}
