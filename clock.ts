// Time as a dependency, so that tests and replays decide what "now" is.
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
