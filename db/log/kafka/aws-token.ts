// The token that Amazon MSK takes for an IAM identity: a signed request of that identity, made here without a call to the brokers. The
// credentials are found as every program of AWS finds them: environment, profile, container, instance.
import { messageOf, TollgateError } from '../../../base/errors.ts'
import { within } from '../../../base/within.ts'
import { type GivenToken, keepToken } from './kept-token.ts'

export interface AwsLogin {
  readonly region: string
  /** Empty: the identity that this process runs as; else the role that it takes on. */
  readonly roleArn: string
}

// Elsewhere than on AWS the search ends at an address that nobody answers.
const answerWithinMs = 10_000

export const createAwsTokenSource = (login: AwsLogin, now?: () => number): (() => Promise<string>) =>
  keepToken(() => signToken(login), now)

async function signToken({ region, roleArn }: AwsLogin): Promise<GivenToken> {
  // A log elsewhere than at AWS never loads it.
  const { generateAuthToken, generateAuthTokenFromRole } = (await import('aws-msk-iam-sasl-signer-js')).default
  const signed =
    roleArn === ''
      ? generateAuthToken({ region })
      : generateAuthTokenFromRole({ region, awsRoleArn: roleArn, awsRoleSessionName: 'tollgate' })
  try {
    const { token, expiryTime } = await within(signed, answerWithinMs, `no credentials of AWS within ${answerWithinMs / 1_000} s`)
    return { token, lifeSeconds: (expiryTime - Date.now()) / 1_000 }
  } catch (error) {
    throw new TollgateError('log_unavailable', `KAFKA_SASL=aws_msk_iam gives no token: ${messageOf(error)}`, { retryable: true })
  }
}
