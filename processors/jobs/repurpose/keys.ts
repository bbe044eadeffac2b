// What makes two requests to repurpose the same: the same text or page, the same wishes, the same engine and model.
import { createHash } from 'node:crypto'

/** Raise it whenever the same text would give another answer. */
export const engineVersion = '4'

export type RepurposeRequest = {
  readonly sha256?: string
  readonly url?: string
  readonly formats: readonly string[]
  readonly max_items: number
  readonly keep_quotes: boolean
  readonly language: string | null
  readonly tone: string
  readonly audience: string | null
  readonly mode: string
}

export function repurposeKey(request: RepurposeRequest, model: string | null): string {
  const { sha256, url, formats, max_items, keep_quotes, language, tone, audience, mode } = request
  // Whose words no model writes, neither tone nor audience changes.
  const shaping = model === null || mode === 'extractive' ? [] : [model, tone, audience, mode]
  const parts = [engineVersion, sha256 ?? null, url ?? null, [...formats].sort(), max_items, keep_quotes, language, ...shaping]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 48)
}
