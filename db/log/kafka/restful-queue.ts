// Keeps kafkajs from work for nothing: its queue of requests looks at itself a thousand times a second when it is empty too, and whoever closes
// a connection again waits anew for what is under way.
import { createRequire } from 'node:module'

interface RequestQueue {
  readonly pending: readonly unknown[]
  scheduleCheckPendingRequests(): void
  waitForPendingRequests(): Promise<void>
}

const require = createRequire(import.meta.url)
const { prototype } = require('kafkajs/src/network/requestQueue') as { prototype: RequestQueue }
const lookAgain = prototype.scheduleCheckPendingRequests
const waitAnew = prototype.waitForPendingRequests
const waiting = new WeakMap<RequestQueue, Promise<void>>()

// A request that has to wait sets the clock by itself. Every connection of version 2.2.4 does this after its first answer, by a
// timer whose delay is below zero, of which node warns.
export function letEmptyQueuesRest(): void {
  prototype.scheduleCheckPendingRequests = function lookAgainWhereSomethingWaits() {
    if (this.pending.length > 0) lookAgain.call(this)
  }
  // Each failed try closes a connection to a broker that is frozen.
  prototype.waitForPendingRequests = function waitOnce() {
    const underWay = waiting.get(this)
    if (underWay !== undefined) return underWay
    const mine = waitAnew.call(this).finally(() => waiting.delete(this))
    waiting.set(this, mine)
    return mine
  }
}
