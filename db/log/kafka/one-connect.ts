// Lets a connection of kafkajs be opened once at a time: who asked while it was being opened opened another, which nobody closed, and whose
// end later ended the one in use.
import { createRequire } from 'node:module'

interface Connection {
  readonly connectionTimeout: number
  connect(): Promise<boolean>
}

const require = createRequire(import.meta.url)
const { prototype } = require('kafkajs/src/network/connection') as { prototype: Connection }
const connectAnew = prototype.connect
const opening = new WeakMap<Connection, Promise<boolean>>()

// Version 2.2.4 writes to the socket that was opened last, which may still be on its way when the first is there.
export function openConnectionsOnce(): void {
  prototype.connect = function connectOnce() {
    const underWay = opening.get(this)
    if (underWay !== undefined) return underWay
    const mine = connectAnew.call(this)
    opening.set(this, mine)
    const forget = () => {
      clearTimeout(overdue)
      if (opening.get(this) === mine) opening.delete(this)
    }
    // A socket that ended before it was open tells nobody.
    const overdue = setTimeout(forget, this.connectionTimeout).unref()
    mine.then(forget, forget)
    return mine
  }
}
