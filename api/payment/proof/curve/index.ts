// The curve that payers sign on: the system's library where there is one, the npm package's elsewhere.
import { openPackageCurve } from './package.ts'
import type { Curve } from './port.ts'
import { openSystemCurve } from './system.ts'

export type { Curve } from './port.ts'

let used: Curve | null = null

/** Opened by whoever asks first: most programs check no signature. */
export function curveInUse(): Curve {
  used ??= openSystemCurve() ?? openPackageCurve()
  return used
}
