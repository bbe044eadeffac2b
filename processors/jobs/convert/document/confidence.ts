// How far the text can be trusted: unreadable characters, and pages that are pictures, lower it.
import type { PageText } from '../page-text.ts'

export type PageTrust = { page: number; trust: number }

/** Fonts without a character map come out as replacement or private-use characters. */
export function textTrust(page: PageText): number {
  let all = 0
  let bad = 0
  for (const word of page.words) {
    if (word.hidden) continue
    all += word.text.length
    bad += word.text.match(/[\ufffd\ue000-\uf8ff]/g)?.length ?? 0
  }
  return all === 0 ? 1 : Math.max(0, 1 - (2 * bad) / all)
}
