// Has the cascade's kernel compiled by another process while this one starts: as one call of its own it would stand still for seconds.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Logger } from 'pino'
import { messageOf } from '../base/errors.ts'
import { isKernelCompiled } from '../processors/services/cascade/engine/kernel-file.ts'

const command = fileURLToPath(new URL('../cli/kernel.ts', import.meta.url))

/** Where it cannot be compiled whoever needs it says so, and everything else goes on. */
export async function compileAhead(logger: Logger): Promise<void> {
  if (isKernelCompiled()) return
  await promisify(execFile)(process.execPath, [command]).catch((error: unknown) =>
    logger.warn({ reason: messageOf(error) }, 'the simulator could not be compiled ahead'),
  )
}
