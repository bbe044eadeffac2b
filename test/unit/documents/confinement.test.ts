// Of a machine that cannot shut workers in it is said what they share and what to do; of one that can, nothing.
import { expect, test } from 'vitest'
import { describeWeakness } from '../../../processors/jobs/workers/confinement.ts'

const stateOf = (user: 'other' | 'own', network: 'none' | 'shared') =>
  describeWeakness({ user, network, ends_with_starter: 'by_kernel' })

test('a user and a network of its own is all there is', () => {
  expect(stateOf('other', 'none')).toBeNull()
})

test.each([
  ['own', 'none', "share this program's user:"],
  ['other', 'shared', 'share the network:'],
  ['own', 'shared', "share this program's user and the network:"],
] as const)('the user %s and the network %s: %s', (user, network, said) => {
  expect(stateOf(user, network)).toMatchObject({
    seen: expect.stringContaining(said),
    todo: expect.stringContaining('util-linux'),
  })
})
