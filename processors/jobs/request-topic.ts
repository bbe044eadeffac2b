// The topic of a kind of queued work: who asks for what, and when; each asking is a record of its own.
import Type, { type Static, type TProperties } from 'typebox'
import { defineTopic, type Topic } from '../../db/log/topic.ts'

export interface RequestTopic<P extends TProperties> {
  readonly name: Topic<any>['name']
  /** Whose the thing is that is worked on. */
  readonly origin: Pick<Topic<any>['origin'], 'name' | 'licence'>
  /** What is asked, beside who asks and when. */
  readonly asked: P
}

const asking = {
  key: Type.String({ minLength: 1, maxLength: 200 }),
  requested_at: Type.String({ format: 'date-time' }),
  caller: Type.Optional(Type.String({ maxLength: 64 })),
}
type Asking = Static<ReturnType<typeof Type.Object<typeof asking>>>

export const defineRequests = <const P extends TProperties>({ name, origin, asked }: RequestTopic<P>) =>
  defineTopic({
    name,
    origin: { id: 'caller', url: '', attribution: '', ...origin },
    schema: Type.Object({ ...asking, ...asked }),
    partitions: 4,
    retention: { days: 7 },
    key: (request) => (request as Asking).key,
    observedAt: (request) => new Date((request as Asking).requested_at),
    // The same thing may be asked for again within the same instant.
    revision: (request) => BigInt(Date.parse((request as Asking).requested_at)),
  })
