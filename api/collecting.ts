// How often the API's heap is looked through for what is no longer used.
import { setFlagsFromString } from 'node:v8'

/**
 * What callers send lies outside the heap. V8 sees hardly anything new inside and looks through all of it again for every few megabytes that
 * came, each time in the way of whoever is being answered; so it waits until seven tenths of what is in use has come again.
 */
export function collectSeldom(): void {
  setFlagsFromString('--heap-growing-percent=70')
}
