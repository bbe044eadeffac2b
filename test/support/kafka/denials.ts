// Keeps a user of a real broker from what an operator may not have allowed, until the test is over.
import { Kafka, logLevel } from 'kafkajs'
import { onTestFinished } from 'vitest'

// Kafka's own numbers; Node finds no such exports in this CommonJS package.
const resources = { topic: 2, group: 3, cluster: 4 }
const operations = { Read: 3, Write: 4, IdempotentWrite: 12 }
const [literal, prefixed] = [3, 4]
const [deny, anyPermission] = [2, 1]

export interface Denial {
  readonly kind: keyof typeof resources
  /** Or how it begins, where it ends in a star; a star alone is all. */
  readonly name: string
  readonly right: keyof typeof operations
}

/** `openAddress`: the listener whose user may do everything. */
export async function denyRights(openAddress: string, username: string, denials: readonly Denial[]): Promise<void> {
  const admin = new Kafka({ brokers: [openAddress], logLevel: logLevel.NOTHING }).admin()
  await admin.connect()
  const acl = denials.map(({ kind, name, right }) => ({
    ...{
      principal: `User:${username}`,
      host: '*',
      operation: operations[right],
      permissionType: deny,
      resourceType: resources[kind],
    },
    ...(name.length > 1 && name.endsWith('*')
      ? { resourceName: name.slice(0, -1), resourcePatternType: prefixed }
      : { resourceName: name, resourcePatternType: literal }),
  }))
  await admin.createAcls({ acl: acl as never })
  onTestFinished(async () => {
    await admin.deleteAcls({ filters: acl.map((one) => ({ ...one, permissionType: anyPermission })) as never })
    await admin.disconnect()
  })
}
