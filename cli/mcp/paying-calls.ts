// Calls a tool, pays where a price is asked, and repeats a payment whose answer is not there rather than sign another.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import {
  type CallToolRequest,
  type CallToolResult,
  CallToolResultSchema,
  ErrorCode,
  McpError,
} from '@modelcontextprotocol/sdk/types.js'
import { messageOf } from '../../base/errors.ts'
import type { Purse } from './purse.ts'
import { createUnreadAnswers } from './unread-answers.ts'

type Params = CallToolRequest['params']

const paymentKey = 'x402/payment'
const receiptKey = 'x402/payment-response'
const patienceMs = 90_000
const betweenMs = 2_000
const longestBetweenMs = 10_000
const callTimeoutMs = 120_000

export function createPayingCalls(client: Pick<Client, 'request'>, purse: Purse, patience = patienceMs) {
  // Past the checks of Client.callTool: the agent's own client makes them.
  const ask = (params: Params): Promise<CallToolResult> =>
    client.request({ method: 'tools/call', params }, CallToolResultSchema, { timeout: callTimeoutMs })
  const unread = createUnreadAnswers()

  async function pay(params: Params, signal: AbortSignal | undefined, onSigned: () => void): Promise<CallToolResult> {
    const first = await ask(params)
    const required = first.structuredContent as { x402Version?: unknown; accepts?: unknown } | undefined
    // Who brings a payment of their own is not paid for as well, nor is who waits no longer.
    if (isOwnPayment(params) || !isPrice(first) || signal?.aborted === true) return first
    const signed = await purse.sign(required as never)
    if (typeof signed === 'string') return said(first, signed)
    onSigned()
    const paid = { ...params, _meta: { ...params._meta, [paymentKey]: signed.payment } }
    const deadline = performance.now() + patience
    // Once an answer is lost nothing that follows says that the payment was not taken.
    let isLost = false
    for (;;) {
      const answer = await ask(paid).catch((error: unknown): Lost => {
        if (isRefusal(error)) {
          if (!isLost) signed.unspent()
          throw error
        }
        isLost = true
        return { lost: messageOf(error) }
      })
      const againMs = againAfter(answer)
      if (againMs !== null && performance.now() + againMs < deadline) {
        await sleep(againMs)
        continue
      }
      if (isLostAnswer(answer)) throw new Error(unknownEnd(answer.lost, signed.payment))
      if (isPaid(answer)) return { ...answer, content: [...answer.content, { type: 'text', text: signed.told() }] }
      if (againMs !== null || isLost) return answer
      signed.unspent()
      return isPrice(answer) ? said(answer, refusedBy(answer, signed.payer)) : answer
    }
  }
  return {
    async call(params: Params, signal?: AbortSignal): Promise<CallToolResult> {
      const run = () => {
        let isSigned = false
        const answer = pay(params, signal, () => {
          isSigned = true
        })
        return { answer, isSigned: () => isSigned }
      }
      return isOwnPayment(params) ? run().answer : unread.read(params, run, signal)
    },
  }
}

const isOwnPayment = ({ _meta }: Params): boolean => _meta?.[paymentKey] !== undefined

const isPrice = ({ structuredContent }: CallToolResult): boolean =>
  structuredContent?.x402Version === 2 && Array.isArray(structuredContent.accepts)

/** What the bridge has to say comes before what the gateway says to those who sign themselves. */
const said = (answer: CallToolResult, sentence: string): CallToolResult => ({
  ...answer,
  content: [{ type: 'text', text: sentence }, ...answer.content],
})

const refusedBy = ({ structuredContent }: CallToolResult, payer: string): string =>
  `The payment of this bridge's wallet ${payer} was refused (${String(structuredContent?.error)}); nothing was charged, and to sign is the bridge's part.`

type Lost = { readonly lost: string }

// These come before anything is paid; any other error may stand for an answer that was lost on its way back.
const refusals: ReadonlySet<number> = new Set([ErrorCode.InvalidRequest, ErrorCode.MethodNotFound, ErrorCode.InvalidParams])
const isRefusal = (error: unknown): boolean => error instanceof McpError && refusals.has(error.code)

/** Milliseconds until the same payment may be sent again; null where what came is the end of it. */
function againAfter(answer: CallToolResult | Lost): number | null {
  if (isLostAnswer(answer)) return betweenMs
  const { error } = (answer.structuredContent ?? {}) as { error?: { retry_after?: unknown } | string }
  if (answer.isError !== true || typeof error !== 'object') return null
  const seconds = error.retry_after
  return typeof seconds === 'number' ? Math.min(seconds * 1_000, longestBetweenMs) : null
}

const isLostAnswer = (answer: CallToolResult | Lost): answer is Lost => !('content' in answer)

const isPaid = ({ _meta }: CallToolResult): boolean =>
  (_meta?.[receiptKey] as { success?: unknown } | undefined)?.success === true

const unknownEnd = (reason: string, payment: object): string =>
  `No answer came to the payment (${reason}), which may have been charged. Send it again as it is, not another: ${JSON.stringify(payment)}`
