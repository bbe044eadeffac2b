// Asks who leads a partition; an answer of who no longer leads, or not yet, is asked again of somebody who looks anew.
import { setTimeout as wait } from 'node:timers/promises'
import type { Admin, Kafka } from 'kafkajs'
import { typeOf } from './error-type.ts'

const moved = ['NOT_LEADER_FOR_PARTITION', 'LEADER_NOT_AVAILABLE', 'REPLICA_NOT_AVAILABLE']
const longestMoveMs = 15_000
const askAgainMs = 200
const mostForgotten = 20

const hasMoved = (error: unknown): boolean => moved.includes(typeOf(error))

/** kafkajs keeps what it knows of leaders for minutes and only drops it when it produces or consumes. */
export async function askLeaders<T>(kafka: Pick<Kafka, 'admin'>, admin: Admin, ask: (admin: Admin) => Promise<T>): Promise<T> {
  const until = Date.now() + longestMoveMs
  try {
    return await askForgetful(admin, ask)
  } catch (error) {
    if (!hasMoved(error)) throw error
  }
  for (;;) {
    await wait(askAgainMs)
    const fresh = kafka.admin()
    try {
      await fresh.connect()
      return await askForgetful(fresh, ask)
    } catch (error) {
      if (!hasMoved(error) || Date.now() > until) throw error
    } finally {
      await fresh.disconnect().catch(() => undefined)
    }
  }
}

/**
 * kafkajs keeps the topics that the newest answer names, and several brokers answer in any order: where many are asked for at once it
 * forgets one that it has just been told of, and stumbles over that. Asked again it looks.
 */
async function askForgetful<T>(admin: Admin, ask: (admin: Admin) => Promise<T>): Promise<T> {
  for (let left = mostForgotten; ; left--)
    try {
      return await ask(admin)
    } catch (error) {
      if (!(error instanceof TypeError) || left === 0) throw error
    }
}
