// What a caller sees of each failure: a fitting status, one document, and nothing of our insides.
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { sendError, toTollgateError } from '../../../api/errors.ts'
import { type ErrorCode, TollgateError } from '../../../base/errors.ts'

async function answerTo(thrown: unknown) {
  const app = Fastify()
  app.setErrorHandler((error, _request, reply) => sendError(reply, toTollgateError(error)))
  app.get('/', () => {
    throw thrown
  })
  const response = await app.inject('/')
  await app.close()
  return { status: response.statusCode, headers: response.headers, body: response.json() }
}

test.each([
  ['input_invalid', 400, null],
  ['input_unusable', 422, null],
  ['route_unknown', 404, null],
  ['method_unknown', 405, null],
  ['body_too_large', 413, null],
  ['body_unreadable', 415, null],
  ['host_unknown', 421, null],
  ['busy', 429, 5],
  ['not_ready', 503, 5],
  ['upstream_unavailable', 503, 5],
  ['database_unavailable', 503, 5],
] as const)('%s is %d', async (code, status, retryAfter) => {
  const answer = await answerTo(new TollgateError(code as ErrorCode, 'what happened'))
  expect(answer.status).toBe(status)
  expect(answer.body).toEqual({
    error: { code, message: 'what happened', ...(retryAfter === null ? {} : { retry_after: retryAfter }) },
  })
  expect(answer.headers['retry-after']).toBe(retryAfter === null ? undefined : String(retryAfter))
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(answer.headers['content-type']).toContain('application/json')
})

test('what may have been meant is named, and only where there is something', async () => {
  const answer = await answerTo(new TollgateError('input_unusable', 'unknown', { suggestions: ['aave-v3', 'aave'] }))
  expect(answer.body).toEqual({ error: { code: 'input_unusable', message: 'unknown', suggestions: ['aave-v3', 'aave'] } })
})

test('a wait that is known is told', async () => {
  const answer = await answerTo(new TollgateError('not_ready', 'soon', { retryAfterSeconds: 30 }))
  expect(answer.headers['retry-after']).toBe('30')
  expect(answer.body.error.retry_after).toBe(30)
})

test.each([
  ['a bug', new Error('password=hunter2 in /secret/place')],
  ['a broken definition', new TollgateError('definition_invalid', 'processors/services/x has hunter2')],
  ['a thrown string', 'hunter2'],
  ['a formula without data', new TollgateError('not_enough_data', 'hunter2')],
])('%s is a 500 that says nothing of our insides', async (_what, thrown) => {
  const answer = await answerTo(thrown)
  expect(answer.status).toBe(500)
  expect(answer.body.error.code).toBe('internal')
  expect(JSON.stringify(answer.body)).not.toContain('hunter2')
})

test.each([
  ['08006', 'connection failure'],
  ['57P01', 'terminating connection due to administrator command'],
  ['53300', 'too many clients'],
  ['ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:1'],
  ['ECONNRESET', 'read ECONNRESET'],
  ['ETIMEDOUT', 'connect ETIMEDOUT'],
  ['EAI_AGAIN', 'getaddrinfo EAI_AGAIN database'],
  ['EHOSTUNREACH', 'connect EHOSTUNREACH 10.0.0.1:5432'],
  ['ENETUNREACH', 'connect ENETUNREACH 10.0.0.1:5432'],
  ['CERT_HAS_EXPIRED', 'certificate has expired'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', "Hostname/IP does not match certificate's altnames"],
  ['28P01', 'password authentication failed for user "tollgate"'],
  ['', 'Query read timeout'],
  ['', 'Client has encountered a connection error and is not queryable'],
  ['', 'timeout exceeded when trying to connect'],
  ['', 'Connection terminated unexpectedly'],
])('a database that is away (%s %s) is 503', async (code, message) => {
  const answer = await answerTo(Object.assign(new Error(message), code === '' ? {} : { code }))
  expect(answer.status).toBe(503)
  expect(answer.body.error).toMatchObject({ code: 'database_unavailable', retry_after: 5 })
  expect(answer.body.error.message).not.toContain('127.0.0.1')
})

test('a statement the database refuses is our bug, not an outage', async () => {
  expect((await answerTo(Object.assign(new Error('relation "x" does not exist'), { code: '42P01' }))).status).toBe(500)
})

test('what fastify refuses is the caller’s to mend', async () => {
  const malformed = Object.assign(new Error('Unexpected token'), { statusCode: 400 })
  expect(toTollgateError(malformed)).toMatchObject({ code: 'input_invalid', message: 'Unexpected token' })
  const tooLarge = Object.assign(new Error('too large'), { statusCode: 413 })
  expect(toTollgateError(tooLarge, 1_048_576)).toMatchObject({
    code: 'body_too_large',
    message: expect.stringContaining('1048576 bytes'),
  })
  expect(toTollgateError(Object.assign(new Error('media type'), { statusCode: 415 }))).toMatchObject({
    code: 'body_unreadable',
    message: expect.stringContaining('application/json'),
  })
})
