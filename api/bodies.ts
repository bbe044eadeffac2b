// How a request's body is read: as JSON, and none at all as nothing, whatever type it was announced with.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { messageOf, TollgateError } from '../base/errors.ts'

// No route asks for a hundredth of it; read, each takes twenty times the room it has in the body.
const mostValues = 250_000
// What is shorter cannot hold many.
const looksAt = 100_000

/** Clients that write one content-type on every request must learn what is wrong with this one, not that it is empty. */
export function readBodies(app: FastifyInstance): void {
  // Fastify's own would hand on any text as a body, to be told that it is no object instead of what to send.
  app.removeContentTypeParser('text/plain')
  const readJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') return done(null, undefined)
    if (text.length > looksAt && hasMoreValues(text, mostValues))
      return done(new TollgateError('input_invalid', `The body has more than ${mostValues} values.`), undefined)
    readJson(request, text, (error, value) => done(error === null ? null : faultOf(request, text), value))
  })
}

function faultOf({ headers }: FastifyRequest, text: string): Error {
  const { 'content-encoding': packed = 'identity' } = headers
  if (packed !== 'identity')
    return new TollgateError('body_unreadable', `Send the body as it is: content-encoding ${packed.slice(0, 20)} is not read.`)
  const strange = 'The body has a member __proto__ or constructor, which no route takes.'
  // Read once more to say where it breaks; a long one has kept others waiting once already.
  if (text.length > looksAt) return unparsable(`The body is no JSON in UTF-8, or: ${strange}`)
  try {
    JSON.parse(text)
    return unparsable(strange)
  } catch (error) {
    return unparsable(`The body is no JSON in UTF-8: ${messageOf(error)}`)
  }
}

// As Fastify's own: MCP has a code for what does not parse.
const unparsable = (message: string): Error => Object.assign(new SyntaxError(message), { statusCode: 400 })

const [quote, backslash, comma, list, object] = ['"', '\\', ',', '[', '{'].map((sign) => sign.charCodeAt(0)) as [
  number,
  number,
  number,
  number,
  number,
]

/** Whether JSON has more values than that, by its commas and brackets: what lies in texts is passed over. */
export function hasMoreValues(text: string, most: number): boolean {
  let count = 0
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (sign === quote) {
      at = endOfText(text, at)
      if (at === -1) return false
    } else if (sign === comma || sign === list || sign === object) {
      count += 1
      if (count > most) return true
    }
  }
  return false
}

/** Where the text that begins there ends; -1 where it does not, and so is no JSON. */
function endOfText(text: string, begin: number): number {
  for (let end = text.indexOf('"', begin + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let signs = 0
    while (text.charCodeAt(end - 1 - signs) === backslash) signs += 1
    if (signs % 2 === 0) return end
  }
  return -1
}
