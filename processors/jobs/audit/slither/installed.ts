// Slither where it is installed: asked in a lane of its own, before the engine; whatever becomes of it, the engine's answer stands.
import { findProgram } from '../../convert/process/find-program.ts'
import type { JobContext } from '../../define.ts'
import { WorkerDeath, WorkerLimit } from '../../workers/failure.ts'
import { analyserLimits } from '../../workers/limits.ts'
import type { WorkerPool } from '../../workers/pool.ts'
import { type AnalyserSaid, unused } from '../analysers.ts'
import type { Form } from '../task-shape.ts'

const name = 'slither'
const over = {
  memory: 'it needs too much memory',
  output: 'its report is too long',
  time: 'it took too long',
  processor: 'it took too long',
} as const
type Source = { readonly bytes: Buffer; readonly form: Form }

export async function slitherOf(
  workers: WorkerPool,
  { bytes, form }: Source,
  { signal, alone }: Pick<JobContext, 'signal' | 'alone'>,
  folders?: readonly string[],
): Promise<AnalyserSaid> {
  const [slither, solc] = [findProgram(name, folders), findProgram('solc', folders)]
  if (slither === null) return unused(name, 'not installed here')
  if (solc === null) return unused(name, 'no solc is installed here, which it needs')
  try {
    const { output } = await workers.run(
      'analyse',
      { input: { form, slither, solc }, body: bytes, limits: analyserLimits },
      { signal, alone },
    )
    return output
  } catch (error) {
    if (error instanceof WorkerLimit) return unused(name, over[error.limit])
    if (error instanceof WorkerDeath) return unused(name, 'it died')
    throw error
  }
}
