// The login of Amazon MSK, checked by AWS's published steps of Signature Version 4: no broker outside AWS would check it for us.
import { createHash, createHmac } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { createAwsTokenSource } from '../../../db/log/kafka/aws-token.ts'

const [id, secret] = ['AKIDEXAMPLE000000000', 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY']

afterEach(() => void vi.unstubAllEnvs())

const credentials = (more: Readonly<Record<string, string>> = {}) => {
  for (const [name, value] of Object.entries({ AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret, ...more }))
    vi.stubEnv(name, value)
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** What the signature of this request must be, by the identity's secret. */
function signatureOf(url: URL): string {
  const of = (name: string) => url.searchParams.get(name)!
  const [, day, region, service, end] = of('X-Amz-Credential').split('/')
  const escaped = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature' && name !== 'User-Agent')
    .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
    .sort()
    .join('&')
  const empty = createHash('sha256').update('').digest('hex')
  const request = ['GET', '/', query, `host:${url.host}`, '', 'host', empty].join('\n')
  const scope = [day, region, service, end].join('/')
  const text = ['AWS4-HMAC-SHA256', of('X-Amz-Date'), scope, createHash('sha256').update(request).digest('hex')].join('\n')
  return hmac(
    [day, region, service, end].reduce<string | Buffer>((key, part) => hmac(key, part!), `AWS4${secret}`),
    text,
  ).toString('hex')
}

const urlOf = (token: string) => new URL(Buffer.from(token, 'base64url').toString('utf8'))

test.each<[string, { AWS_SESSION_TOKEN?: string }]>([
  ['eu-central-1', {}],
  ['us-gov-west-1', { AWS_SESSION_TOKEN: 'a/session+token==' }],
])('a token of %s is a signed request to connect, for a quarter of an hour', async (region, more) => {
  credentials(more)
  const url = urlOf(await createAwsTokenSource({ region, roleArn: '' })())
  expect(url.origin).toBe(`https://kafka.${region}.amazonaws.com`)
  expect(url.searchParams.get('Action')).toBe('kafka-cluster:Connect')
  expect(url.searchParams.get('X-Amz-Expires')).toBe('900')
  expect(url.searchParams.get('X-Amz-Credential')).toContain(`${id}/`)
  expect(url.searchParams.get('X-Amz-Security-Token')).toBe(more.AWS_SESSION_TOKEN ?? null)
  expect(url.searchParams.get('X-Amz-Signature')).toBe(signatureOf(url))
  expect(url.href).not.toContain(secret.slice(0, 12))
})

test('it is kept for four fifths of its life', async () => {
  credentials()
  let now = 0
  const token = createAwsTokenSource({ region: 'eu-central-1', roleArn: '' }, () => now)
  const first = await token()
  now = 700_000
  expect(await token()).toBe(first)
  now = 721_000
  // The moment of signing stands in it in whole seconds.
  await new Promise((done) => setTimeout(done, 1_100))
  expect(await token()).not.toBe(first)
})

test('without credentials it says what is missing, and may be tried again', async () => {
  credentials({ AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '' })
  vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true')
  vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', '/nonexistent/credentials')
  vi.stubEnv('AWS_CONFIG_FILE', '/nonexistent/config')
  await expect(createAwsTokenSource({ region: 'eu-central-1', roleArn: '' })()).rejects.toMatchObject({
    code: 'log_unavailable',
    retryable: true,
    message: expect.stringContaining('KAFKA_SASL=aws_msk_iam gives no token: '),
  })
})
