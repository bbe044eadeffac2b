// Keeps kafkajs from waking up a thousand times a second for nothing: its queue of requests looks at itself again when it is empty too.
import { createRequire } from 'node:module'

interface RequestQueue {
  readonly pending: readonly unknown[]
  scheduleCheckPendingRequests(): void
}

const require = createRequire(import.meta.url)
const { prototype } = require('kafkajs/src/network/requestQueue') as { prototype: RequestQueue }
const lookAgain = prototype.scheduleCheckPendingRequests

// A request that has to wait sets the clock by itself. Every connection of version 2.2.4 does this after its first answer, by a
// timer whose delay is below zero, of which node warns.
export function letEmptyQueuesRest(): void {
  prototype.scheduleCheckPendingRequests = function lookAgainWhereSomethingWaits() {
    if (this.pending.length > 0) lookAgain.call(this)
  }
}
