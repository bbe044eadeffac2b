// What travels on a stream: the one message a client sends, and those it gets.
import type { Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { TollgateError } from '../../base/errors.ts'
import type { ChangedRow } from '../../db/rows/changed-rows.ts'
import { clientMessage } from './protocol.ts'

const validator = Compile(clientMessage)

export type StreamMessage = Static<typeof clientMessage>

export function readMessage(text: string): StreamMessage {
  const message = parse(text)
  if (!validator.Check(message)) {
    const [first] = validator.Errors(message)
    throw new TollgateError('input_invalid', `${first?.instancePath || 'the message'} ${first?.message ?? 'is not valid'}`)
  }
  if ((message.subscribe === undefined) === (message.unsubscribe === undefined))
    throw new TollgateError('input_invalid', 'A message either subscribes or unsubscribes.')
  const isPaid = message.payment !== undefined || message.full === true
  if (isPaid && message.subscribe?.length !== 1)
    throw new TollgateError('input_invalid', 'Full bodies are bought for one subscription at a time.')
  return message
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new TollgateError('input_invalid', 'A message is one JSON object.')
  }
}

/** The free part of an update, that a row changed and as of when, ready to be closed or followed by what was paid for. */
export function noticeOf(row: ChangedRow): string {
  const known = notices.get(row)
  if (known !== undefined) return known
  const { id: event, service, route, key, observedAt } = row
  const update = { type: 'update', event, route: `${service}${route}`, key, as_of: observedAt.toISOString() }
  const notice = JSON.stringify(update).slice(0, -1)
  notices.set(row, notice)
  return notice
}

/** The free update as its bytes leave. */
export function noticeBytesOf(row: ChangedRow): Buffer {
  const known = noticeBytes.get(row)
  if (known !== undefined) return known
  const bytes = Buffer.from(`${noticeOf(row)}}`)
  noticeBytes.set(row, bytes)
  return bytes
}

// All connections are told the same of it.
const notices = new WeakMap<ChangedRow, string>()
const noticeBytes = new WeakMap<ChangedRow, Buffer>()
