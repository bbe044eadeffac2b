// The token that OAUTHBEARER logs in with: asked for by client credentials (RFC 6749, 4.4).
import { TollgateError } from '../../../base/errors.ts'
import { type GivenToken, keepToken } from './kept-token.ts'

export interface OauthClient {
  readonly tokenUrl: string
  readonly clientId: string
  readonly clientSecret: string
  /** Empty: as the endpoint has it. */
  readonly scope: string
}

const answerWithinMs = 10_000
const mostBytes = 100_000
const usualSeconds = 300
const mostSeconds = 86_400

export const createTokenSource = (client: OauthClient, now?: () => number): (() => Promise<string>) =>
  keepToken(() => askToken(client), now)

async function askToken({ tokenUrl, clientId, clientSecret, scope }: OauthClient): Promise<GivenToken> {
  const words = [clientId, clientSecret].map((word) => encodeURIComponent(word).replace(/%20/g, '+'))
  try {
    const answer = await fetch(tokenUrl, {
      method: 'POST',
      headers: {
        accept: 'application/json',
        authorization: `Basic ${Buffer.from(words.join(':')).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ grant_type: 'client_credentials', ...(scope === '' ? {} : { scope }) }),
      // Whoever is named in an answer is not who the secret is for.
      redirect: 'error',
      signal: AbortSignal.timeout(answerWithinMs),
    })
    const text = await readSome(answer)
    if (!answer.ok) throw new Error(`it answered ${answer.status}`)
    return readToken(text)
  } catch (error) {
    // Its own words may hold what was sent.
    const { message, name } = error as Error
    const why = /^it /.test(message) ? message : name
    throw new TollgateError('log_unavailable', `KAFKA_TOKEN_URL gives no token: ${why}`, { retryable: true })
  }
}

function readToken(text: string): GivenToken {
  const document = parsed(text) as { access_token?: unknown; expires_in?: unknown } | null
  const token = document?.access_token
  // What a header of SASL can carry; control-A ends its fields.
  if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token)) throw new Error('it sent no access_token')
  const seconds = Number(document?.expires_in ?? usualSeconds)
  return { token, lifeSeconds: seconds > 0 ? Math.min(seconds, mostSeconds) : usualSeconds }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('it sent no JSON')
  }
}

async function readSome(answer: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length
    if (bytes > mostBytes) throw new Error(`it sent more than ${mostBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
