// How the API's heap is kept clear of what is no longer used.
import { setFlagsFromString } from 'node:v8'

/**
 * What callers send lies outside the heap. V8 sees hardly anything new inside and looks through all of it again for every few megabytes that
 * came, each time in the way of whoever is being answered; so it waits until seven tenths of what is in use has come again.
 */
export function collectSeldom(): void {
  setFlagsFromString('--heap-growing-percent=70')
  // A call waits for others, and its objects so outlive a look through the young part of the heap. V8 takes some of them for lasting and
  // puts all that are made in the same place among the old, where those of calls long over keep alive all that they ever led to.
  setFlagsFromString('--no-allocation-site-pretenuring')
}
