// What a provider's refusal means for us. Its own words are read here and go no further: they hold addresses with keys in them.
import { TollgateError } from '../../base/errors.ts'

/** too_much: ask for less; behind: not yet, or not there; refused: no provider will; the rest may pass. */
export type FaultKind = 'too_much' | 'rate' | 'late' | 'broken' | 'behind' | 'refused'

export class RpcFault extends TollgateError {
  readonly kind: FaultKind
  readonly retryAfterMs: number | null
  /** How many blocks the provider says it would answer for. */
  readonly blocks: number | null

  /** `why`: a status or a code, in nobody's words. */
  constructor(
    kind: FaultKind,
    method: string,
    more: { retryAfterMs?: number | null; blocks?: number | null; why?: string | undefined } = {},
  ) {
    const why = more.why === undefined ? '' : ` (${more.why})`
    super(kind === 'rate' ? 'upstream_rate_limited' : 'chain_unavailable', `${method}: ${sentences[kind]}${why}`, {
      retryable: kind !== 'refused',
    })
    this.kind = kind
    this.retryAfterMs = more.retryAfterMs ?? null
    this.blocks = more.blocks ?? null
  }
}

const sentences: Record<FaultKind, string> = {
  too_much: 'the provider wants to be asked for less',
  rate: 'the provider limits how often it is asked',
  late: 'the provider did not answer in time',
  broken: 'the provider did not answer as it should',
  behind: 'the provider does not have that block',
  refused: 'the call was refused',
}

const rate = /rate.?limit|too many requests|per second|throughput|compute units|capacity|credits|quota/i
const tooMuch =
  /range|more than [\d,]+|query returned|too (?:many|large|big|wide)|limited? to|exceed|response size|timed? ?out|out of gas|gas limit/i
const behind =
  /header not found|unknown block|block not found|missing trie|not (?:yet )?available|pruned|block ?out ?of ?range|resource not found/i

export function faultOf(method: string, error: { code?: unknown; message?: unknown }, status = 200): RpcFault {
  const text = typeof error.message === 'string' ? error.message.slice(0, 2_000) : ''
  if (error.code === 3 || /revert/i.test(text)) return new RpcFault('refused', method)
  if (behind.test(text) || error.code === -32001) return new RpcFault('behind', method)
  if (error.code === 429 || error.code === -32029 || rate.test(text)) return new RpcFault('rate', method)
  if (tooMuch.test(text) || error.code === -32005) return new RpcFault('too_much', method, { blocks: readBlocks(text) })
  const code = Number.isInteger(error.code) ? `error ${error.code}` : 'an error'
  return new RpcFault('broken', method, { why: status < 400 ? code : `HTTP ${status}, ${code}` })
}

const count = '([\\d,]+ ?[kK]?)'
// The range that a dozen providers say they would take, in their own ways of saying it.
const phrases = [
  `${count}[- ]blocks?(?: range)?`,
  `block range (?:is )?(?:limited to|limit(?:ed)?(?: of)?|of|:)? ?${count}`,
  `ranges? over ${count}`,
  `(?:max(?:imum)?|limited to|limit)[^\\d]{0,40}?(?:range|blocks?)[^\\d]{0,24}${count}`,
  `limited to (?:an? )?${count} (?:block )?range`,
  `range[^\\d]{0,30}(?:max(?:imum)?|limit(?:ed)?|allowed)[^\\d]{0,20}${count}`,
].map((phrase) => new RegExp(phrase, 'i'))

export function readBlocks(text: string): number | null {
  const span = /\[?\b(0x[0-9a-f]{1,12})\b[^0-9a-f]{1,8}\b(0x[0-9a-f]{1,12})\b/i.exec(text)
  if (span !== null) return atLeastOne(Number(span[2]) - Number(span[1]) + 1)
  for (const phrase of phrases) {
    const found = phrase.exec(text)?.[1]
    if (found === undefined) continue
    const digits = Number(found.replaceAll(/[^\d]/g, ''))
    return atLeastOne(/k/i.test(found) ? digits * 1_000 : digits)
  }
  return null
}

function atLeastOne(blocks: number): number | null {
  return Number.isSafeInteger(blocks) && blocks >= 1 ? blocks : null
}
