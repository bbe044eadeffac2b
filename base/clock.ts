// Time as a dependency, so that tests and replays decide what "now" is.
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** Runs on from another moment, as if the program had been started then. */
export function clockFrom(start: Date): Clock {
  const behindMs = Date.now() - start.getTime()
  return { now: () => new Date(Date.now() - behindMs) }
}
