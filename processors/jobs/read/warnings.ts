// The warnings an answer may carry, listed once.
import type { ReadWarning } from './answer.ts'

const messages = {
  truncated: 'The text is longer than max_chars and was cut at a paragraph.',
  page_cut: 'The page is nested too deep or has too many elements; only its first part was read.',
  charset_damaged: 'Some bytes did not fit the declared character set and were replaced.',
  scripts_needed: 'The page seems to build its content with scripts, which are not run.',
  blocked_wording: 'The page looks like a log-in, consent or bot check rather than content.',
  little_text: 'The page holds very little text.',
  json_invalid: 'The JSON does not parse and is given as text.',
  robots_unknown: 'robots.txt could not be read, so its wishes are unknown.',
} as const

export type WarningCode = keyof typeof messages

export function warningsFor(codes: readonly WarningCode[]): ReadWarning[] {
  return [...new Set(codes)].map((code) => ({ code, message: messages[code] }))
}
