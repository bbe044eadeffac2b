// What is no HTTP request, or none that ends: refused by the parser before there is a route, and told as every other mistake is.
import type { Socket } from 'node:net'
import { TollgateError } from '../base/errors.ts'
import { safetyHeaders } from './edge.ts'
import { documentOf } from './errors.ts'

type ParserError = Error & { readonly code?: string; readonly reason?: string }

export function refuseUnparsed(error: ParserError, socket: Socket, maxHeaderBytes: number): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (socket.writable) socket.write(refusalOf(error, maxHeaderBytes))
  socket.destroy(error)
}

function refusalOf({ code, reason }: ParserError, maxHeaderBytes: number): string {
  const [status, name, message] =
    code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? ['408 Request Timeout', 'timeout', 'The request did not arrive whole in time; send it again.']
      : code === 'HPE_HEADER_OVERFLOW'
        ? [
            '431 Request Header Fields Too Large',
            'headers_too_large',
            `Address and headers take more than ${maxHeaderBytes} bytes.`,
          ]
        : ['400 Bad Request', 'input_invalid', `That is no HTTP/1.1 request${reason === undefined ? '' : `: ${reason}`}.`]
  const body = JSON.stringify(documentOf(new TollgateError('input_invalid', message, { detailCode: name })))
  const headers = { ...safetyHeaders, 'cache-control': 'no-store', 'content-type': 'application/json', connection: 'close' }
  const lines = Object.entries({ ...headers, 'content-length': String(Buffer.byteLength(body)) }).map(
    ([key, value]) => `${key}: ${value}`,
  )
  return `HTTP/1.1 ${status}\r\n${lines.join('\r\n')}\r\n\r\n${body}`
}
