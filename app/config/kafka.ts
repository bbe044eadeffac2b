// The part of the configuration that says where Kafka is, how to speak to it, and how its topics are made.
import { readAuthorities } from './authorities.ts'
import type { ConfigReader } from './reader.ts'

export type KafkaLogin = PasswordLogin | TokenLogin | AwsLogin

interface PasswordLogin {
  readonly mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512'
  readonly username: string
  readonly password: string
}

interface TokenLogin {
  readonly mechanism: 'oauthbearer'
  readonly tokenUrl: string
  readonly clientId: string
  readonly clientSecret: string
  /** Empty: as the endpoint has it. */
  readonly scope: string
}

interface AwsLogin {
  readonly mechanism: 'aws_msk_iam'
  readonly region: string
  /** Empty: the identity that the process runs as. */
  readonly roleArn: string
}

export interface KafkaSettings {
  /** Empty: the log is in Postgres. */
  readonly brokers: readonly string[]
  readonly tls: { readonly ca: string | null } | null
  readonly sasl: KafkaLogin | null
  readonly partitions: number
  readonly replicas?: number
  readonly minInsyncReplicas?: number
}

const mechanisms = ['off', 'plain', 'scram-sha-256', 'scram-sha-512', 'oauthbearer', 'aws_msk_iam'] as const

export function readKafkaSettings(read: ConfigReader): KafkaSettings {
  const brokers = read.brokers('KAFKA_BROKERS')
  const caFile = read.text('KAFKA_CA_FILE', '')
  const isSecured = read.choice('KAFKA_TLS', ['off', 'on'], caFile === '' ? 'off' : 'on') === 'on'
  if (!isSecured && caFile !== '') read.complain('KAFKA_CA_FILE is given, yet KAFKA_TLS=off')
  const [replicas, insync] = [read.integer('KAFKA_REPLICAS', 0, 0, 9), read.integer('KAFKA_MIN_INSYNC_REPLICAS', 0, 0, 9)]
  if (replicas > 0 && insync > replicas)
    read.complain(`KAFKA_MIN_INSYNC_REPLICAS=${insync} of KAFKA_REPLICAS=${replicas} can never be met: nothing would be appended`)
  return {
    brokers,
    tls: isSecured ? { ca: caFile === '' ? null : readAuthorities(read, 'KAFKA_CA_FILE', caFile) } : null,
    sasl: readLogin(read, isSecured),
    partitions: read.integer('KAFKA_PARTITIONS', 3, 1, 1_000),
    ...(replicas > 0 && { replicas }),
    ...(insync > 0 && { minInsyncReplicas: insync }),
  }
}

function readLogin(read: ConfigReader, isSecured: boolean): KafkaLogin | null {
  const mechanism = read.choice<(typeof mechanisms)[number]>('KAFKA_SASL', mechanisms, 'off')
  const [username, password] = [read.text('KAFKA_USERNAME', ''), read.text('KAFKA_PASSWORD', '')]
  const token = readTokenLogin(read, mechanism === 'oauthbearer')
  const aws = readAwsLogin(read, mechanism === 'aws_msk_iam')
  if (mechanism === 'off' || mechanism === 'oauthbearer' || mechanism === 'aws_msk_iam') {
    if (username !== '' || password !== '')
      read.complain('KAFKA_USERNAME and KAFKA_PASSWORD need KAFKA_SASL: plain, scram-sha-256 or -512')
    if (mechanism !== 'off' && !isSecured)
      read.complain(`KAFKA_SASL=${mechanism} without KAFKA_TLS=on would send the token in the open`)
    return token ?? aws
  }
  // Told already, and never repeated: it may be a secret in the wrong line.
  if (!mechanisms.includes(mechanism)) return null
  if (username === '' || password === '') read.complain(`KAFKA_SASL=${mechanism} needs KAFKA_USERNAME and KAFKA_PASSWORD`)
  if (mechanism === 'plain' && !isSecured)
    read.complain('KAFKA_SASL=plain without KAFKA_TLS=on would send the password in the open')
  return { mechanism, username, password }
}

function readAwsLogin(read: ConfigReader, isWanted: boolean): AwsLogin | null {
  const region = read.pattern(
    'KAFKA_AWS_REGION',
    '',
    /^([a-z]{2}(-[a-z]{2,10}){1,3}-\d{1,2})?$/,
    'a region of AWS, e.g. eu-central-1',
  )
  const roleArn = read.pattern(
    'KAFKA_AWS_ROLE_ARN',
    '',
    /^(arn:aws[a-z-]*:iam::\d{12}:role\/[\w+=,.@/-]{1,512})?$/,
    'the ARN of a role',
  )
  if (isWanted) {
    if (region === '') read.complain('KAFKA_SASL=aws_msk_iam needs KAFKA_AWS_REGION, e.g. eu-central-1')
    return { mechanism: 'aws_msk_iam', region, roleArn }
  }
  if (`${region}${roleArn}` !== '') read.complain('KAFKA_AWS_REGION and KAFKA_AWS_ROLE_ARN need KAFKA_SASL=aws_msk_iam')
  return null
}

function readTokenLogin(read: ConfigReader, isWanted: boolean): TokenLogin | null {
  const tokenUrl = read.url('KAFKA_TOKEN_URL', ['https:', 'http:'])
  const [clientId, clientSecret] = [read.text('KAFKA_CLIENT_ID', ''), read.text('KAFKA_CLIENT_SECRET', '')]
  const scope = read.text('KAFKA_TOKEN_SCOPE', '')
  const isGiven = tokenUrl !== null || `${clientId}${clientSecret}${scope}` !== ''
  if (!isWanted) {
    if (isGiven) read.complain('KAFKA_TOKEN_URL, KAFKA_TOKEN_SCOPE and KAFKA_CLIENT_ID and _SECRET need KAFKA_SASL=oauthbearer')
    return null
  }
  if (tokenUrl === null || clientId === '' || clientSecret === '')
    read.complain('KAFKA_SASL=oauthbearer needs KAFKA_TOKEN_URL, KAFKA_CLIENT_ID and KAFKA_CLIENT_SECRET')
  if (tokenUrl !== null && URL.canParse(tokenUrl)) {
    const { protocol, hostname, username, password } = new URL(tokenUrl)
    if (protocol === 'http:' && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname))
      read.complain('KAFKA_TOKEN_URL over http would send KAFKA_CLIENT_SECRET in the open')
    if (`${username}${password}` !== '')
      read.complain('KAFKA_TOKEN_URL=… takes no login: KAFKA_CLIENT_ID and KAFKA_CLIENT_SECRET')
  }
  return { mechanism: 'oauthbearer', tokenUrl: tokenUrl ?? '', clientId, clientSecret, scope }
}
