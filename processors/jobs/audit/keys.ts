// What makes two audits the same: the same bytes or place, the same wishes, the same engine.
import { createHash } from 'node:crypto'
import type { Language } from './task-shape.ts'

/** Raise it whenever the same source would give another answer. */
export const engineVersion = '11'

export type AuditRequest = {
  readonly language: Language
  readonly sha256?: string | undefined
  readonly address?: string | undefined
  readonly chain_id?: number | undefined
  readonly github_url?: string | undefined
  readonly include_info: boolean
  readonly focus: readonly string[]
}

export function auditKey({ language, sha256, address, chain_id, github_url, include_info, focus }: AuditRequest): string {
  const place = sha256 ?? (address === undefined ? (github_url ?? '') : `${chain_id}:${address}`)
  const text = [engineVersion, language, place, include_info ? 'info' : '', ...focus].join('\n')
  return `${language}:${createHash('sha256').update(text).digest('hex').slice(0, 40)}`
}
