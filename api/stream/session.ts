// One connection's subscriptions: what changed goes out in order, what was missed first, full bodies while they are paid for.
import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { messageOf, TollgateError } from '../../base/errors.ts'
import { type ChangedRow, isAfter, placeOf, type RowPlace, readChanges } from '../../db/rows/changed-rows.ts'
import type { RowFeed } from './feed.ts'
import type { BodyDependencies } from './full-body.ts'
import type { StreamLimits } from './limits.ts'
import { noticeBytesOf, noticeOf, type StreamMessage } from './messages.ts'
import type { ReadSubject, Subject } from './names.ts'
import type { Outbox } from './outbox.ts'
import type { Bought, Counter, StreamPayments } from './payments.ts'
import { createPurse, type Purse } from './purse.ts'
import type { Share } from './shares.ts'

export interface SessionDependencies extends BodyDependencies {
  readonly feed: RowFeed
  readonly purchases: StreamPayments
  readonly readSubject: ReadSubject
  readonly outbox: Outbox
  readonly limits: StreamLimits
  readonly share: Share
  readonly logger: Logger
  readonly counter: Counter
  /** From the request's Last-Event: holds for the first subscription that names none itself. */
  readonly lastEvent: number | null
  onUpdate(isPaid: boolean): void
}

export interface Session {
  /** One message after another, each to its end. */
  handle(message: StreamMessage): Promise<void>
  end(): void
}

interface Subscription extends Subject {
  /** Null as long as nothing was paid. */
  purse: Purse | null
}

const pageSize = 100
const heavyWork = 10
const unknownEvent = 'That event is not known here any more: what came after it may be missing.'

export function createSession(deps: SessionDependencies): Session {
  const { feed, outbox, purchases, limits, database, share } = deps
  const holder = randomUUID()
  const subscriptions = new Map<string, Subscription>()
  // A row changes for all connections there are: each finds its own by the route, without going through what else it has.
  const byRoute = new Map<string, Subscription[]>()
  const purseDeps = {
    ...deps,
    holder,
    emptied: (name: string) => outbox.send(JSON.stringify({ type: 'unpaid', name, reason: 'updates_used_or_taken_over' })),
  }
  let waiting: { readonly row: ChangedRow; readonly to: readonly Subscription[] }[] = []
  let sending: Promise<void> | null = null
  let isCatchingUp = false
  let place: RowPlace | null = null
  let firstLastEvent = deps.lastEvent

  let isOver = false

  const add = (subscription: Subscription): void => {
    subscriptions.set(subscription.name, subscription)
    const route = subscription.service.label + subscription.route.path
    byRoute.set(route, [...(byRoute.get(route) ?? []), subscription])
  }
  const remove = (name: string): void => {
    const subscription = subscriptions.get(name)
    if (subscription === undefined) return
    subscriptions.delete(name)
    share.keep(-1)
    const route = subscription.service.label + subscription.route.path
    const left = byRoute.get(route)!.filter((other) => other !== subscription)
    if (left.length > 0) byRoute.set(route, left)
    else byRoute.delete(route)
  }
  const heard = (row: ChangedRow): void => {
    if (place === null || !isAfter(row, place)) return
    place = row
    const to = matching(row, byRoute.get(row.service + row.route) ?? [])
    if (to.length === 0) return
    if (waiting.push({ row, to }) > limits.queuedUpdates) outbox.end('slow_reader', 'More updates wait than we keep.')
    sendOn()
  }
  const begin = (start: RowPlace): void => {
    // What it was told of is gone, and so is what waits to be told.
    waiting = []
    if (place !== null && place.id > 0)
      outbox.send(JSON.stringify({ type: 'reset', last_event: place.id, message: unknownEvent }))
    place = start
  }
  const sendOn = (): void => {
    if (sending !== null || isCatchingUp || waiting.length === 0) return
    sending = sendWaiting().finally(() => {
      sending = null
      sendOn()
    })
  }
  const sendWaiting = async (): Promise<void> => {
    try {
      while (waiting.length > 0 && outbox.isOpen && !isCatchingUp) {
        const { row, to } = waiting.shift()!
        await sendRow(
          row,
          to.filter((subscription) => subscriptions.get(subscription.name) === subscription),
        )
      }
    } catch (error) {
      // Without the database a paid body cannot be accounted for; the reader comes back with the last event it has.
      deps.logger.warn({ reason: messageOf(error) }, 'an update could not be sent')
      outbox.end('internal', 'An update could not be sent; reconnect with last_event.')
    }
    if (!outbox.isOpen) waiting = []
  }
  const sendRow = async (row: ChangedRow, to: readonly Subscription[], onlyPaidBy?: string): Promise<void> => {
    if (to.length === 0) return
    let isTold = onlyPaidBy !== undefined
    for (const { purse } of to) {
      const paid = purse === null ? null : await purse.pay(row, onlyPaidBy)
      if (paid === null) continue
      outbox.send(`${noticeOf(row)}${paid}}`)
      isTold = true
      deps.onUpdate(true)
    }
    if (isTold) return
    outbox.send(noticeBytesOf(row))
    deps.onUpdate(false)
  }
  // What came after the given event is read from history up to where the live feed goes on; that waits meanwhile.
  const catchUp = async (
    since: number,
    among: readonly Subscription[],
    live: RowPlace,
    onlyPaidBy?: string,
  ): Promise<boolean> => {
    let after = await placeOf(database, since)
    if (after === null) return false
    const only = among.map(({ service, route, key }) => ({ service: service.label, route: route.path, key }))
    const inLine = new Set(waiting.filter(({ to }) => to.some((one) => among.includes(one))).map(({ row }) => row.id))
    for (;;) {
      const rows = await share.inTurn(() => readChanges(database, { after: after!, until: live, limit: pageSize, only }))
      for (const row of rows) if (!inLine.has(row.id)) await sendRow(row, matching(row, among), onlyPaidBy)
      if (rows.length < pageSize || !outbox.isOpen) return true
      after = rows.at(-1)!
      // As much as the address may have at once was sent; the rest comes as its share fills again.
      await share.earn(heavyWork)
    }
  }
  const subscribe = async (message: StreamMessage): Promise<void> => {
    const now = deps.clock.now()
    share.spend(message.subscribe!.length)
    const subjects = await share.inTurn(() => Promise.all(message.subscribe!.map((name) => deps.readSubject(name, now))))
    const fresh = subjects
      .filter(({ name }) => !subscriptions.has(name))
      .map((subject): Subscription => ({ ...subject, purse: null }))
    if (subscriptions.size + fresh.length > limits.subscriptions)
      throw new TollgateError('busy', `A connection has at most ${limits.subscriptions} subscriptions.`)
    share.keep(fresh.length)
    let isAdded = false
    try {
      const bought = await buy(subjects[0]!, message)
      if (isOver) return
      isCatchingUp = true
      await sending
      if (place === null) await feed.listen(heard, begin)
      if (isOver) return feed.forget(heard)
      for (const subscription of fresh) add(subscription)
      isAdded = true
      const purchase = bought === null ? {} : { updates_left: bought.credit.left, receipt: bought.receipt }
      // Where the name was subscribed already only what was paid for is new to it.
      const paid = bought === null ? [] : [subscriptions.get(subjects[0]!.name)!]
      for (const subscription of paid) {
        subscription.purse ??= createPurse(purseDeps, subscription)
        subscription.purse.put(bought!.credit)
      }
      const [among, onlyPaidBy] = fresh.length > 0 ? [fresh] : [paid, bought?.credit.paymentId]
      outbox.send(JSON.stringify({ type: 'subscribed', subscriptions: subjects.map(({ name }) => name), ...purchase }))
      const since = message.last_event ?? firstLastEvent
      firstLastEvent = null
      if (since !== null && among.length > 0 && !(await catchUp(since, among, place!, onlyPaidBy)))
        outbox.send(JSON.stringify({ type: 'reset', last_event: since, message: unknownEvent }))
    } finally {
      if (!isAdded) share.keep(-fresh.length)
      isCatchingUp = false
      sendOn()
    }
  }
  const buy = async (subject: Subject, message: StreamMessage): Promise<Bought | null> => {
    if (message.payment === undefined && message.full !== true) return null
    share.spend(heavyWork)
    return purchases.buy(subject, message, deps.counter, holder)
  }
  return {
    async handle(message) {
      if (message.subscribe !== undefined) return subscribe(message)
      for (const name of message.unsubscribe!) remove(name)
      outbox.send(JSON.stringify({ type: 'unsubscribed', subscriptions: message.unsubscribe }))
    },
    end() {
      isOver = true
      feed.forget(heard)
      for (const name of [...subscriptions.keys()]) remove(name)
      waiting = []
    },
  }
}

function matching(row: ChangedRow, among: readonly Subscription[]): Subscription[] {
  return among.filter(
    ({ service, route, key }) => service.label === row.service && route.path === row.route && (key === null || key === row.key),
  )
}
